"""The numbers behind the picture: slopes, minima, models, true derivatives."""

import math

import numpy as np
import pytest

import minitorch
from autograder.eps_error import classifier, measure, model
from autograder.eps_error.curves import METHODS
from autograder.eps_error.jets import derivatives
from autograder.eps_error.ops import OPS
from autograder.eps_error.poster import ATOL, RTOL
from autograder.eps_error.source import estimated
from minitorch import Tensor

EXP = OPS["exp"]
DTYPES = pytest.mark.parametrize("dtype", [np.float64, np.float32])
V_SHAPED = ["forward", "central", "five-point"]
#: where each branch is straight: between the last bits, the minimum and the size of x itself
RIGHT = {
    (np.float64, "forward"): (1, 1e-6, 1e-2),
    (np.float64, "central"): (2, 1e-4, 1e-1),
    (np.float64, "five-point"): (4, 4e-3, 2e-1),
    (np.float32, "forward"): (1, 3e-3, 1e-1),
    (np.float32, "central"): (2, 2e-2, 3e-1),
    (np.float64, "complex"): (2, 1e-6, 1e-1),
}


def curve(method, dtype=np.float64, op=EXP):
    """The measured curve of an op at its own point."""
    return measure(op.curve, op.at, method, dtype)


@DTYPES
@pytest.mark.parametrize("method", V_SHAPED)
def test_the_left_branch_has_slope_minus_one(dtype, method):
    """Roundoff, whatever the formula."""
    low = 100 * float(np.finfo(dtype).eps)
    high = curve(method, dtype).best[0] / 5
    assert curve(method, dtype).slope(low, high) == pytest.approx(-1, abs=0.15)


@pytest.mark.parametrize(("dtype", "method"), RIGHT)
def test_the_right_branch_has_the_formulas_order(dtype, method):
    """Truncation: 1, 2 and 4."""
    order, low, high = RIGHT[dtype, method]
    assert curve(method, dtype).slope(low, high) == pytest.approx(order, abs=0.1)


@DTYPES
@pytest.mark.parametrize("method", V_SHAPED)
def test_each_minimum_is_near_theory(dtype, method):
    """Within a factor 5: the step of the median, and the error of the worst of the samples."""
    found = curve(method, dtype)
    eps, error = model(derivatives(EXP.curve, EXP.at), method, dtype).best
    assert eps / 5 < found.best[0] < 5 * eps
    assert error / 5 < np.nanmin(found.worst) < 5 * error


@DTYPES
def test_theory_is_the_textbooks_for_exp(dtype):
    """All derivatives are the same, so the optima are 2 sqrt(δ), (3δ)^(1/3) and (45δ/4)^(1/5)."""
    delta = float(np.finfo(dtype).eps)
    values = derivatives(EXP.curve, EXP.at)
    optima = {m: model(values, m, dtype).best[0] for m in V_SHAPED}
    assert optima["forward"] == pytest.approx(2 * delta**0.5)
    assert optima["central"] == pytest.approx((3 * delta) ** (1 / 3))
    assert optima["five-point"] == pytest.approx((11.25 * delta) ** (1 / 5))


def test_the_float64_central_minimum_is_below_1e_10():
    """6e-12, to be precise."""
    assert curve("central").best[1] < 1e-10


def test_the_measured_optimum_lies_at_half_the_theorys_or_so():
    """As the note under the picture says: at a third to all of it."""
    for dtype in (np.float64, np.float32):
        for method in V_SHAPED:
            theory = model(derivatives(EXP.curve, EXP.at), method, dtype).best[0]
            assert 0.3 < curve(method, dtype).best[0] / theory < 1.05


def test_the_roundoff_line_is_a_bound():
    """No sample left of the minimum lies above it by more than a rounding of the function's own."""
    found, theory = curve("central"), model(derivatives(EXP.curve, EXP.at), "central", np.float64)
    left = (found.eps > 1e-13) & (found.eps < 1e-6)
    assert (found.worst[left] <= 1.5 * theory.roundoff / found.eps[left]).all()


def test_the_truncation_lines_are_the_measured_ones():
    """From the true derivatives, to a per cent, where the next term is small."""
    for method, at in (("forward", 1e-4), ("central", 1e-3), ("five-point", 2e-2)):
        theory = model(derivatives(EXP.curve, EXP.at), method, np.float64)
        error = measure(EXP.curve, EXP.at, method, eps=np.array([at])).error[0]
        assert error == pytest.approx(theory.truncation * at**theory.power, rel=0.01)


