"""``@implement`` in a notebook: what is saved, what is refused, and what it says."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from minitorch import Tensor, saving
from minitorch.slots import attached, dispatchers

ROOT = Path(__file__).parents[2]

EXP = """
@implement
def exp(self):
    out = Tensor(np.exp(self.data) * scale(), _prev=(self,), _op="exp")
    return out
"""


def test_what_runs_is_what_was_saved(run):
    """The attached function comes from the file, with the helper from another cell."""
    run("FACTOR = 2.0\ndef scale(): return FACTOR")
    assert run(EXP) == ""
    assert Tensor(0.0).exp().item() == 2.0
    assert attached("exp").__code__.co_filename == str(saving.path("exp"))
    assert saving.read("exp").endswith(
        textwrap.dedent("""\
        import numpy as np
        from minitorch import Tensor

        FACTOR = 2.0


        def scale(): return FACTOR


        def exp(self):
            out = Tensor(np.exp(self.data) * scale(), _prev=(self,), _op="exp")
            return out
        """)
    )


def test_the_notebook_gets_the_slot_as_a_function(run):
    """``exp(x)`` in a cell is what the slot holds at the time; ``sum`` stays Python's."""
    run("def scale(): return 1.0" + EXP)
    assert run("print(exp(Tensor(0.0)), exp)").startswith("Tensor(1.) <function exp")
    run("@implement\ndef sum(self, axis=None, keepdims=False):\n    return sum([1, 2])")
    assert run("print(sum, sum([3]), Tensor(1.0).sum())") == "<built-in function sum> 3 3\n"
    run("@implement\ndef pow(self, exponent):\n    return 'power'")
    assert run("print(pow(2, 3), Tensor(1.0) ** 2)") == "8 power\n"


def test_a_helper_that_changes_saves_its_slots_again(run):
    """After the cell that changed it, with one line that says so."""
    run("def scale(): return 1.0" + EXP)
    said = run("def scale(): return 3.0")
    assert said == "minitorch: exp was saved again, as something that it uses has changed\n"
    assert Tensor(0.0).exp().item() == 3.0
    assert run("def scale(): return 3.0") == ""
    assert run("unrelated = 1") == ""


def test_a_helper_that_comes_later_is_saved_then(run):
    """Until then the body fails as Python says it."""
    run(EXP)
    assert "NameError: name 'scale' is not defined" in run("Tensor(0.0).exp()")
    assert "exp was saved again" in run("def scale(): return 4.0")
    assert Tensor(0.0).exp().item() == 4.0


def test_several_slots_and_helpers_in_one_cell(run):
    """Each is saved with its own."""
    run(
        """
        def half(x): return x / 2
        @implement
        def neg(self): return Tensor(-half(self.data))
        def twice(x): return x * 2
        @implement
        def log(self): return Tensor(twice(self.data))
        """
    )
    assert (Tensor(3.0).neg().item(), Tensor(3.0).log().item()) == (-1.5, 6.0)
    assert "twice" not in saving.read("neg")
    assert "half" not in saving.read("log")


def test_a_body_written_again_replaces_the_first(run):
    """In the same cell, run again, and in another."""
    run("@implement\ndef neg(self): return 1")
    run("@implement\ndef neg(self): return 2")
    assert Tensor(0.0).neg() == 2
    run("@implement\ndef neg(self): return 1")
    assert Tensor(0.0).neg() == 1
    assert "return 2" in (saving.folder() / "previous" / "neg.py").read_text(encoding="utf-8")


def test_a_stub_is_never_saved_over_a_body(run):
    """The slot is empty here, as grading would see it; the file stays."""
    assert run("@implement\ndef neg(self):\n    raise NotImplementedError") == ""
    run("@implement\ndef neg(self): return 1")
    said = run("@implement\ndef neg(self):\n    'doc'\n    raise NotImplementedError()")
    assert said.startswith("minitorch: neg is still the stub in this cell")
    assert said.count("\n") == 1
    assert attached("neg") is None
    assert "return 1" in saving.read("neg")
    run("pass")
    assert attached("neg") is None


