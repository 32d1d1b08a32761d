"""Second derivatives: rules in Tensor ops, grad, gradgradcheck."""

import gc
import weakref

import numpy as np
import pytest

import minitorch
from autograder import grad, gradgradcheck
from autograder.gradcheck import GradcheckError
from autograder.gradcheck.rules import HOUSE
from minitorch import Tensor, no_grad, second_order
from minitorch.second_order import NoRuleError, rule
from minitorch.slots import SLOTS, attachments
from tests.gradcheck.table import Linear

RANDOM = np.random.default_rng(11)
A = RANDOM.standard_normal((3, 4))

FUNCTIONS = {
    "neg": lambda x: -x * x,
    "exp": lambda x: x.exp(),
    "log": lambda x: (x * x + 1).log(),
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu() * x,
    "pow": lambda x: x**3,
    "pow 1": lambda x: x**1 * x**0,
    "gelu": lambda x: x.gelu(),
    "gelu tanh": lambda x: x.gelu("tanh"),
    "add": lambda x: (x + x[0]) * x,
    "sub": lambda x: x[:, :1] - x * x,
    "mul": lambda x: x * x[1],
    "div": lambda x: x / (x[1] ** 2 + 1),
    "sum": lambda x: (x * x).sum(1),
    "sum axes": lambda x: (x * x).sum((1, 0), keepdims=True),
    "mean": lambda x: (x**2).mean(0) * x,
    "reshape": lambda x: (x * x).reshape(2, -1),
    "transpose": lambda x: (x * x).transpose(1, 0) @ x,
    "broadcast_to": lambda x: (x * x)[0].broadcast_to((2, 4)),
    "getitem": lambda x: (x * x)[[0, 0, 2], 1],
    "cat": lambda x: minitorch.cat([x * x, x.exp()], axis=-1),
    "stack": lambda x: minitorch.stack([x * x, x], axis=-1) ** 2,
    "matmul": lambda x: x @ x.T,
    "matrix by vector": lambda x: x @ x[0],
    "vector by matrix": lambda x: x[:, 0] @ x,
    "inner product": lambda x: x[0] @ x[1],
    "batched matmul": lambda x: x.reshape(3, 2, 2) @ x[0].reshape(2, 2),
    "softmax": lambda x: x.softmax(0),
    "cross_entropy": lambda x: minitorch.cross_entropy(x, [0, 1, 3]),
    "cross_entropy none": lambda x: minitorch.cross_entropy(x, Tensor(np.array([0, 1, 3])), "none"),
    "cross_entropy sum": lambda x: minitorch.cross_entropy(x, [0, 1, 3], reduction="sum"),
}


def leaf(data=A) -> Tensor:
    """A tensor that requires grad."""
    return Tensor(data, requires_grad=True)


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that a test registers are gone after it."""
    monkeypatch.setattr(second_order, "RULES", {})


@pytest.mark.parametrize("name", FUNCTIONS)
def test_second_derivatives_of_every_op(name):
    """Each op's rule is a derivative of its body's gradient."""
    assert gradgradcheck(FUNCTIONS[name], leaf())


def test_every_op_has_a_rule():
    """All slots but the three tools."""
    ops = set(SLOTS) - {"backward", "unbroadcast", "gradcheck"}
    assert ops <= set(HOUSE)
    assert ops <= {node for name in FUNCTIONS for node in called(FUNCTIONS[name](leaf()))}


def called(out: Tensor) -> set[str]:
    """The ops that a result was made by."""
    return {out._op}.union(*map(called, out._prev)) if out._prev else set()


def test_a_rule_that_returns_too_few_gradients_is_named():
    """Not the input that then seems to take no part."""
    rule("mul")(lambda out, g, a, b: (g * b,))
    x, y = leaf(), leaf(A + 1)
    with pytest.raises(ValueError, match="the rule of mul returned 1 gradients, expected 2"):
        grad(x * y, [x, y], Tensor(np.ones_like(A)), create_graph=True)


def test_a_quadratic_as_pytorchs_users_check_it():
    """Both gradgradchecks say True of x squared."""
    torch = pytest.importorskip("torch")
    assert gradgradcheck(lambda x: (x**2).sum(), leaf())
    x = torch.tensor(A, requires_grad=True)
    assert torch.autograd.gradgradcheck(lambda x: (x**2).sum(), x)


def test_several_inputs_outputs_and_given_upstreams():
    """With grad_outputs given, as PyTorch's takes them."""
    x, w = leaf(), leaf(RANDOM.standard_normal((4, 2)))
    upstreams = (leaf(RANDOM.standard_normal((3, 2))), leaf(RANDOM.standard_normal((3, 4))))
    assert gradgradcheck(lambda x, w: ((x @ w).tanh(), x.exp()), (x, w), upstreams)


