"""What gradcheck says of 80 functions, beside what PyTorch's says of the same ones.

Each row makes a function and its inputs with either engine. ``ours`` is ``right``, ``usage`` (a
ValueError) or a verdict's kind; ``torchs`` is ``right``, ``wrong`` (a GradcheckError) or ``error``
(any other exception). Where the two differ, autograder.gradcheck's docstring says why ours is the
better one; a test compares the two lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

Make = Callable[[Any], tuple[Any, Any]]
RANDOM = np.random.default_rng(7)
A = RANDOM.standard_normal((3, 4))
B = RANDOM.standard_normal((4, 2))


@dataclass(frozen=True)
class Behaviour:
    """One row: what is asked, what each gradcheck answers, and what ours warns of."""

    name: str
    make: Make
    ours: str
    torchs: str
    options: Mapping[str, Any] = field(default_factory=dict)
    warns: str = ""
    torch_options: Mapping[str, Any] | None = None

    @property
    def differs(self) -> bool:
        """Whether one passes, fails or refuses what the other does not."""
        ours = {"right": "passes", "usage": "refuses"}.get(self.ours, "fails")
        torchs = {"right": "passes", "error": "refuses", "wrong": "fails"}[self.torchs]
        return ours != torchs or (bool(self.warns) and self.warns != "float32 input")


def square(e: Any, slip: Callable[..., Any] = lambda g, out, x: g * 2 * x, **how: Any) -> Any:
    """x squared, with a gradient that may be wrong."""
    return e.op(np.square, slip, **how)


def one(function: Callable[[Any], Callable[..., Any]], data: Any = A, dtype: Any = None) -> Make:
    """A row's ``make`` for a function of one tensor."""
    return lambda e: (function(e), e.tensor(data, dtype=dtype))


class Linear:
    """x @ weight + bias: a module as PyTorch's users write one."""

    def __init__(self, e: Any, bias: Any = None) -> None:
        self.weight = e.tensor(B)
        self.bias = e.tensor([0.5, -1.0]) if bias is None else bias

    def __call__(self, x: Any) -> Any:
        return x @ self.weight + self.bias


def linear_with_wrong_bias(e: Any) -> Any:
    """A module whose bias gets half of its gradient."""
    add = e.op(np.add, lambda g, out, x, b: (g, 0.5 * g.sum(axis=0)))
    module = Linear(e)
    return lambda x, weight, bias: add(x @ weight, bias), (e.tensor(A), module.weight, module.bias)


class HalfBias(Linear):
    """The same as a module."""

    def __init__(self, e: Any) -> None:
        super().__init__(e)
        self._add = e.op(np.add, lambda g, out, x, b: (g, 0.5 * g.sum(axis=0)))

    def __call__(self, x: Any) -> Any:
        return self._add(x @ self.weight, self.bias)


def one_entry(e: Any) -> Any:
    """A 12 x 12 diagonal Jacobian with one entry beside the diagonal that should be 0."""

    def slip(g: Any, out: Any, x: Any) -> Any:
        grad = g * 2 * x
        grad[0, 1] += 0.01 * g[2, 3]
        return grad

    return square(e, slip)


def jitter(size: float) -> Callable[[Any], Any]:
    """A gradient that is off by ``size`` in another direction at every pass."""

    def make(e: Any) -> Any:
        passes = count()
        return square(e, lambda g, out, x: g * 2 * x + size * np.sin(next(passes)) * g)

    return make


def right_once(e: Any) -> Any:
    """State that survives a pass: right the first time only."""
    passes = count()
    return square(e, lambda g, out, x: g * 2 * x * (1 if next(passes) == 0 else 2))


def counting(e: Any) -> Any:
    """A function that counts its calls, as a running mean does."""
    calls = count()
    return lambda x: x * float(next(calls))


def noisy(e: Any) -> Any:
    """A dropout that nobody seeded."""
    return e.op(lambda x: x * (np.random.random(x.shape) > 0.5), lambda g, out, x: g * (out != 0))


def writes(target: str) -> Callable[[Any], Any]:
    """3x, whose backward writes into an array that it was given."""

    def make(e: Any) -> Any:
        def slip(g: Any, out: Any, x: Any) -> Any:
            grad = 3 * g
            if target == "input":
                x[...] = 0
            else:
                g[...] = 7
            return grad

        return e.op(lambda x: 3 * x, slip)

    return make


def normalises_in_place(e: Any) -> Any:
    """A forward that centres its input where it lies; the gradient is that of x - mean."""

    def forward(x: Any) -> Any:
        x -= x.mean()
        return x.copy()

    return e.op(forward, lambda g, out, x: g - g.mean())


def masked(e: Any) -> Any:
    """The positive elements only: how many depends on the values."""
    return e.op(lambda x: x[x > 0], lambda g, out, x: np.zeros_like(x))


