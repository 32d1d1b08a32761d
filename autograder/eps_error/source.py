"""What is measured: an op by its name, a function of tensors, or a function of arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import minitorch
from minitorch import Tensor, no_grad

from .jets import ORDER, derivatives
from .ops import OPS

DEGREE = 14  # of the polynomial that estimates derivatives of a function that jets can't go through


@dataclass(frozen=True)
class Source:
    """A function of one number, the gradient that it claims, and its derivatives at the point.

    curve    array -> array of the same shape and dtype, element by element
    claimed  float -> float: the true derivative, or what an engine's backward says
    values   f, f', ..., f⁽⁵⁾ at the point
    is_complex  whether it can take complex arguments
    """

    name: str
    at: float
    curve: Callable[[Any], Any]
    claimed: Callable[[float], float]
    values: list[float]
    is_complex: bool


def source(what: str | Callable[..., Any], at: float | None = None) -> Source:
    """An op's name, a function from Tensor to Tensor, or one from array to array.

    ValueError if there is no such op, or if the function has no finite value or slope at the point.
    """
    if isinstance(what, str):
        if what not in OPS:
            raise ValueError(f"there is no op {what!r}; the ops are {', '.join(OPS)}")
        op = OPS[what]
        return _of_arrays(op.name, op.curve, op.at if at is None else at)
    at = 0.7 if at is None else float(at)
    name = getattr(what, "__name__", "f").replace("<lambda>", "f")
    if _takes_tensors(what, at):
        return _of_tensors(name, what, at)
    return _of_arrays(name, what, at)


def _takes_tensors(what: Callable[..., Any], at: float) -> bool:
    try:
        return isinstance(what(Tensor(at)), Tensor)
    except minitorch.errors.NotFilledError:
        raise
    except Exception:
        return False  # a function of arrays, which a Tensor is not


def _of_arrays(name: str, f: Callable[..., Any], at: float) -> Source:
    with np.errstate(all="ignore"):
        value = np.asarray(f(np.array([at])))
        try:
            values = derivatives(f, at)
        except (TypeError, AttributeError):
            values = estimated(lambda x: np.asarray(f(x), float), at)
        except (ValueError, ZeroDivisionError):
            values = [np.nan]
    _must_be_finite(name, at, value, values)

    def claimed(x: float) -> float:
        try:
            return derivatives(f, x)[1]
        except (TypeError, AttributeError):
            return estimated(lambda t: np.asarray(f(t), float), x)[1]

    return Source(name, at, f, claimed, values, _is_complex(f, at))


def _of_tensors(name: str, f: Callable[..., Any], at: float) -> Source:
    def curve(points: Any) -> np.ndarray:
        points = np.asarray(points)
        with no_grad():
            values = [f(Tensor(points[i])).data.sum() for i in np.ndindex(points.shape)]
        return np.array(values, dtype=points.dtype).reshape(points.shape)

    def claimed(x: float) -> float:
        leaf = Tensor(x, requires_grad=True)
        out = f(leaf)
        if out._prev == (leaf,):  # a body alone: its closure, so that no backward is needed
            leaf.grad, out.grad = np.zeros_like(leaf.data), np.ones_like(out.data)
            out._backward()
        else:
            out.backward(np.ones_like(out.data))
        return float(leaf.grad)

    values = estimated(lambda x: curve(x).astype(float), at)
    _must_be_finite(name, at, curve(np.array([at])), [*values, claimed(at)])
    return Source(name, at, curve, claimed, values, is_complex=False)


def _is_complex(f: Callable[..., Any], at: float) -> bool:
    try:
        with np.errstate(all="ignore"):
            return np.asarray(f(np.array([at + 1e-20j]))).dtype.kind == "c"
    except (TypeError, ValueError):
        return False


def _must_be_finite(name: str, at: float, value: np.ndarray, values: list[float]) -> None:
    if value.dtype.kind not in "fc" or not (np.isfinite(value).all() and np.isfinite(values).all()):
        raise ValueError(
            f"{name} has no finite value and derivatives at {at:g}; choose another point with at="
        )


def estimated(f: Callable[[np.ndarray], np.ndarray], at: float) -> list[float]:
    """f, f', ..., f⁽⁵⁾ from a polynomial through values nearby; about six digits of f⁽⁵⁾."""
    width = 0.25 * max(1.0, abs(at))
    for _ in range(20):
        nodes = at + width * np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
        with np.errstate(all="ignore"):
            values = f(nodes)
        if np.isfinite(values).all():
            break
        width /= 2
    fit = np.polynomial.Chebyshev.fit(nodes, values, DEGREE, domain=[at - width, at + width])
    return [float(fit.deriv(k)(at)) for k in range(ORDER + 1)]


def load(path: Path, name: str | None = None) -> Callable[..., Any]:
    """A function of a Python file; ``@implement`` in it neither saves nor attaches anything.

    ValueError if the file can't be read or run, or holds no function of that name.
    """
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    implement = minitorch.implement
    minitorch.implement = lambda body: body
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror}") from error
    except Exception as error:
        raise ValueError(f"{path} can't be run: {type(error).__name__}: {error}") from error
    finally:
        minitorch.implement = implement
    functions = {
        key: value
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__code__", None) and not key.startswith("_")
        if value.__code__.co_filename == str(path)
    }
    if name is None and len(functions) == 1:
        return next(iter(functions.values()))
    if name not in functions:
        there = ", ".join(functions) or "none"
        wanted = (
            "say with --op which function" if name is None else f"there is no function {name!r}"
        )
        raise ValueError(f"{wanted} in {path}; there: {there}")
    return functions[name]
