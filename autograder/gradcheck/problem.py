"""The verdicts that gradcheck can give, and the numbers behind one."""

from __future__ import annotations

from dataclasses import dataclass

#: What each verdict means and what to try. The first twelve come from looking, not from comparing.
KINDS: dict[str, tuple[str, str]] = {
    "nondeterministic forward": (
        "the same inputs gave different outputs",
        "fix the seed inside the function, or take the randomness out of it",
    ),
    "unstable output": (
        "the number, shape or dtype of the outputs depends on the inputs' values",
        "check a function whose outputs keep their shape and dtype near the point",
    ),
    "forward differs": (
        "the function and its NumPy reference disagree before any derivative is taken",
        "compare the two forward passes first",
    ),
    "mutated input": (
        "data that was passed in came back changed",
        "compute new arrays; write into none that was given",
    ),
    "mutated upstream": (
        "the upstream gradient was written into",
        "read out.grad, and add to the parents' grads only",
    ),
    "aliased": (
        "two arrays that should be independent share memory",
        "let every grad own its array",
    ),
    "wrong shape": (
        "a gradient has another shape than its tensor",
        "reduce or reshape it to the tensor's shape",
    ),
    "wrong dtype": (
        "a gradient has another dtype than its tensor",
        "compute the gradient in the tensor's dtype",
    ),
    "float32": (
        "float64 went in, and somewhere on the way it was float32",
        "look for an array, a cast or a buffer of dtype float32",
    ),
    "nondeterministic backward": (
        "the same backward pass gave different gradients",
        "look for random numbers, or for state that a closure keeps from one pass to the next",
    ),
    "not linear": (
        "the gradient is not linear in the upstream gradient",
        "multiply the local derivative by out.grad, once, and add nothing else",
    ),
    "undefined": (
        "backward does not work when another output has no gradient",
        "treat an output's missing grad as zeros",
    ),
    "missing": (
        "a tensor got no gradient, or the output no history, although the output moves with it",
        "pass every operand in _prev, and add to the grad of each that requires grad",
    ),
    "nan": (
        "a gradient or an output is not a finite number",
        "look for log, a division or a power at the edge of its domain, or for inf - inf",
    ),
    "wrong": (
        "the gradient differs from the derivative by more than the difference's own error",
        "derive the formula again; the ratio is a hint",
    ),
    "kink": (
        "the function has a kink here, so its derivative from the left and from the right differ",
        "move the point: no difference can check a gradient at a kink",
    ),
    "step too large": (
        "the gradient is right: at this eps the difference itself is wrong, a smaller one agrees",
        "pass a smaller eps",
    ),
    "roundoff": (
        "the difference drowns in rounding at this eps",
        "pass a larger eps, use float64, or loosen atol",
    ),
    "below tolerance": (
        "the gradient is within the tolerance, but further off than the difference's own error",
        "tighten atol and rtol and look at it again",
    ),
    "float32 input": (
        "an input is float32, whose differences have an error of about 1e-5 at best",
        "check in float64, or pass an eps near 7e-3 and a tolerance to match",
    ),
    "nothing compared": (
        "inputs or outputs hold no elements, or no output depends on them",
        "check with arrays that hold something",
    ),
}


@dataclass(frozen=True)
class Entry:
    """One entry of a Jacobian: d output[row] / d tensor[element]."""

    output: int
    row: tuple[int, ...]
    tensor: int
    element: tuple[int, ...]
    analytic: float
    numeric: float
    tolerance: float

    @property
    def error(self) -> float:
        return abs(self.analytic - self.numeric)

    @property
    def ratio(self) -> float:
        """Analytic by numeric; NaN where the numeric one is 0."""
        return self.analytic / self.numeric if self.numeric else float("nan")


@dataclass(frozen=True)
class Problem:
    """One verdict that is not "right".

    kind    a key of KINDS
    where   the output and the tensor in words, empty if it is about the function as a whole
    detail  what was seen, in words and numbers
    entry   the worst entry, for a verdict about values
    """

    kind: str
    where: str = ""
    detail: str = ""
    entry: Entry | None = None
