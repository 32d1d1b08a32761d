"""Steps and differences."""

import numpy as np
import pytest

from autograder.gradcheck.ladder import Ladder
from autograder.gradcheck.numeric import DIFFERENCES, ORDERS, best_eps, complex_step, step


def exp(x):
    """As an output vector of one element."""
    return np.array([np.exp(x)])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("x", [0.0, 1e-3, -0.7, 3.3, 1e6, -1e10])
def test_a_step_is_scaled_and_exact(dtype, x):
    """x + h - x is h itself, and h is eps * max(1, |x|) up to rounding."""
    x, eps = dtype(x), 1e-3
    h = step(x, eps)
    assert h.dtype == dtype
    assert (x + h) - x == h
    assert h == pytest.approx(eps * max(1, abs(float(x))), rel=1e-3)


def test_a_step_that_vanishes_is_zero():
    """1e-20 is lost beside 1."""
    assert step(np.float64(1.0), 1e-20) == 0


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_vanished_step_gives_nan(name):
    """Never a division by zero, never 0 for an answer."""
    assert np.isnan(DIFFERENCES[name](exp, np.float64(1.0), np.float64(0.0))).all()


@pytest.mark.parametrize("name", DIFFERENCES)
def test_the_error_has_the_order_that_is_promised(name):
    """Half the step, 2**-order of the error."""
    x = np.float64(0.5)
    errors = [abs(DIFFERENCES[name](exp, x, np.float64(h))[0] - np.exp(0.5)) for h in (0.02, 0.01)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(ORDERS[name], abs=0.1)


def test_the_complex_step_is_exact():
    """For sin at 1.5, to the last bit or two."""
    (slope,) = complex_step(np.sin, [np.array([1.5])], 0, 0)
    assert slope[0] == pytest.approx(np.cos(1.5), rel=1e-15)


def test_the_best_eps_is_the_textbooks():
    """(3δ)^(1/3), 2 sqrt(δ)."""
    delta = np.finfo(float).eps
    assert best_eps(np.dtype(float)) == pytest.approx((3 * delta) ** (1 / 3))
    assert best_eps(np.dtype(float), "forward") == pytest.approx(2 * delta**0.5)


@pytest.mark.parametrize(
    ("f", "x", "slope"),
    [
        (np.sin, 1e10, np.cos(1e10)),
        (np.log, 1e-7, 1e7),
        (np.exp, 0.0, 1.0),
        (lambda x: x**3, 0.0, 0.0),
        (lambda x: (x + 1e10) - 1e10, 1.0, 1.0),
        (lambda x: np.maximum(x, 0), -5e-7, 0.0),
    ],
)
def test_a_ladder_finds_the_derivative(f, x, slope):
    """Whatever the scale, within what it says it may be off by."""
    with np.errstate(all="ignore"):
        row = Ladder(lambda x: np.array([f(x)]), np.float64(x)).row(0)
    found = row.estimate(row.central)
    assert abs(found.value - slope) <= found.error
    assert found.error <= 1e-4 * max(1, abs(slope))