def test_a_modules_second_derivatives():
    """By its parameters too."""

    class Engine:
        tensor = staticmethod(lambda data: leaf(np.asarray(data)))

    module = Linear(Engine())
    assert gradgradcheck(lambda x: module(x).tanh(), leaf())
    assert gradgradcheck(module, leaf())


def test_a_wrong_rule_is_found():
    """The rule's value is right, its derivative is not: a constant took x's place."""
    x = leaf()

    @rule("exp")
    def exp(out, g, x):
        return g * out.detach()

    (g,) = grad(x.exp(), x, np.ones((3, 4)), create_graph=True)
    assert np.allclose(g.data, np.exp(A))
    with pytest.raises(GradcheckError) as caught:
        gradgradcheck(lambda x: x.exp(), x)
    assert caught.value.kind in ("wrong", "missing")


def test_grad_agrees_with_pytorchs():
    """First, second and third derivative of one expression."""
    torch = pytest.importorskip("torch")

    def f(x):
        return ((x * x).tanh() / ((x * x).sum() + 1)).exp().sum()

    x, y = leaf(), torch.tensor(A, requires_grad=True)
    ours, theirs = f(x), f(y)
    for _ in range(3):
        (ours,) = grad(ours, x, create_graph=True)
        (theirs,) = torch.autograd.grad(theirs, y, create_graph=True)
        assert np.allclose(ours.data, theirs.detach().numpy(), rtol=1e-11, atol=1e-11)
        ours, theirs = (ours * ours).sum(), (theirs * theirs).sum()


def test_without_create_graph_the_closures_give_the_same():
    """Two ways to one number, and the result has no history."""
    x = leaf()
    out = (x.tanh() @ x.T).softmax().sum(0)
    g = RANDOM.standard_normal(3)
    (plain,), (with_graph,) = grad(out, x, g), grad(out, x, g, create_graph=True)
    assert np.allclose(plain.data, with_graph.data, rtol=1e-13, atol=1e-15)
    assert not plain.requires_grad
    assert with_graph.requires_grad


def test_grad_by_an_intermediate_tensor():
    """Inputs need not be leaves."""
    x = leaf()
    y = x * x
    out = (y.exp()).sum()
    for create_graph in (False, True):
        (found,) = grad(out, y, create_graph=create_graph)
        assert np.allclose(found.data, np.exp(A * A))


def test_several_outputs_add_up():
    """The gradient of a sum is the sum."""
    x = leaf()
    for create_graph in (False, True):
        outputs = ((x * x).sum(), x.exp())
        (found,) = grad(outputs, x, (None, np.ones((3, 4))), create_graph=create_graph)
        assert np.allclose(found.data, 2 * A + np.exp(A))


def test_no_grad_is_touched():
    """Whatever .grad held before, it holds after."""
    x = leaf()
    x.grad = before = np.ones((3, 4))
    grad((x * x).sum(), x)
    grad((x * x).sum(), x, create_graph=True)
    assert x.grad is before


@pytest.mark.parametrize("create_graph", [False, True])
def test_errors_of_use(create_graph):
    """As PyTorch's RuntimeErrors, with what to do."""
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError, match="do not depend on input 1; allow_unused=True"):
        grad((x * x).sum(), (x, y), create_graph=create_graph)
    assert grad((x * x).sum(), (x, y), None, create_graph, allow_unused=True)[1] is None
    with pytest.raises(RuntimeError, match=r"output 0 has shape \(3, 4\)"):
        grad(x * x, x, create_graph=create_graph)
    with pytest.raises(RuntimeError, match="input 0 does not require grad"):
        grad((x * x).sum(), Tensor(A), create_graph=create_graph)
    with pytest.raises(RuntimeError, match=r"expected grad_outputs\[0\] of shape"):
        grad(x * x, x, np.ones(3), create_graph=create_graph)


def test_no_grad_as_pytorchs():
    """A forward inside no_grad has no gradient; create_graph inside no_grad still makes a graph."""
    torch = pytest.importorskip("torch")
    x, y = leaf([2.0]), torch.tensor([2.0], requires_grad=True)
    out, theirs = (x**3).sum(), (y**3).sum()
    with no_grad(), torch.no_grad():
        (g,) = grad(out, x, create_graph=True)
        (h,) = torch.autograd.grad(theirs, y, create_graph=True)
        assert g.requires_grad == h.requires_grad == True  # noqa: E712
        inside, also = x**3, y**3
        assert inside.requires_grad == also.requires_grad == False  # noqa: E712
        with pytest.raises(RuntimeError):
            grad(inside, x)
    assert grad(g.sum(), x)[0].data == pytest.approx(12.0)


