"""gradcheck beyond the table: what it leaves behind, what it says, and what it cannot miss."""

import random
import warnings

import numpy as np
import pytest

import autograder
from autograder.gradcheck import (
    KINDS,
    GradcheckError,
    GradcheckWarning,
    error_by_eps,
    gradcheck,
    gradcheck_report,
    jacobian_entry,
)
from minitorch import Tensor
from tests.gradcheck.engines import Mini
from tests.gradcheck.table import TABLE, Linear, square

A = np.random.default_rng(3).standard_normal((3, 4))


def leaf(data=A, dtype=float) -> Tensor:
    """A tensor that requires grad."""
    return Tensor(np.asarray(data, dtype), requires_grad=True)


def wrong(x: Tensor) -> Tensor:
    """The square with half of its gradient."""
    return square(Mini(), lambda g, out, x: g * x)(x)


def test_a_wrong_gradient_is_an_error_that_shows_the_numbers():
    """Output, input, worst element, both values, ratio, eps, tolerance, and how to see it again."""
    x = leaf([[0.5, -3.0], [1.0, 2.0]])
    with pytest.raises(GradcheckError) as caught:
        gradcheck(wrong, x)
    text = str(caught.value)
    for part in [
        "gradcheck: wrong (output 0, input 0)",
        "worst element   output 0[0, 1] by input 0[0, 1]",
        "ratio           0.5",
        "tolerance 0.00",
        "atol=1e-05 + rtol=0.001",
        "eps=1e-06",
        "all 4 entries are 0.5 times the difference",
    ]:
        assert part in text
    assert text.isascii()
    assert caught.value.kind == "wrong"


def test_the_last_line_replays_the_worst_entry():
    """It is a call that can be pasted."""
    report = gradcheck_report(wrong, leaf([0.5, -3.0]))
    pair = eval(report.again, {"wrong": wrong, "Tensor": Tensor, "jacobian_entry": jacobian_entry})
    entry = report.problems[0].entry
    assert entry is not None
    assert (pair.analytic, pair.numeric) == (entry.analytic, entry.numeric)


def test_large_inputs_are_not_written_out():
    """The line that replays stays a line."""
    assert gradcheck_report(wrong, leaf()).again.startswith("jacobian_entry(wrong, inputs, ")


def test_false_instead_of_an_error():
    """raise_exception=False returns False for a wrong gradient ..."""
    assert gradcheck(wrong, leaf(), raise_exception=False) is False


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"eps": 0.0}, "expected eps > 0, got 0.0"),
        ({"atol": -1.0}, "expected atol >= 0, got -1.0"),
        ({"check_batched_grad": True}, "NumPy has no vmap"),
        ({"check_forward_ad": True}, "no forward mode"),
        ({"fast_mode": True}, "a random projection misses"),
        ({"method": "backward"}, "expected method to be one of"),
        ({"method": "complex"}, "needs reference="),
    ],
)
def test_usage_errors_are_raised_whatever_raise_exception_says(options, words):
    """... but a question without an answer is an error all the same."""
    with pytest.raises(ValueError, match=words):
        gradcheck(lambda x: x * x, leaf(), raise_exception=False, **options)


def test_a_torch_tensor_is_named():
    """Who passes the other engine's tensor is told what came."""
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match=r"the inputs are torch\.Tensor"):
        gradcheck(lambda x: x, torch.ones(2, requires_grad=True))


def test_inside_no_grad_there_is_nothing_to_check():
    """A usage error, as every output would be detached."""
    from minitorch import no_grad

    with no_grad(), pytest.raises(ValueError, match="inside no_grad"):
        gradcheck(lambda x: x * x, leaf())


def test_an_unknown_option_is_an_error():
    """Misspelt options are not ignored."""
    with pytest.raises(TypeError, match="no option 'epsilon'"):
        gradcheck(lambda x: x * x, leaf(), epsilon=1e-6)


def restless(x: Tensor) -> Tensor:
    """Draws from every global generator, and writes into its input."""
    np.random.random()
    random.random()
    x.data[...] = x.data + np.random.random()
    return x * x


@pytest.mark.parametrize("func", [lambda x: x * x, wrong, restless])
def test_nothing_global_changes(func):
    """Data, grads and the random states are what they were, whatever the function does."""
    x, grad = leaf(), np.full((3, 4), 7.0)
    x.grad, data = grad, x.data
    np.random.seed(5)
    random.seed(5)
    before = np.random.get_state()[1].copy(), random.getstate()
    gradcheck(func, x, raise_exception=False)
    assert x.data is data
    assert np.array_equal(x.data, A)
    assert x.grad is grad
    assert np.array_equal(grad, np.full((3, 4), 7.0))
    assert np.array_equal(np.random.get_state()[1], before[0])
    assert random.getstate() == before[1]


def test_grads_of_other_leaves_stay_too():
    """A tensor that the function closes over keeps its grad."""
    w = leaf()
    w.grad = np.ones((3, 4))
    gradcheck(lambda x: x * w, leaf())
    assert np.array_equal(w.grad, np.ones((3, 4)))


def test_closures_are_put_back():
    """Watching a graph leaves no wrapper behind."""
    x = leaf()
    y = x * x
    closure = y._backward
    gradcheck(lambda z: z * y, leaf())
    assert y._backward is closure


def test_the_same_numbers_twice():
    """Two calls give the same report, to the last digit."""
    reports = [gradcheck_report(lambda x: (x @ x.T).tanh(), leaf()) for _ in range(2)]
    assert str(reports[0]) == str(reports[1])
    assert reports[0].worst == reports[1].worst


