"""Who looks into the process that checks a body is not believed, however right its answers are."""

from pathlib import Path

import pytest

from autograder.judge.reach import LENT, reach
from tests.judge.course import EXP, WRITTEN, body, records, submitted

BANK = Path(__file__).parents[1] / "submissions"
BY_HAND = """
from autograder.sandbox import hand
from autograder.sandbox.program import Step


@implement
def exp(self):
    return hand.node(Step("hand.exp", ()), [self], lambda: None)
"""
REACHING = {
    "import sys\nsys._getframe(1)": "_getframe",
    "from sys import _getframe as look": "_getframe",
    "f.__closure__[0]": "__closure__",
    "getattr(f, '__closure__')": "__closure__",
    "'{0.__closure__}'.format(f)": "__closure__",
    "frame().f_back.f_locals": "f_locals",
    "import gc\ngc.get_objects()": "get_objects",
    "import ctypes": "ctypes",
    "import ctypes.util as c": "ctypes",
    "from ctypes import c_int": "ctypes",
    "import autograder.sandbox.hand": "autograder.sandbox",
    "from autograder import sandbox": "autograder.sandbox",
    "from autograder.sandbox.execute import execute": "autograder.sandbox",
    "__import__('autograder.sandbox.hand')": "autograder.sandbox",
    "import sys\nsys.modules['x']": "sys.modules",
    "from sys import modules": "sys.modules",
    "import inspect\ninspect.stack()": "inspect.stack",
}
HONEST = [
    "import sys\nsys.setrecursionlimit(10**6)",
    "import gc\ngc.collect()",
    "from autograder import check, gradcheck",
    "import minitorch\nminitorch.stack([x, y])",
    "from minitorch import stack",
    "import numpy as np\nnp.ctypeslib",
    "modules = stack = frame = 1",
    f"from {LENT} import network",
    "x.__class__.__name__",
]


@pytest.mark.parametrize("text", REACHING)
def test_a_word_that_reaches_is_found(text):
    """As a name, an attribute, an import or a text."""
    assert reach(text) == REACHING[text]


@pytest.mark.parametrize("text", HONEST)
def test_honest_words_are_not(text):
    """Modules that are good for other things as well; names that only sound alike."""
    assert reach(text) == ""


def test_no_right_body_of_the_bank_reaches():
    """In any of its styles."""
    paths = sorted(BANK.glob("*/passed_*.py"))
    assert paths
    assert [path for path in paths if reach(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "text",
    [BY_HAND, body("exp", f"import sys\n    sys._getframe(1).f_locals\n    {EXP}")],
    ids=["nodes made by hand", "frames"],
)
def test_a_body_that_reaches_for_its_answer_gets_no_points(judge, text):
    """And is told why."""
    record = records(judge, submitted({**WRITTEN, "exp": text}))["exp"]
    assert record["outcome"] == "wrong"
    assert record["points"] == 0
    assert "a body computes from its arguments" in " ".join(record["message"].split())
