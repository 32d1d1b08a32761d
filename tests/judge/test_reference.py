"""The reference is lent as code that tells nothing of its source."""

import marshal
from types import CodeType

import pytest

from autograder.judge import reference
from autograder.sandbox.load import compiled
from minitorch.slots import SLOTS

TEXT = '''"""A module."""
import numpy as np


def exp(self):
    """The secret formula."""
    if self:  # a comment

        return np.exp(self.data)
    return [value for value in (1, 2)]
'''


def every_code(code: CodeType):
    """A code object and all those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from every_code(constant)


def test_it_holds_neither_docstrings_nor_lines():
    """Every line is line 1 of a file that is not there."""
    module = marshal.loads(compiled(TEXT))
    for code in every_code(module):
        assert code.co_filename == "<reference>"
        assert {line for *_, line in code.co_lines()} <= {0, 1, None}
        assert not any("secret" in c or "module" in c for c in code.co_consts if isinstance(c, str))


def test_it_runs_as_its_text_does():
    """Only what it says of itself is gone."""
    space: dict = {}
    exec(marshal.loads(compiled(TEXT)), space)
    assert space["exp"](0) == [1, 2]


def test_every_slot_is_lent(reference):
    """Or else the missing ones are named."""
    from autograder.judge.reference import codes

    assert set(codes(reference)) == set(SLOTS)


def test_a_reference_that_lacks_a_slot_is_refused(tmp_path):
    """With what to do."""
    (tmp_path / "exp.py").write_text(TEXT, encoding="utf-8")
    with pytest.raises(reference.ReferenceMissingError, match=r"lacks backward.*make build"):
        reference.codes(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path, monkeypatch):
    """It may be given by an environment variable."""
    monkeypatch.setenv(reference.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(reference.ReferenceMissingError, match="nowhere"):
        reference.folder()
