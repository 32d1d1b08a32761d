"""The exported module: readable, typed, and it runs without the package."""

import subprocess
import sys
import textwrap
from types import ModuleType

import numpy as np
import pytest

from minitorch.errors import MinitorchError
from minitorch.export import exported
from minitorch.slots import SLOTS


def module(text: str) -> ModuleType:
    """Run an exported text; it must not ask for minitorch."""
    own = {
        name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith("minitorch")
    }
    sys.modules["minitorch"] = None  # importing it raises
    made = sys.modules["exported"] = ModuleType("exported")
    try:
        exec(compile(text, "exported.py", "exec"), made.__dict__)
    finally:
        sys.modules.update(own)
        del sys.modules["exported"]
    return made


def of(**bodies: str) -> str:
    """The export of some bodies written as in a notebook, with the usual imports."""
    head = "import numpy as np\nfrom minitorch import Tensor\n\n\n"
    return exported({name: head + textwrap.dedent(body) for name, body in bodies.items()})


def neg(head: str, result: str) -> str:
    """A body of ``neg`` below what it uses."""
    return f"{head}\n\n\ndef neg(self):\n    return {result}"


def lines(text: str) -> int:
    """Lines that are not blank."""
    return sum(bool(line.strip()) for line in text.splitlines())


def test_the_whole_engine_is_read_in_one_sitting(reference):
    """Some four hundred lines beside blank ones, none too wide but where a body's own was."""
    text = exported(reference)
    assert 350 <= lines(text) <= 450
    assert max(map(len, text.splitlines())) <= 104  # bodies move four columns to the right
    assert "minitorch" not in text.replace("python -m minitorch", "")
    assert exported(reference) == text


def test_the_whole_engine_trains(reference):
    """Forward and backward through every op, checked by the engine's own gradcheck."""
    engine = module(exported(reference))
    rng = np.random.default_rng(0)
    x, w = (
        engine.Tensor(rng.uniform(0.5, 1.5, shape), requires_grad=True)
        for shape in ((3, 4), (4, 5))
    )

    def loss(x, w):
        h = (2 * x @ w - 1).tanh().gelu() + (x @ w).relu().exp().log() / 2.0
        rows = engine.cat([h, engine.stack([h[0], -h[1]]).reshape(2, 5)]).transpose(1, 0).T
        p = rows.softmax(axis=-1).mean(axis=0, keepdims=True).broadcast_to((5, 5))
        return engine.cross_entropy(rows, np.arange(5) % 5) + (p**2).sum()

    out = loss(x, w)
    out.backward()
    assert x.grad.shape == (3, 4)
    assert engine.gradcheck(loss, (x, w))


