"""Small changes to the reference bodies, each with the oracles that have to see it.

A mutant is the reference body's text with one piece replaced by another; ``*`` stands for every
oracle that compares numbers.
"""

from __future__ import annotations

from typing import NamedTuple

NUMBERS = "pytorch gradcheck hypothesis edges graph"


class Mutant(NamedTuple):
    """What is changed, and who must notice."""

    slot: str
    old: str
    new: str
    seen_by: str


ACCUMULATE = "self.grad = self.grad + "
OVERWRITE = "self.grad = 0 + "

TABLE = [
    # backward
    Mutant("backward", "if node.grad is None or node._prev:", "if node.grad is None:", "graph"),
    Mutant("backward", "if node.grad is None or node._prev:", "if True:", "graph"),
    Mutant("backward", "in reversed(order)", "in order", NUMBERS),
    Mutant("backward", "self.grad = self.grad + gradient", "self.grad = gradient", "graph"),
    Mutant("backward", "self.grad = self.grad + gradient", "self.grad += gradient + 1", NUMBERS),
    Mutant("backward", "np.zeros_like(node.data)", "np.zeros(node.shape)", "edges"),
    Mutant("backward", "self.size != 1", "False", "edges"),
    Mutant("backward", "gradient.shape != self.shape", "False", "edges"),
    Mutant("backward", "parent.requires_grad and ", "", "graph hypothesis"),
    Mutant("backward", "parent not in seen", "True", "edges graph"),
    # elementwise
    Mutant("neg", "-out.grad", "out.grad", NUMBERS),
    Mutant("exp", "out.data * out.grad", "out.grad", NUMBERS),
    Mutant("exp", "out.data * out.grad", "out.data", NUMBERS),
    Mutant("exp", "out.data * out.grad", "self.data * out.grad", NUMBERS),
    Mutant("exp", "out.data * out.grad", "out.data * out.grad * (1 + 1e-8)", "pytorch hypothesis"),
    Mutant("exp", ACCUMULATE, OVERWRITE, "graph"),
    Mutant("exp", "np.exp(self.data)", "np.exp(self.data).astype(np.float32)", NUMBERS),
    Mutant("exp", "np.exp(self.data)", "np.asarray(np.exp(self.data), dtype=float)", "edges"),
    Mutant("log", "out.grad / self.data", "out.grad / np.log(self.data)", NUMBERS),
    Mutant("log", "np.log(self.data)", "np.log2(self.data)", "pytorch hypothesis edges graph"),
    Mutant("tanh", "(1 - out.data**2)", "(1 - self.data**2)", NUMBERS),
    Mutant("tanh", "(1 - out.data**2)", "(1 + out.data**2)", NUMBERS),
    Mutant("relu", "self.data > 0", "self.data >= 0", "edges"),
    Mutant("relu", "(self.data > 0)", "(self.data > 0) * self.data", NUMBERS),
    Mutant(
        "pow", "exponent * self.data ** (exponent - 1)", "exponent * self.data ** exponent", NUMBERS
    ),
    Mutant("pow", "exponent * self.data ** (exponent - 1)", "self.data ** (exponent - 1)", NUMBERS),
    Mutant("pow", "exponent * self.data", "2 * self.data", "pytorch gradcheck hypothesis edges"),
    Mutant("pow", "self.data**exponent", "np.abs(self.data) ** exponent", "hypothesis edges"),
    Mutant("gelu", "slope * out.grad", "cdf * out.grad", NUMBERS),
    Mutant("gelu", "3 * 0.044715", "0.044715", "pytorch gradcheck hypothesis edges"),
    Mutant("gelu", '== "none"', '== "never"', NUMBERS),
    # broadcasting
    Mutant(
        "unbroadcast", "(*range(added), *stretched)", "tuple(range(added))", "pytorch hypothesis"
    ),
    Mutant("unbroadcast", "(*range(added), *stretched)", "stretched", "pytorch hypothesis edges"),
    Mutant("add", "unbroadcast(out.grad, other.shape)", "out.grad", NUMBERS),
    Mutant("add", "other.grad = other.grad + ", "other.grad = 0 + ", "graph"),
    Mutant("sub", "unbroadcast(-out.grad", "unbroadcast(out.grad", NUMBERS),
    Mutant("sub", "self.data - other.data", "other.data - self.data", NUMBERS),
    Mutant("mul", "other.data * out.grad", "self.data * out.grad", NUMBERS),
    Mutant("mul", "if other.requires_grad:", "if self.requires_grad:", "graph"),
    Mutant("div", "-out.grad * self.data", "out.grad * self.data", NUMBERS),
    Mutant("div", "other.data**2", "other.data", NUMBERS),
    # reductions and shapes
    Mutant("softmax", "shifted = self.data -", "self.data[...] = self.data -", "graph"),
    Mutant("cross_entropy", "picked = targets", "targets += 0 * classes; picked = targets", ""),
    Mutant("cross_entropy", "    shifted =", "    targets[...] = 0\n    shifted =", "graph"),
    Mutant(
        "exp",
        "            self.grad =",
        "            out.grad *= 2; out.grad /= 2; self.grad =",
        "",
    ),
    Mutant(
        "exp", "            self.grad =", "            out.grad *= out.data; self.grad =", NUMBERS
    ),
    Mutant("sum", "keepdims=True).shape", "keepdims=keepdims).shape", "hypothesis edges"),
    Mutant("sum", "Tensor(self.data.sum", "Tensor(1.0 * self.data.sum", ""),
    Mutant("mean", " / count", "", NUMBERS),
    Mutant("mean", "self.size // max(out.size, 1)", "self.size", "pytorch hypothesis edges"),
    Mutant("mean", "self.size // max(out.size, 1)", "self.shape[0]", "hypothesis edges"),
    Mutant(
        "reshape",
        "out.grad.reshape(self.shape)",
        'out.grad.reshape(self.shape, order="F")',
        NUMBERS,
    ),
    Mutant("transpose", "np.argsort(order)", "order", "pytorch hypothesis edges"),
    Mutant(
        "broadcast_to",
        "unbroadcast(out.grad, self.shape)",
        "unbroadcast(out.grad, self.shape) / 2",
        NUMBERS,
    ),
    Mutant(
        "getitem",
        "np.add.at(grad, index, out.grad)",
        "grad[index] = out.grad",
        "pytorch hypothesis edges",
    ),
    Mutant(
        "getitem",
        "np.add.at(grad, index, out.grad)",
        "grad[index] += out.grad",
        "pytorch hypothesis edges",
    ),
    Mutant(
        "cat",
        "[t.shape[axis] for t in tensors]",
        "[t.shape[0] for t in tensors]",
        "pytorch hypothesis edges",
    ),
    Mutant("cat", "if t.requires_grad:", "if True:", "graph edges"),
    Mutant("cat", "t.grad = t.grad + grad", "t.grad = grad", "graph"),
    Mutant("stack", "np.moveaxis(out.grad, axis, 0)", "out.grad", "pytorch hypothesis edges"),
    # matmul, softmax, cross-entropy
    Mutant("matmul", "b.swapaxes(-1, -2)", "b.T", "pytorch hypothesis edges"),
    Mutant("matmul", "a.swapaxes(-1, -2) @ g", "(g.swapaxes(-1, -2) @ a).swapaxes(-1, -2)", ""),
    Mutant(
        "softmax",
        "(p * g).sum(axis=axis",
        "(p * g).sum(axis=-1",
        "pytorch gradcheck hypothesis edges",
    ),
    Mutant("softmax", "self.data.max(axis=axis, keepdims=True, initial=-np.inf)", "0", "edges"),
    Mutant(
        "softmax", "p * (g - (p * g).sum(axis=axis, keepdims=True))", "p * (1 - p) * g", NUMBERS
    ),
    Mutant("softmax", "p * (g - (p * g).sum(axis=axis, keepdims=True))", "p * g", NUMBERS),
    Mutant("cross_entropy", "picked, axis=-1) - 1", "picked, axis=-1)", NUMBERS),
    Mutant("cross_entropy", '(losses.size if reduction == "mean" else 1)', "1", NUMBERS),
    Mutant(
        "cross_entropy",
        '(losses.size if reduction == "mean" else 1)',
        "losses.size",
        "pytorch hypothesis edges",
    ),
    Mutant("cross_entropy", "share = out.grad", "share = np.ones_like(out.grad)", NUMBERS),
    Mutant("cross_entropy", "targets.min() < 0", "False", "edges"),
    # gradcheck
    Mutant("gradcheck", "/ (2 * eps)", "/ eps", "pytorch hypothesis edges graph"),
    Mutant(
        "gradcheck",
        "default_rng(0).standard_normal(out.shape)",
        "ones_like(out.data)",
        "pytorch edges",
    ),
    Mutant("gradcheck", "<= atol", "<= 1e-4", "edges"),
    Mutant("gradcheck", "<= atol", "<= 1e-2", "hypothesis edges"),
    Mutant(
        "gradcheck", "            x.data[index] = value\n", "", "pytorch hypothesis edges graph"
    ),
    Mutant("gradcheck", "            x.grad = grad\n", "            pass\n", "pytorch graph"),
    Mutant("gradcheck", "x.zero_grad()", "pass", "graph"),
    Mutant("gradcheck", "np.ndindex(x.shape)", "list(np.ndindex(x.shape))[:1]", "edges"),
    Mutant(
        "gradcheck",
        "zip(inputs, analytic, strict=True)",
        "list(zip(inputs, analytic))[:1]",
        "edges hypothesis",
    ),
    Mutant("gradcheck", "not abs(", "abs(", "pytorch hypothesis edges graph"),
]