def test_the_released_stubs_are_not_saved(run, released_stubs):
    """Running an untouched notebook fills nothing and says nothing."""
    for stub in released_stubs.values():
        assert run(stub) == ""
    assert not saving.folder().exists()


REFUSED = {
    "no slot": (
        "@implement\ndef expp(self): return 1",
        "SlotError: there is no slot 'expp'; did you mean exp?",
    ),
    "a lambda": ("implement(lambda self: 1)", "SlotError: there is no slot '<lambda>'"),
    "no function": ("implement(3)", "SlotError: there is no slot '3'"),
    "an axis missing": (
        "@implement\ndef sum(self, keepdims=False): return 1",
        "SlotError: expected sum(self, axis=None, keepdims=False), got sum(self, keepdims=False)",
    ),
    "another name for an option": (
        "@implement\ndef softmax(self, dim: int = -1) -> Tensor: return 1",
        "SlotError: expected softmax(self, axis=-1), got softmax(self, dim=-1)",
    ),
    "a number for a shape": (
        "@implement\ndef reshape(self, shape): return 1",
        "SlotError: expected reshape(self, *shape), got reshape(self, shape)",
    ),
    "too many": (
        "@implement\ndef neg(self, x): return 1",
        "SlotError: expected neg(self), got neg(self, x)",
    ),
    "a loop variable": (
        "for K in range(3): pass\n@implement\ndef neg(self): return K",
        "UnsavableError: neg uses 'K', which a for loop binds",
    ),
    "a random constant": (
        "K = np.random.rand(2)\n@implement\ndef neg(self): return K",
        "UnsavableError: neg uses 'K', which is array([",
    ),
    "a constant below": (
        "@implement\ndef neg(self): return K\nK = 1",
        "UnsavableError: neg uses 'K', which is assigned below it: move the assignment above neg",
    ),
    "a constant that was changed since": (
        "K = [1]\nK.append(2)\n@implement\ndef neg(self): return K",
        "UnsavableError: neg uses 'K', which is [1, 2] here and [1] when its assignment runs again",
    ),
    "a constant that cannot be compared": (
        "K = iter([1])\n@implement\ndef neg(self): return K",
        "UnsavableError: neg uses 'K', which is <list_iterator",
    ),
    "not at the top level": (
        "if True:\n    @implement\n    def neg(self): return 1",
        "UnsavableError: neg is not defined at the top level of this cell",
    ),
    "a name that no cell binds": (
        "globals()['K'] = 1\n@implement\ndef neg(self): return K",
        "UnsavableError: neg uses 'K', which no cell that ran here defines",
    ),
    "a constant that fails elsewhere": (
        "K = len(dir())\nL = dir().index('K')\n@implement\ndef neg(self): return L",
        "UnsavableError: neg ",
    ),
}


