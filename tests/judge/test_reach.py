"""Who looks into the process that checks a body is not believed, however right its answers are."""

from pathlib import Path

import pytest

from autograder.judge.reach import LENT, WITH_RULES, reach
from minitorch.slots import SLOTS
from tests.exercises.lessons import answers
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
    "__import__('autograder.sandbox.hand')": "__import__",
    "import sys\nsys.modules['x']": "sys.modules",
    "from sys import modules": "sys.modules",
    "import inspect\ninspect.stack()": "inspect.stack",
    "import inspect as i\ni.stack()": "inspect.stack",
    "import sys as s\ns.modules": "sys.modules",
    "import autograder as a\na.sandbox.hand.RULES": "autograder.sandbox",
    "import inspect\ninspect.getclosurevars(f).nonlocals": "getclosurevars",
    "match f:\n    case object(__closure__=cells): pass": "__closure__",
    "import sys\nsys.setprofile(hook)": "setprofile",
    "import threading as t\nt.settrace(hook)": "settrace",
    "import pkgutil\npkgutil.resolve_name(name)": "resolve_name",
    "import traceback\ntraceback.walk_stack(None)": "walk_stack",
    "f.__code__": "__code__",
    "import os as o\no.read(3, 100)": "os.read",
    "import autograder\na = autograder\na.sandbox.hand.node": "autograder",
    "import autograder as a\ndef f(b=a): b.check": "a",
    "import autograder\nfor a in [autograder]: pass": "autograder",
    "import autograder\ngetattr(autograder, name)": "autograder",
    "import operator\noperator.attrgetter('sandbox.hand')(a)": "sandbox.hand",
    "globals()['__package__'] = 'autograder'": "autograder",
    "from .sandbox import hand": ".sandbox",
    "from . import hand": ".",
    "from ..second_order import grad": "..second_order",
    "__import__(name)": "__import__",
    "from importlib import import_module": "importlib",
    "from autograder import hidden": "autograder.hidden",
    "from autograder.gradcheck import np": "autograder.gradcheck",
    "import sys\ns = sys": "sys",
    "import sys\nvars(sys)['modules']": "modules",
    "from sys import *": "sys.*",
    "import numpy as np\nnp.sys.path": "sys",
    "from numpy import os": "os",
    "everything.modules": "modules",
    "vars(everything)['modules']": "modules",
    "import inspect\ninspect.getmembers(f)": "getmembers",
    "b'_getframe'.decode()": "_getframe",
    "dict(_getframe=0)": "_getframe",
    "def _getframe(): pass": "_getframe",
    "Report.from_exception(e, capture_locals=True)": "capture_locals",
    "import pdb\npdb.Pdb()": "pdb",
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
    "file.read(3)",
    "codes = {'os': 1}",
    "import numpy as np\nnp.linalg.norm(x.data)",
    "np.setprofiles = settraces = 1",
    "judge = sandbox = hidden = 1\ndef f(modules, judge=judge): return modules + judge",
    "def f():\n    'the hidden layer, in a sandbox of modules'",
    "self.hidden['hidden']",
    "import autograder\nautograder.check('exp')\nautograder.gradcheck(f, x)",
    "import sys\nprint(sys.version, file=sys.stderr)",
    "def f(*shape): ...",
]


@pytest.mark.parametrize("text", REACHING)
def test_a_word_that_reaches_is_found(text):
    """As a name, an attribute, an import or a text."""
    assert reach(text) == REACHING[text]


@pytest.mark.parametrize(
    "text",
    [
        "from minitorch.second_order import unbroadcast as theirs",
        "import minitorch as m\nm.second_order.unbroadcast",
        "from minitorch import second_order",
    ],
)
def test_a_slot_does_without_the_tools_of_second_order(text):
    """They are given in notebook 10, where a rule may use them; one does what a slot is to do."""
    assert reach(text) == ""
    assert reach(text, WITH_RULES) == "minitorch.second_order"


@pytest.mark.parametrize(
    "text",
    [
        "from minitorch.draw import _parents_first",
        "import minitorch.draw as d",
        "import minitorch\nminitorch.draw._parents_first",
    ],
)
def test_a_slot_does_without_the_order_of_a_drawing(text):
    """It is the one that backward is to find."""
    assert reach(text, WITH_RULES) == "minitorch.draw"


def test_a_slot_names_the_engine_for_its_attributes_alone():
    """By another name it could not be read what it is asked for."""
    assert reach("import minitorch\nm = minitorch\nm.draw", WITH_RULES) == "minitorch"
    assert reach("import minitorch\nminitorch.exp(x)", WITH_RULES) == ""


@pytest.mark.parametrize("text", HONEST)
def test_honest_words_are_not(text):
    """Modules that are good for other things as well; names that only sound alike."""
    assert reach(text) == ""


def test_no_right_body_of_the_bank_reaches():
    """In any of its styles."""
    paths = sorted(BANK.glob("*/passed_*.py"))
    assert paths
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    assert [path for path, text in texts.items() if reach(text, WITH_RULES)] == []


def test_no_solution_of_a_lesson_reaches():
    """With all that it uses of its notebook."""
    texts = answers()
    assert set(texts) >= set(SLOTS)
    assert [n for n, text in texts.items() if reach(text, WITH_RULES if n in SLOTS else ())] == []


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