def casts(e: Any) -> Any:
    """float32 below 1, float64 above."""
    return lambda x: e.cast(x, np.float32 if float(x) < 1 else np.float64)


def in_no_grad(e: Any) -> Any:
    """A function whose ops all run in no_grad."""

    def f(x: Any) -> Any:
        with e.no_grad():
            return x * x

    return f


def overlapping(e: Any) -> Any:
    """Rows of a sliding window over six numbers: elements that share memory."""
    return lambda x: x * x, e.strided(np.arange(6.0), (4, 3), (1, 1))


def broadcast(e: Any) -> Any:
    """Four rows that are one row in memory."""
    return lambda x: x * x, e.strided(np.array([1.0, 2.0, 3.0]), (4, 3), (0, 1))


def twice(e: Any) -> Any:
    """One tensor given twice."""
    x = e.tensor(A)
    return lambda x, y: x * y + x, (x, x)


def relu(e: Any) -> Any:
    return e.op(lambda x: np.maximum(x, 0), lambda g, out, x: g * (x > 0))


def absolute(e: Any, slope: float = 0.0) -> Any:
    return e.op(np.abs, lambda g, out, x: g * np.where(x == 0, slope, np.sign(x)))


def maximum(e: Any) -> Any:
    return e.op(np.maximum, lambda g, out, x, y: (g * (x >= y), g * (x < y)))


def float32_inside(e: Any) -> Any:
    def slip(g: Any, out: Any, x: Any) -> Any:
        return np.float64((g * 2 * x).astype(np.float32))

    return square(e, slip)