def test_the_complex_step_has_no_left_branch():
    """Down to the last bit, however small the step."""
    found = curve("complex")
    assert found.worst[found.eps < 1e-8].max() < 4e-16


@pytest.mark.parametrize("name", [op.name for op in OPS.values() if op.linear])
def test_a_linear_op_has_no_right_branch(name):
    """Its largest sensible step is its best."""
    op = OPS[name]
    found = curve("central", op=op)
    assert model(derivatives(op.curve, op.at), "central", np.float64).best is None
    assert found.error[(found.eps > 1e-2) & (found.eps < 0.6)].max() < 1e-12


@pytest.mark.parametrize("name", [op.name for op in OPS.values() if not op.linear])
def test_every_other_op_has_a_v(name):
    """With slopes -1 and 2."""
    op = OPS[name]
    found, theory = (
        curve("central", op=op),
        model(derivatives(op.curve, op.at), "central", np.float64),
    )
    best = theory.best[0]
    assert best / 5 < found.best[0] < 5 * best
    assert found.slope(1e-13, best / 10) == pytest.approx(-1, abs=0.15)
    assert found.slope(5 * best, 1e-2) == pytest.approx(2, abs=0.1)


def test_every_op_of_the_engine_is_there():
    """In the order of the notebooks."""
    tools = {"backward", "unbroadcast", "gradcheck"}
    assert list(OPS) == [name for name in minitorch.slots.SLOTS if name not in tools]


@pytest.mark.parametrize("name", ["exp", "log", "tanh", "gelu", "softmax", "cross_entropy", "div"])
def test_jets_agree_with_differences(name):
    """Two ways to the derivatives that the lines are drawn from."""
    op = OPS[name]
    exact, near = derivatives(op.curve, op.at), estimated(op.curve, op.at)
    assert np.allclose(exact, near, rtol=1e-4, atol=1e-4 * np.abs(exact).max())


def test_jets_know_the_textbooks_derivatives():
    """sin, cos, sqrt, quotients and powers, at 0.5."""
    sin, cos = math.sin(0.5), math.cos(0.5)
    assert derivatives(np.sin, 0.5) == pytest.approx([sin, cos, -sin, -cos, sin, cos])
    assert derivatives(np.cos, 0.5) == pytest.approx([cos, -sin, -cos, sin, cos, -sin])
    assert derivatives(lambda x: 1 / (2 - x) - x**3, 0.5)[:3] == pytest.approx(
        [1 / 1.5 - 0.125, 1 / 1.5**2 - 0.75, 2 / 1.5**3 - 3]
    )
    assert derivatives(np.sqrt, 0.25)[:3] == pytest.approx([0.5, 1.0, -2.0])


def test_the_classifiers_gradient_is_the_engines():
    """Worked out by hand, the same as minitorch's for the same parameters."""
    x, y = classifier.data()
    theta = classifier.parameters()
    w1, b1, w2, b2 = (Tensor(part, requires_grad=True) for part in classifier._unpack(theta))
    hidden = (Tensor(x) @ w1 + b1).tanh()
    loss = minitorch.cross_entropy(hidden @ w2 + b2, y)
    loss.backward()
    found = np.concatenate([p.grad.reshape(-1) for p in (w1, b1, w2, b2)])
    assert len(theta) == 933
    assert loss.item() == pytest.approx(float(classifier.loss(theta)), rel=1e-14)
    assert np.allclose(found, classifier.gradient(theta), rtol=1e-12, atol=1e-16)


def test_the_classifiers_errors():
    """As the picture and its alt text say: a V in FP64, and no step for all in FP32."""
    eps = 10.0 ** -np.arange(1.0, 14.0)
    fine, coarse = classifier.sweep(np.float64, eps), classifier.sweep(np.float32, eps[:6])
    assert fine.curve.best[1] < fine.curve.worst.min() < 1e-8
    assert fine.curve.slope(1e-12, 1e-7) == pytest.approx(-1, abs=0.15)
    assert fine.curve.slope(1e-4, 1e-1) == pytest.approx(2, abs=0.1)
    passing = fine.all_pass(ATOL, RTOL)
    assert passing.min() <= 1e-10
    assert passing.max() >= 1e-3
    assert len(coarse.all_pass(ATOL, RTOL)) == 0
    theory = classifier.theory()
    right = (fine.eps >= 1e-3) & (fine.eps <= 1e-2)
    line = theory.truncation * fine.eps[right] ** 2
    assert np.allclose(fine.curve.worst[right], line, rtol=0.05)


def test_methods_are_gradchecks_own():
    """The picture draws what gradcheck computes."""
    from autograder.gradcheck.options import METHODS as OWN

    assert METHODS == OWN