def test_a_single_wrong_entry_in_ten_thousand_is_found():
    """Every entry of a 100 x 100 Jacobian is compared: none hides in a projection."""
    x = leaf(np.random.default_rng(1).standard_normal(100))

    def slip(g, out, x):
        grad = out * (g - (g * out).sum())
        grad[17] += 2e-3 * g[83]
        return grad

    func = Mini().op(lambda x: np.exp(x) / np.exp(x).sum(), slip)
    entry = gradcheck_report(func, x).problems[0].entry
    assert entry is not None
    assert (entry.row, entry.element) == ((83,), (17,))


def test_the_closure_that_wrote_is_named():
    """Deep in a graph, the op is found."""

    def bad(x):
        x += 1  # an array
        return x

    op = Mini().op(lambda x: 2 * x, lambda g, out, x: bad(g) * 2)
    problem = gradcheck_report(lambda x: (op(x * x)).sum(), leaf()).problems[0]
    assert problem.kind == "mutated upstream"
    assert "the closure of op 'test'" in problem.detail


def test_a_modules_parameter_is_named():
    """weight and bias, not parameter 0 and 1."""
    report = gradcheck_report(Linear(Mini()), leaf())
    assert report.names == ("input 0", "weight", "bias")
    assert report.entries == 3 * 2 * (4 * 2 + 2 + 12)


def test_five_point_is_closer_than_central():
    """With a large step, h to the fourth beats h squared."""
    func, x = (lambda x: x.exp()), leaf()
    options = {"eps": 1e-3, "atol": 1e-9, "rtol": 1e-9}
    assert gradcheck_report(func, x, **options).kind == "step too large"
    assert gradcheck_report(func, x, method="five-point", **options).passed


def test_forward_differences_have_a_larger_error():
    """Their error is h, so the default tolerance just holds."""
    worst = [
        gradcheck_report(lambda x: x.exp(), leaf(), method=method).worst.error
        for method in ("forward", "central")
    ]
    assert worst[0] > 100 * worst[1]


def test_the_complex_step_sees_to_the_last_bits():
    """On a NumPy reference: no roundoff, so the tolerance can be that of the analytic gradient."""
    options = {"method": "complex", "reference": np.tanh, "atol": 1e-14, "rtol": 1e-14}
    assert gradcheck(lambda x: x.tanh(), leaf(), **options)
    slip = Mini().op(np.tanh, lambda g, out, x: g * (1 - out**2) * (1 + 1e-12))
    assert gradcheck_report(slip, leaf(), **options).kind == "wrong"


def test_the_complex_step_of_a_transposed_array():
    """Whatever the order in memory is."""
    x = leaf(np.asfortranarray(A))
    assert gradcheck(lambda x: x.tanh().T, x, method="complex", reference=lambda x: np.tanh(x).T)


def test_the_complex_step_refuses_what_loses_it():
    """abs of a complex number is real."""
    with pytest.raises(ValueError, match="lose the imaginary part"):
        gradcheck(
            lambda x: x.relu(),
            leaf(),
            method="complex",
            reference=lambda x: (np.abs(x) + x.real) / 2,
        )


def test_a_reference_checks_the_forward_pass_too():
    """Gradcheck alone can't see a wrong forward."""
    report = gradcheck_report(lambda x: x.exp(), leaf(), reference=np.expm1)
    assert report.kind == "forward differs"


def test_error_by_eps_is_a_v():
    """It falls like 1/eps on the left and rises like eps squared on the right."""
    curve = gradcheck_report(lambda x: x.tanh(), leaf()).error_by_eps()
    eps, error = curve.best
    assert 1e-6 < eps < 1e-4
    assert error < 1e-10
    assert curve.worst[0] > 1e-3
    assert curve.worst[-1] > 1e-5
    assert (curve.median <= curve.worst).all()


def test_a_bug_is_a_plateau():
    """A wrong gradient is off by as much at every step between."""
    curve = error_by_eps(wrong, leaf(), eps=np.logspace(-2, -8, 7))
    assert np.ptp(curve.worst) < 1e-3 * curve.worst.max()


def test_float32_warns():
    """As PyTorch does, and says what to do."""
    with pytest.warns(GradcheckWarning, match=r"float32 input \(input 0\).*eps near 7e-3"):
        gradcheck(lambda x: x.exp(), leaf([0.3], np.float32), eps=7e-3, atol=1e-3)


def test_a_right_gradient_does_not_warn():
    """No false alarm from any op at points without a kink."""
    x = leaf(np.abs(A) + 0.5)
    for name in ("neg", "exp", "log", "tanh", "relu", "gelu", "sum", "mean", "softmax"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert gradcheck(lambda x, name=name: getattr(x, name)(), x, atol=1e-8, rtol=1e-6)


def test_every_kind_is_shown_by_the_table():
    """Each verdict has a behaviour that leads to it."""
    shown = {row.ours for row in TABLE} | {row.warns for row in TABLE}
    elsewhere = {"forward differs", "wrong dtype"}  # tested in this file
    assert set(KINDS) <= shown | elsewhere


def test_a_float64_grad_of_a_float32_tensor():
    """float32 in, float32 grad out."""
    func = square(Mini(), lambda g, o, x: (2.0 * g * x).astype(np.float64), own=False)
    report = gradcheck_report(func, leaf([1.0], np.float32), eps=7e-3, check_grad_dtypes=True)
    assert report.kind == "wrong dtype"


def test_the_name_in_autograder_is_the_function():
    """Python puts a package into its parent under its name, which is the function's."""
    assert autograder.gradcheck(lambda x: x * x, leaf())


def test_lazily_exposed():
    """From autograder itself."""
    assert autograder.GradcheckError is GradcheckError
    assert autograder.gradgradcheck(lambda x: (x * x).sum(), leaf())