TABLE = [
    # right
    Behaviour("sum of squares", one(lambda e: lambda x: (x**2).sum()), "right", "right"),
    Behaviour("custom linear layer", lambda e: (Linear(e), e.tensor(A)), "right", "right"),
    Behaviour(
        "linear function of x, weight, bias",
        lambda e: (lambda x, w, b: x @ w + b, (e.tensor(A), e.tensor(B), e.tensor([0.5, -1]))),
        "right",
        "right",
    ),
    Behaviour(
        "two inputs with different functions",
        lambda e: (lambda x, y: (x**2).sum() + (y**3).sum(), (e.tensor(A), e.tensor(B))),
        "right",
        "right",
    ),
    Behaviour(
        "x**4 with adjusted tolerances",
        one(lambda e: lambda x: x**4),
        "right",
        "right",
        {"eps": 1e-3, "atol": 1e-4, "rtol": 1e-2},
    ),
    Behaviour(
        "several outputs",
        one(lambda e: lambda x: (x * x, x.sum(), x.exp())),
        "right",
        "right",
    ),
    Behaviour(
        "only one input requires grad",
        lambda e: (lambda x, y: x * y, (e.tensor(A), e.tensor(A, grad=False))),
        "right",
        "right",
    ),
    Behaviour("transposed output", one(lambda e: lambda x: (x * x).T), "right", "right"),
    Behaviour("the function is the identity", one(lambda e: lambda x: x), "right", "right"),
    Behaviour("one tensor passed twice", twice, "right", "right"),
    Behaviour(
        "unused input",
        lambda e: (lambda x, y: x * x, (e.tensor(A), e.tensor(B))),
        "right",
        "right",
    ),
    Behaviour(
        "empty tensors",
        one(lambda e: lambda x: x * x, np.zeros(0)),
        "right",
        "right",
        warns="nothing compared",
    ),
    Behaviour("jitter below nondet_tol", one(jitter(1e-9)), "right", "right", {"nondet_tol": 1e-8}),
    Behaviour("a list of inputs", lambda e: (lambda x: x * x, [e.tensor(A)]), "right", "right"),
    Behaviour("scalar input", one(lambda e: lambda x: x.exp(), 0.7), "right", "right"),
    # wrong values
    Behaviour("wrong factor", one(lambda e: square(e, lambda g, o, x: g * x)), "wrong", "wrong"),
    Behaviour("wrong sign", one(lambda e: square(e, lambda g, o, x: -2 * g * x)), "wrong", "wrong"),
    Behaviour("one wrong entry in 144", one(one_entry), "wrong", "wrong"),
    Behaviour(
        "error in the second output only",
        one(lambda e: lambda x: (x * x, square(e, lambda g, out, x: g * x)(x))),
        "wrong",
        "wrong",
    ),
    Behaviour("error in the bias only", linear_with_wrong_bias, "wrong", "wrong"),
    Behaviour(
        "error in a module's parameter", lambda e: (HalfBias(e), e.tensor(A)), "wrong", "right"
    ),
    Behaviour(
        "a slip below the tolerance",
        one(lambda e: square(e, lambda g, out, x: g * 2.0002 * x)),
        "right",
        "right",
        warns="below tolerance",
    ),
    Behaviour(
        "a slip below the tolerance, strict",
        one(lambda e: square(e, lambda g, out, x: g * 2.0002 * x)),
        "below tolerance",
        "right",
        {"strict": True},
        torch_options={},
    ),
    Behaviour(
        "gradient through float32",
        one(float32_inside),
        "right",
        "right",
        warns="float32",
    ),
    Behaviour(
        "float32 grad with check_grad_dtypes",
        one(lambda e: square(e, lambda g, o, x: (2 * g * x).astype(np.float32), own=False)),
        "float32",
        "right",
        {"check_grad_dtypes": True},
    ),
    Behaviour(
        "NaN gradient", one(lambda e: square(e, lambda g, out, x: g * np.nan)), "nan", "wrong"
    ),
    Behaviour("log at 0", one(lambda e: lambda x: x.log(), [0.0, 1.0]), "nan", "wrong"),
    Behaviour(
        "None for a gradient", one(lambda e: square(e, lambda g, out, x: None)), "missing", "wrong"
    ),
    Behaviour("detached output", one(lambda e: lambda x: x.detach() * 2), "missing", "wrong"),
    Behaviour(
        "one output of two detached",
        one(lambda e: lambda x: (x * x, x.detach() * 2)),
        "missing",
        "right",
    ),
    Behaviour("forward in no_grad", one(in_no_grad), "missing", "wrong"),
    # the upstream gradient
    Behaviour(
        "upstream ignored, scalar output",
        one(lambda e: lambda x: e.op(lambda x: np.sum(x**2), lambda g, o, x: 2 * x)(x)),
        "not linear",
        "wrong",
    ),
    Behaviour(
        "upstream ignored",
        one(lambda e: square(e, lambda g, out, x: 2 * x)),
        "not linear",
        "wrong",
    ),
    Behaviour(
        "upstream squared",
        one(lambda e: square(e, lambda g, out, x: g * g * 2 * x)),
        "not linear",
        "right",
    ),
    Behaviour(
        "upstream clipped to -1..1",
        one(lambda e: square(e, lambda g, out, x: g.clip(-1, 1) * 2 * x)),
        "not linear",
        "right",
    ),
    Behaviour(
        "a constant added under a loose atol",
        one(lambda e: square(e, lambda g, out, x: g * 2 * x + 1e-3)),
        "not linear",
        "wrong",
        {"atol": 1e-2},
    ),
    # shapes and memory
    Behaviour(
        "wrong shape, right size",
        one(lambda e: square(e, lambda g, out, x: (g * 2 * x).reshape(4, 3))),
        "wrong shape",
        "error",
    ),
    Behaviour(
        "broadcast not reduced",
        lambda e: (
            e.op(np.multiply, lambda g, out, x, y: (g * y, g * x)),
            (e.tensor(A), e.tensor(A[0])),
        ),
        "wrong shape",
        "right",
    ),
    Behaviour("upstream written into", one(writes("upstream")), "mutated upstream", "right"),
    Behaviour("input written into by backward", one(writes("input")), "mutated input", "right"),
    Behaviour("input written into by forward", one(normalises_in_place), "mutated input", "wrong"),
    Behaviour(
        "two grads in one array",
        lambda e: (
            e.op(np.add, lambda g, out, x, y: (g, g), own=False),
            (e.tensor(A), e.tensor(A)),
        ),
        "aliased",
        "right",
    ),
    Behaviour(
        "grad a read-only view",
        one(
            lambda e: e.op(np.sum, lambda g, out, x: np.broadcast_to(g.copy(), x.shape), own=False)
        ),
        "aliased",
        "right",
    ),
    Behaviour("output in the input's memory", one(lambda e: e.view), "aliased", "right"),
    Behaviour("broadcast input memory", broadcast, "right", "error"),
    Behaviour("overlapping input memory", overlapping, "right", "wrong"),
    # the same answer twice
    Behaviour("jitter above nondet_tol", one(jitter(1e-6)), "nondeterministic backward", "wrong"),
    Behaviour("right once, wrong again", one(right_once), "nondeterministic backward", "wrong"),
    Behaviour("random forward", one(noisy), "nondeterministic forward", "wrong"),
    Behaviour("forward that counts its calls", one(counting), "nondeterministic forward", "wrong"),
    Behaviour(
        "output shape depends on the value", one(masked, [-1e-7, 1.0]), "unstable output", "error"
    ),
    Behaviour("output dtype depends on the value", one(casts, 1.0), "unstable output", "error"),
    # several outputs
    Behaviour(
        "an output without a grad breaks backward",
        one(lambda e: e.pair(needs_both=True)),
        "undefined",
        "error",
    ),
    Behaviour(
        "the same with check_undefined_grad=False",
        one(lambda e: e.pair(needs_both=True)),
        "right",
        "error",
        {"check_undefined_grad": False},
    ),
    Behaviour(
        "an output without a grad counts as zeros",
        one(lambda e: e.pair(needs_both=False)),
        "right",
        "right",
    ),
    # kinks
    Behaviour("relu at 0", one(relu, [0.0, 1.0]), "kink", "wrong"),
    Behaviour("abs at 0", one(absolute, [0.0]), "right", "right", warns="kink"),
    Behaviour(
        "abs at 0, strict",
        one(absolute, [0.0]),
        "kink",
        "right",
        {"strict": True},
        torch_options={},
    ),
    Behaviour(
        "abs at 0 with a slope of 5", one(lambda e: absolute(e, 5.0), [0.0]), "wrong", "wrong"
    ),
    Behaviour(
        "max at a tie",
        lambda e: (maximum(e), (e.tensor([1.0, 2.0]), e.tensor([1.0, 3.0]))),
        "kink",
        "wrong",
    ),
    Behaviour("kink inside the stencil", one(relu, [5e-7]), "kink", "wrong"),
    Behaviour("kink just outside the stencil", one(relu, [1.1e-6]), "right", "right"),
    Behaviour(
        "a jump", one(lambda e: e.op(np.floor, lambda g, out, x: 0 * g), [1.0]), "kink", "wrong"
    ),
    # steps
    Behaviour("log at 1e-3", one(lambda e: lambda x: x.log(), [1e-3]), "right", "right"),
    Behaviour("log at 1e-7", one(lambda e: lambda x: x.log(), [1e-7]), "step too large", "wrong"),
    Behaviour(
        "log at 1e-7 with a small eps",
        one(lambda e: lambda x: x.log(), [1e-7]),
        "right",
        "right",
        {"eps": 1e-11},
    ),
    Behaviour("sin at 1e10", one(lambda e: e.sin, [1e10]), "step too large", "wrong"),
    Behaviour(
        "sin at 1e10 with a small eps",
        one(lambda e: e.sin, [1e10]),
        "right",
        "wrong",
        {"eps": 1e-13},
    ),
    Behaviour("x**2 at 1e6", one(lambda e: lambda x: x**2, [1e6]), "right", "right"),
    Behaviour(
        "x**2 at 1e6 with tight tolerances",
        one(lambda e: lambda x: x**2, [1234567.1]),
        "right",
        "wrong",
        {"rtol": 1e-8, "atol": 0.0},
    ),
    Behaviour(
        "x**4 with a large eps and tight tolerances",
        one(lambda e: lambda x: x**4),
        "step too large",
        "wrong",
        {"eps": 1e-2, "atol": 1e-6, "rtol": 1e-6},
    ),
    Behaviour(
        "a sum that cancels",
        one(lambda e: lambda x: (x + 1e10) - 1e10, [1.0]),
        "roundoff",
        "wrong",
    ),
    Behaviour(
        "float32 output of float64",
        one(lambda e: lambda x: e.cast(x.exp(), np.float32)),
        "float32",
        "wrong",
    ),
    Behaviour(
        "float32 with the default eps",
        one(lambda e: lambda x: x.exp(), [0.3, 0.7], np.float32),
        "roundoff",
        "wrong",
        warns="float32 input",
    ),
    Behaviour(
        "float32 with a fitting eps",
        one(lambda e: lambda x: x.exp(), [0.3, 0.7], np.float32),
        "right",
        "right",
        {"eps": 7e-3, "atol": 1e-3},
        warns="float32 input",
    ),
    # usage
    Behaviour(
        "no input requires grad",
        lambda e: (lambda x: x * x, e.tensor(A, grad=False)),
        "usage",
        "error",
    ),
    Behaviour(
        "only a module's parameters require grad",
        lambda e: (Linear(e), e.tensor(A, grad=False)),
        "right",
        "error",
    ),
    Behaviour("no outputs", one(lambda e: lambda x: ()), "usage", "right"),
    Behaviour("None returned", one(lambda e: lambda x: None), "usage", "error"),
    Behaviour("a number returned", one(lambda e: lambda x: 1.0), "usage", "error"),
    Behaviour("eps = 0", one(lambda e: lambda x: x * x), "usage", "wrong", {"eps": 0.0}),
    Behaviour("eps < 0", one(lambda e: lambda x: x * x), "usage", "right", {"eps": -1e-6}),
    Behaviour("atol < 0", one(lambda e: lambda x: x * x), "usage", "error", {"atol": -1.0}),
    Behaviour(
        "check_batched_grad=True",
        one(lambda e: lambda x: x * x),
        "usage",
        "right",
        {"check_batched_grad": True},
    ),
    Behaviour(
        "fast_mode=True", one(lambda e: lambda x: x * x), "usage", "right", {"fast_mode": True}
    ),
]
