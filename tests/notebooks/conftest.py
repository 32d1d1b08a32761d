"""A clone with one tiny lesson: every kind of cell, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from minitorch import saving
from notebooks.building import derived
from notebooks.building.course import read_course
from notebooks.building.lesson import Lesson

ROOT = Path(__file__).parents[2]
TINY = '''\
# %% [markdown]
# # 02 Tiny

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement


# %%
def doubled(value):
    # cat is no shell command here
    return 2 * value


# %% answer="exp"
@implement
def exp(self):
    """e to the power of each element; exp(0) = 1."""
    ### BEGIN SOLUTION
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
    ### END SOLUTION

    def _backward():
        if self.requires_grad:
            ### BEGIN SOLUTION
            self.grad = self.grad + doubled(out.data) / 2 * out.grad
            ### END SOLUTION

    out._backward = _backward
    return out


# %% check="exp" points=2
check("exp")
### BEGIN HIDDEN TESTS
from autograder.hidden import matches_pytorch

matches_pytorch("exp")
### END HIDDEN TESTS

# %% answer="slope" function=true
def slope(f, x, h):
    """The slope of f between x - h and x + h."""
    ### BEGIN SOLUTION
    return (f(x + h) - f(x - h)) / (2 * h)
    ### END SOLUTION


# %% check="slope" points=1
check("slope")
### BEGIN HIDDEN TESTS
from autograder.hidden import matches_pytorch

matches_pytorch("slope")
### END HIDDEN TESTS

# %% quiz="q02_slope"
# What is the slope of exp at 0?
q02_slope = ...
### BEGIN SOLUTION
q02_slope = 1.0
### END SOLUTION

# %% check="q02_slope" points=1
check("q02_slope")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q02_slope", 1)
hint("q02_slope", 0, "that is the slope of a constant")
### END HIDDEN TESTS

# %% check="engine_02" points=1
check("engine_02")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("02-elementwise")
### END HIDDEN TESTS

# %% raises=true
raise ValueError("on purpose")

# %% [markdown]
# Say it in your own words, in \\(\\approx\\) five sentences: à quoi bon ?

# %% [markdown] written="essay_02" points=0
# Because the slope of exp is exp.
'''


@pytest.fixture
def tiny() -> str:
    """The tiny lesson's source."""
    return TINY


@pytest.fixture
def clone(tmp_path: Path, tiny: str) -> Path:
    """A folder laid out as the project, with the tiny lesson as its only source."""
    source = tmp_path / "notebooks" / "src"
    source.mkdir(parents=True)
    (source / "02-elementwise.py").write_text(tiny, encoding="utf-8", newline="\n")
    return tmp_path


@pytest.fixture
def lesson(clone: Path) -> Lesson:
    """The tiny lesson."""
    return read_course(clone / "notebooks" / "src")[0]


@pytest.fixture
def earlier_bodies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference's bodies of the notebooks before ``lesson``, saved as a student's.

    A notebook may use no others: that is a promise to the student who opens it, and what makes a
    notebook that breaks it fail here. Kernels find this clone's packages.
    """
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    lesson = request.getfixturevalue("lesson")
    for before in read_course(ROOT / "notebooks" / "src"):
        if before.name < lesson.name:
            for name, text in derived.reference(before).items():
                saving.save(name, text)
