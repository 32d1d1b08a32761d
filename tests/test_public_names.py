"""The names that a notebook imports are functions, whatever was imported before them."""

import subprocess
import sys

import pytest

import autograder

FIRST = {
    "nothing": "",
    "the modules": "import autograder.check, autograder.gradcheck",
    "a name of a module": "from autograder.check import CheckFailed",
    "the hidden calls": "import autograder.hidden",
}


@pytest.mark.parametrize("first", FIRST.values(), ids=FIRST.keys())
def test_check_and_gradcheck_are_functions(first):
    """Modules of the same names never stand in their place."""
    code = (
        f"{first}\nfrom autograder import check, gradcheck\nassert not hasattr(check, '__path__')"
    )
    code += "\nassert callable(check) and callable(gradcheck)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", autograder.__all__)
def test_every_public_name_is_there(name):
    """Each is found where the table says."""
    assert getattr(autograder, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error():
    """As of any module."""
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        _ = autograder.chek