def test_inside_no_grad_no_call_is_kept():
    """What has no history keeps its operands alive neither way."""
    x = leaf()
    with no_grad():
        out = x.exp()
    assert not hasattr(out, "_call")
    assert not hasattr(Tensor(A).exp(), "_call")
    assert x.exp()._call == ("exp", (x,), {})


def test_a_graph_still_dies_with_its_output():
    """The kept calls refer to operands, never to the output itself."""

    def alive() -> list[weakref.ref]:
        x = leaf()
        y = x.exp()
        out = (y * x).sum()
        (g,) = grad(out, x, create_graph=True)
        return [weakref.ref(tensor) for tensor in (x, y, out, g)]

    tensors = alive()
    gc.collect()
    assert [tensor() for tensor in tensors] == [None] * 4


def test_a_body_that_is_attached_later_keeps_its_calls_too():
    """Whoever writes a body anew need not import anything again."""

    def exp(self):
        out = Tensor(np.exp(self.data), _prev=(self,), _op="mine")
        out._backward = lambda: None
        return out

    x = leaf()
    with attachments({"exp": exp}):
        assert x.exp()._call[0] == "exp"
        assert minitorch.exp(x)._call[0] == "exp"


def test_a_composed_body_needs_no_rule():
    """A mean made of sum and div is differentiated through them."""

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.size / self.size)

    x = leaf()
    rules = {name: HOUSE[name] for name in ("sum", "mul", "pow")}
    with attachments({"mean": mean}):
        (g,) = second_order.grad((x**3).mean(), x, create_graph=True, rules=rules)
        (h,) = second_order.grad(g.sum(), x, create_graph=True, rules=rules)
    assert np.allclose(h.data, 6 * A / 12)


def test_a_registered_rule_comes_first():
    """A student's own rule is the one that is used."""
    used = []

    @rule("exp")
    def exp(out, g, x):
        used.append(True)
        return g * out

    x = leaf()
    grad(x.exp().sum(), x, create_graph=True)
    assert used == [True]


def test_a_missing_rule_is_named():
    """minitorch alone has the rules that were written, and no others."""
    x = leaf()
    with pytest.raises(NoRuleError, match=r'tanh has no rule.*@rule\("tanh"\)'):
        second_order.grad(x.tanh(), x, A, create_graph=True, rules={})


def test_a_node_made_by_hand_is_named():
    """Nobody knows what it was called with."""
    x = leaf()
    out = Tensor(A * 2, _prev=(x,), _op="double")
    with pytest.raises(NoRuleError, match="op 'double'"):
        grad(out.sum(), x, create_graph=True)


def test_a_rule_for_no_slot_is_refused():
    """With the slot that was meant."""
    with pytest.raises(minitorch.errors.SlotError, match="no slot 'tahn'"):
        rule("tahn")


def test_a_gradient_of_the_wrong_shape_is_refused():
    """A rule that forgot to unbroadcast."""
    x, b = leaf(), leaf([1.0, 2.0, 3.0, 4.0])
    rules = {"add": lambda out, g, a, b: (g, g), "sum": HOUSE["sum"]}
    with pytest.raises(ValueError, match=r"expected a gradient of shape \(4,\), got \(3, 4\)"):
        second_order.grad((x + b).sum(), b, create_graph=True, rules=rules)


def test_a_deep_chain():
    """The walk is no recursion."""
    x = leaf([1.0])
    out = x
    for _ in range(5000):
        out = out + 0.0
    assert grad(out, x, create_graph=True)[0].data == pytest.approx(1.0)


def test_gradgradcheck_refuses_what_it_cannot_do():
    """Forward over reverse, masks, non-contiguous upstreams."""
    for option in ("check_fwd_over_rev", "masked", "gen_non_contig_grad_outputs", "fast_mode"):
        with pytest.raises(ValueError, match=option):
            gradgradcheck(lambda x: x * x, leaf(), **{option: True})
    with pytest.raises(TypeError, match="no option 'epsilon'"):
        gradgradcheck(lambda x: x * x, leaf(), epsilon=1)


def test_a_hessian_vector_product():
    """grad of (grad . v): exact, for the classifier's kind of loss."""
    x = leaf(RANDOM.standard_normal((5, 4)))
    v = RANDOM.standard_normal((5, 4))
    loss = minitorch.cross_entropy(x, [0, 1, 2, 3, 0])
    (g,) = grad(loss, x, create_graph=True)
    (hv,) = grad((g * Tensor(v)).sum(), x)
    p = np.exp(x.data) / np.exp(x.data).sum(-1, keepdims=True)
    assert np.allclose(hv.data, (p * v - p * (p * v).sum(-1, keepdims=True)) / 5)
