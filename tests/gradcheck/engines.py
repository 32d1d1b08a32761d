"""Two engines with one face, so that one function can be given to both gradchecks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import minitorch

Forward = Callable[..., np.ndarray]
Backward = Callable[..., Any]  # (g, out, *arrays) -> one array, or one an operand, None for none


class Mini:
    """minitorch, and autograder.gradcheck."""

    name = "minitorch"

    def tensor(self, data: Any, grad: bool = True, dtype: Any = None) -> Any:
        array = np.asarray(data, dtype or float)
        return minitorch.Tensor(array, requires_grad=grad)

    def op(self, forward: Forward, backward: Backward, own: bool = True) -> Callable[..., Any]:
        """An op from two NumPy functions; ``own=False`` hands the grads over without a copy."""

        def apply(*operands: minitorch.Tensor) -> minitorch.Tensor:
            arrays = [x.data for x in operands]
            out = minitorch.Tensor(forward(*arrays), _prev=operands, _op="test")

            def closure() -> None:
                grads = _tuple(backward(out.grad, out.data, *(x.data for x in operands)))
                for x, grad in zip(operands, grads, strict=True):
                    if x.requires_grad and grad is not None:
                        x.grad = grad if not own else _sum(x.grad, grad)
                    elif grad is None:
                        x.grad = None

            out._backward = closure
            return out

        return apply

    def pair(self, needs_both: bool) -> Callable[..., Any]:
        """An op with two outputs, 2x and 3x, whose closure reads both grads."""

        def apply(x: minitorch.Tensor) -> Any:
            first = minitorch.Tensor(2 * x.data, _prev=(x,), _op="pair")
            second = minitorch.Tensor(3 * x.data, _prev=(x,), _op="pair")
            seen = [first, second]

            def closure() -> None:
                grads = [out.grad for out in seen]
                if not needs_both:
                    grads = [np.zeros_like(x.data) if g is None else g for g in grads]
                x.grad = x.grad + 2 * grads[0] + 3 * grads[1]

            first._backward = closure
            second._backward = closure
            return first, second

        return apply

    def sin(self, x: Any) -> Any:
        return self.op(np.sin, lambda g, out, a: g * np.cos(a))(x)

    def strided(self, base: np.ndarray, shape: Any, strides: Any) -> Any:
        """A tensor whose memory is a view of ``base``; strides in elements."""
        x = minitorch.Tensor(np.zeros(shape), requires_grad=True)
        x.data = np.lib.stride_tricks.as_strided(base, shape, [8 * s for s in strides])
        return x

    def view(self, x: Any) -> Any:
        """x with another shape, in the same memory."""
        out = self.op(np.ravel, lambda g, o, a: g.reshape(a.shape))(x)
        out.data = x.data.reshape(-1)
        return out

    def no_grad(self) -> Any:
        return minitorch.no_grad()

    def cast(self, x: Any, dtype: Any) -> Any:
        return self.op(lambda a: a.astype(dtype), lambda g, o, a: g.astype(a.dtype))(x)


class Torch:
    """PyTorch, and torch.autograd.gradcheck."""

    name = "torch"

    def tensor(self, data: Any, grad: bool = True, dtype: Any = None) -> Any:
        import torch

        return torch.tensor(np.asarray(data, dtype or float), requires_grad=grad)

    def op(self, forward: Forward, backward: Backward, own: bool = True) -> Callable[..., Any]:
        import torch

        class Op(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, *operands: Any) -> Any:
                ctx.arrays = [x.detach().numpy() for x in operands]
                ctx.out = np.asarray(forward(*ctx.arrays))
                return torch.tensor(ctx.out)

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                grads = _tuple(backward(g.numpy(), ctx.out, *ctx.arrays))
                return tuple(None if x is None else torch.tensor(np.asarray(x)) for x in grads)

        return Op.apply  # type: ignore[no-any-return]

    def pair(self, needs_both: bool) -> Callable[..., Any]:
        import torch

        class Pair(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.set_materialize_grads(False)
                ctx.shape = x.shape
                return 2 * x, 3 * x

            @staticmethod
            def backward(ctx: Any, first: Any, second: Any) -> Any:
                grads = [first, second]
                if needs_both and None in grads:
                    raise RuntimeError("both grads are needed")
                zeros = torch.zeros(ctx.shape, dtype=torch.float64)
                a, b = (zeros if g is None else g for g in grads)
                return 2 * a + 3 * b

        return Pair.apply  # type: ignore[no-any-return]

    def sin(self, x: Any) -> Any:
        return x.sin()

    def strided(self, base: np.ndarray, shape: Any, strides: Any) -> Any:
        import torch

        return torch.tensor(base).as_strided(shape, strides).requires_grad_()

    def view(self, x: Any) -> Any:
        return x.view(-1)

    def no_grad(self) -> Any:
        import torch

        return torch.no_grad()

    def cast(self, x: Any, dtype: Any) -> Any:
        import torch

        return x.to(torch.float32 if dtype == np.float32 else torch.float64)


def _tuple(x: Any) -> tuple[Any, ...]:
    return x if isinstance(x, tuple) else (x,)


def _sum(a: Any, b: Any) -> Any:
    """a + b where b has a's shape; else b as it is, so that a wrong shape stays visible."""
    b = np.asarray(b)
    return b if a.shape != b.shape else a + b