@pytest.mark.parametrize(("cell", "says"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_said_in_one_line(run, cell, says):
    """No traceback of ours, and nothing is saved."""
    said = run(cell)
    assert said.startswith(says)
    assert said.count("\n") == 1
    assert not saving.folder().exists()


ACCEPTED = {
    "numbers": "K = (1, 2.5, -0.0, 1j, True, None, 'é', b'b', ..., float('nan'))",
    "containers": "K = {'a': [1, (2,)], 'b': {3}, 'c': range(4), 'd': slice(1)}",
    "arrays": "K = np.arange(6.0).reshape(2, 3), np.float32(1), np.dtype(float)",
    "imports": "import math\nK = math.sqrt(2 / math.pi), math, np.exp, np.ndarray",
    "functions": "K = (lambda x: x + 1), [lambda: 2]",
    "partials": "from functools import partial\nK = partial(np.sum, axis=0)",
    "tensors": "K = Tensor([1.0, 2.0])",
    "classes": "class A(dict): pass\nK = A",
    "fractions": "from fractions import Fraction\nK = Fraction(1, 3)",
    "closures": "def power(n):\n    return lambda x: x**n\nK = power(2)",
    "two at once": "K, L = 1, 2",
    "annotated": "K: int = 1",
    "from another constant": "J = 2\nK = J * 3",
}


@pytest.mark.parametrize("constant", ACCEPTED.values(), ids=ACCEPTED)
def test_constants_that_give_the_same_value_again(run, constant):
    """Literals, imports, other saved names, and what is computed from them."""
    assert run(f"{constant}\n@implement\ndef neg(self): return K") == ""
    assert attached("neg") is not None


@pytest.mark.parametrize(
    "signature",
    [
        "(self, axis=None, keepdims=False)",
        "(x, axis=None, *, keepdims=False, extra=1)",
        "(*args, **kwargs)",
        "(self, axis=(), keepdims=0)",
    ],
)
def test_signatures_that_fit(run, signature):
    """The first parameter may be called anything; more with defaults are allowed."""
    expected = "SlotError" if "*," in signature else ""
    assert run(f"@implement\ndef sum{signature}: return 1").startswith(expected)


def test_another_notebooks_body_is_taken_up_before_the_next_cell(run):
    """It says so in one line, and no longer saves its own over it."""
    run("def scale(): return 1.0" + EXP)
    saving.save("exp", "def exp(self):\n    return 'theirs'\n")
    said = run("print(Tensor(0.0).exp())\ndef scale(): return 2.0")
    assert said == (
        "minitorch: exp was rewritten by another notebook; this one now runs that version\ntheirs\n"
    )
    assert "theirs" in saving.read("exp")
    saving.path("exp").unlink()
    assert run("pass") == "minitorch: the saved body of exp is gone\n"
    assert attached("exp") is None


def test_a_helper_that_can_no_longer_be_saved_is_said_once(run):
    """The version before it stays."""
    run("K = 1\n@implement\ndef neg(self): return K")
    said = run("K = np.random.rand()")
    assert said.startswith("minitorch: neg uses 'K', which is 0.")
    assert said.endswith("the version of neg that was saved before is kept\n")
    assert run("other = 1") == ""
    assert Tensor(0.0).neg() == 1
    assert "saved again" in run("K = 5")
    assert Tensor(0.0).neg() == 5


def test_a_cell_that_is_kept_out_of_the_history(run):
    """Its text is found all the same."""
    run("def scale(): return 6.0" + EXP, store_history=False)
    assert Tensor(0.0).exp().item() == 6.0


def test_a_cell_that_was_no_python_is_forgotten(run):
    """It ran nothing, so what it mentions may still come."""
    run(EXP.replace("out =", "out = ="))
    assert run(EXP) == ""
    run("def scale(): return 7.0")
    assert Tensor(0.0).exp().item() == 7.0


def test_a_cell_that_only_ipython_understands(run):
    """It is read as IPython rewrites it."""
    run("get_ipython().system = lambda command: None\ndef scale(): return 8.0\n!echo $scale")
    run(EXP)
    assert Tensor(0.0).exp().item() == 8.0


def test_a_timed_cell(run):
    """``%%time`` runs the rest as it stands."""
    run("%%time\n@implement\ndef neg(self): return 1")
    assert attached("neg") is not None


def test_a_script_saves_too(tmp_path):
    """The source is the file's; a fresh process then runs what was saved."""
    script = tmp_path / "mine.py"
    script.write_text(
        "from minitorch import Tensor, implement\n\nK = 2\n\n\n"
        "@implement\ndef neg(self):\n    return helper(K)\n\n\ndef helper(x):\n    return 'é', x\n",
        encoding="utf-8",
    )
    for arguments in (
        [str(script)],
        ["-c", "from minitorch import Tensor; print(ascii(Tensor(1.).neg()))"],
    ):
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout == "('\\xe9', 2)\n"


def test_code_without_a_file_cannot_be_saved():
    """``python -c`` and ``exec``."""
    with pytest.raises(saving.UnsavableError, match="in no notebook cell and no file"):
        exec("from minitorch import implement\n@implement\ndef neg(self): return 1", {})


def test_a_dispatcher_shows_the_body(run):
    """``help(exp)`` and ``exp?`` speak of what the student wrote."""
    run("@implement\ndef neg(self):\n    'minus'\n    return np.negative(1)")
    assert dispatchers["neg"].__doc__ == "minus"
    assert dispatchers["neg"](np.zeros(2)) == -1
