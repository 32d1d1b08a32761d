"""A small course: one notebook with two slots, a question and an essay; its examples by hand."""

import sys

import pytest

if sys.platform == "linux":
    from autograder.judge import bwrap
    from autograder.judge.judge import Judge
    from tests.judge import course

    WAYS = [pytest.param(True, marks=pytest.mark.needs_sandbox, id="bubblewrap"), False]
else:
    collect_ignore_glob = ["test_*.py"]  # the judge is Linux's
    WAYS = []


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """Examples of neg and exp, made without PyTorch and Hypothesis."""
    return course.store(tmp_path_factory.mktemp("examples"))


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    """The folder of a reference engine whose bodies are in the tests' own hand."""
    return course.reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def judge(store, reference):
    """The judge as it works on this machine."""
    works = bwrap.available()[0]
    with Judge(store, reference, sandbox=works, limits=course.LIMITS) as judge:
        yield judge


@pytest.fixture(scope="module", params=WAYS)
def each_judge(request, store, reference):
    """The judge with bubblewrap, and without."""
    with Judge(store, reference, sandbox=request.param, limits=course.LIMITS) as judge:
        yield judge