def test_mypy_is_content(reference, tmp_path):
    """With --strict, for the reference's bodies and for missing ones."""
    for number, bodies in enumerate(
        (reference, {"exp": reference["exp"], "cat": reference["cat"]})
    ):
        (tmp_path / f"engine{number}.py").write_text(exported(bodies), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout


def test_a_missing_slot_raises_when_it_is_called():
    """Its notebook is named."""
    engine = module(of(neg="def neg(self):\n    return Tensor(-self.data)"))
    assert (-engine.Tensor(1.0)).item() == -1
    with pytest.raises(
        NotImplementedError, match="exp is not written: see notebook 02-elementwise"
    ):
        engine.Tensor(1.0).exp()
    with pytest.raises(NotImplementedError, match="cat is not written"):
        engine.cat([])


def test_the_slots_signature_is_carried():
    """The names and defaults are the function's own; inner functions get what is known of them."""
    text = of(
        sum="""
        def sum(x, axis: "what" = (), *, keepdims=False, extra=1):
            def _backward():
                pass

            def inner(y, *rest):
                return y

            def typed(y: int):
                return y

            return Tensor(inner(x.data))
        """
    )
    assert "def sum(\n        x,\n        axis: int | tuple[int, ...] | None = (),\n" in text
    assert "        keepdims: bool = False,\n        extra: Any = 1,\n    ) -> Tensor:\n" in text
    assert "def _backward() -> None:" in text
    assert "def inner(y: Any, *rest: Any) -> Any:" in text
    assert "def typed(y: int):" in text


def test_docstrings_are_cut_after_their_first_line():
    """What a stub's docstring teaches is in the notebook; comments and strings stay."""
    text = of(
        exp='''
        def exp(self):
            r"""y = \\partial x.

            Formula: more.
            """
            message = """two
        lines"""  # kept as they are
            return message
        '''
    )
    assert 'r"""y = \\partial x."""' in text
    assert "Formula" not in text
    assert module(text).Tensor(1.0).exp() == "two\nlines"


def test_helpers_of_one_name_are_kept_apart():
    """Same text: one helper. Another text, or the same that uses another: a name of its own."""
    same = "def scale(x):\n    return x * K\n\n\n"
    text = of(
        neg=f"K = 2\n\n\n{same}def neg(self):\n    return scale(-1)",
        exp=f"K = 3\n\n\n{same}def exp(self):\n    return scale(1)",
        log=f"K = 2\n\n\n{same}def log(self):\n    return scale((lambda K: K)(5))",
    )
    x = module(text).Tensor(1.0)
    assert (x.neg(), x.exp(), x.log()) == (-2, 3, 10)
    assert text.count("def scale") == 2
    assert "K_exp = 3" in text


CLASHES = {
    "a given name": neg("def erf(x):\n    return 'mine'", "erf(1)"),
    "the class": neg("class Tensor:\n    mine = 'mine'", "Tensor.mine"),
    "a function slot": neg("def cat(x):\n    return 'mine'", "cat(1)"),
    "a builtin": neg("def len(x):\n    return 'mine'", "len(1)"),
    "an import": neg("math = 'mine'", "math"),
    "a mangled name": neg("def __mine(x):\n    return 'mine'", "__mine(1)"),
    "two at once": neg("math, erf = 'mine', 0", "math"),
    "a global": neg("erf = 0\n\n\ndef g():\n    global erf\n    erf = 'mine'", "g() or erf"),
    "a class of its own": neg(
        "class no_grad:\n    k = 'mine'\n    def m(self):\n        return no_grad.k",
        "no_grad().m()",
    ),
}


@pytest.mark.parametrize("body", CLASHES.values(), ids=CLASHES)
def test_a_helper_may_be_called_as_something_else_is(body):
    """It gets another name; what it shadowed stays what it was."""
    engine = module(exported({"neg": body, "exp": "def exp(self):\n    return len([1, 2])"}))
    assert engine.Tensor(1.0).neg() == "mine"
    assert engine.Tensor(1.0).exp() == 2
    assert engine.erf(0.0) == 0.0
    assert isinstance(engine.Tensor(1.0), engine.Tensor)
    with pytest.raises(NotImplementedError):
        engine.cat([])


IMPORTS = {
    "another name for an import": neg("import math as np", "np.sqrt(4)"),
    "from": neg("from math import sqrt as array", "array(4)"),
    "the package": neg("import minitorch", "minitorch.erf(0) + 2"),
    "the package by another name": neg("import minitorch as mt", "mt.Tensor(2.0).item()"),
    "a class by another name": neg("from minitorch import Tensor as T", "T(2.0).item()"),
    "a method as a function": neg("from minitorch import relu", "relu(self)"),
    "itself": "def neg(self, again=True):\n    return neg(self, False) if again else 2",
    "dotted": neg("import os.path\nimport os.path as p", "len([os.path, p])"),
}


@pytest.mark.parametrize("body", IMPORTS.values(), ids=IMPORTS)
def test_imports_are_merged(body):
    """What came from minitorch is in the module; what clashes is imported under another name."""
    relu = "import numpy as np\n\n\ndef relu(self):\n    return np.int64(2)"
    assert module(exported({"neg": body, "relu": relu})).Tensor(1.0).neg() == 2


def test_a_constant_that_needs_a_tensor_comes_after_it():
    """And one that a default needs comes before the class."""
    text = of(
        exp="HALF = Tensor(0.5)\nTWO = 2\n\n\ndef exp(self, x=TWO):\n    return HALF.item() * x",
        gelu="def gelu(self, approximate='none'):\n    return sum([1, 2])",
    )
    engine = module(text)
    assert engine.Tensor(1.0).exp() == 1.0
    assert engine.Tensor(1.0).gelu() == 3


def test_parts_of_the_package_cannot_come_along():
    """The error says what to import instead."""
    body = "from minitorch.slots import SLOTS\n\n\ndef neg(self):\n    return SLOTS"
    with pytest.raises(
        MinitorchError, match=r"neg imports minitorch\.slots.*import from minitorch"
    ):
        exported({"neg": body})


def test_every_slot_can_be_alone(reference):
    """Whatever is filled, the module loads."""
    for name in SLOTS:
        assert hasattr(module(exported({name: reference[name]})), "Tensor")
