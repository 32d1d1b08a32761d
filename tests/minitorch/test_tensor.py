"""The tensor's contract: data, dtypes, grads, operators, what cannot be done in place."""

import copy
import gc
import operator
import weakref

import numpy as np
import pytest

from minitorch import Tensor, erf, no_grad
from minitorch.errors import NotFilledError
from minitorch.slots import SLOTS


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (1, np.float64),
        (2.5, np.float64),
        (True, np.float64),
        ([1, 2], np.float64),
        ([], np.float64),
        (((1, 2), (3, 4)), np.float64),
        (np.float32(1), np.float32),
        (np.ones(3, np.float32), np.float32),
        (np.ones(3), np.float64),
        (np.arange(3), np.arange(3).dtype),
        (np.int8(3), np.int8),
        (np.array([True]), np.bool_),
        (Tensor(np.float32(1)), np.float32),
    ],
)
def test_arrays_keep_their_dtype_and_python_numbers_become_float64(data, dtype):
    """What a tensor is made of decides its dtype."""
    assert Tensor(data).dtype == dtype
    assert type(Tensor(data).data) is np.ndarray


@pytest.mark.parametrize("data", [np.float16(1), 1j, np.array(["a"]), None, object()])
def test_data_of_another_kind_is_refused(data):
    """No op knows what to do with it."""
    with pytest.raises(TypeError):
        Tensor(data)


def test_data_is_copied():
    """Writing into the array that a tensor was made of does not reach it."""
    array = np.ones(3)
    tensor = Tensor(array)
    array[0] = 7
    assert tensor.data.tolist() == [1, 1, 1]
    assert not np.shares_memory(Tensor(tensor).data, tensor.data)
    assert not np.shares_memory(tensor.numpy(), tensor.data)
    assert not np.shares_memory(np.asarray(tensor), tensor.data)
    assert not np.shares_memory(tensor.detach().data, tensor.data)


def test_integers_cannot_require_grad():
    """They are for targets and indices."""
    with pytest.raises(TypeError, match="only float tensors can require grad, got dtype int"):
        Tensor(np.arange(3), requires_grad=True)


def test_a_result_requires_grad_if_a_parent_does():
    """And keeps its parents only then."""
    x, c = Tensor(1.0, requires_grad=True), Tensor(1.0)
    assert Tensor(2.0, _prev=(c, x), _op="add").requires_grad
    assert Tensor(2.0, _prev=(c, x), _op="add")._prev == (c, x)
    assert not Tensor(2.0, _prev=(c,), _op="neg").requires_grad
    assert Tensor(2.0, _prev=(c,), _op="neg")._prev == ()


def test_a_forgotten_comma_is_named():
    """(x) is no tuple; without a word it would ask for the elements of x."""
    x = Tensor([1.0], requires_grad=True)
    with pytest.raises(TypeError, match="expected a tuple as _prev"):
        Tensor([1.0], _prev=(x), _op="neg")


def test_parents_are_tensors_and_a_flag_is_a_flag():
    """What was meant for another place is said where it was written, not in a later backward."""
    x = Tensor([1.0], requires_grad=True)
    with pytest.raises(TypeError, match=r"expected tensors in _prev, got \['Tensor', 'int'\]"):
        Tensor([1.0], _prev=(x, 2), _op="pow")
    with pytest.raises(TypeError, match="expected True or False as requires_grad"):
        Tensor([1.0], (x,), _op="exp")


def test_no_grad_builds_no_graph():
    """As a block, nested, after an exception, and around a function."""
    x = Tensor(1.0, requires_grad=True)

    @no_grad()
    def result():
        return Tensor(2.0, _prev=(x,), _op="neg")

    assert not result().requires_grad
    with no_grad():
        with pytest.raises(ZeroDivisionError), no_grad():
            1 / 0  # noqa: B018
        assert not Tensor(2.0, _prev=(x,)).requires_grad
        assert Tensor(2.0, requires_grad=True).requires_grad
    assert Tensor(2.0, _prev=(x,)).requires_grad


def test_a_constant_keeps_no_closure():
    """It would keep the parents alive for nothing."""
    constant, result = Tensor(1.0), Tensor(1.0, requires_grad=True)

    def closure():
        raise AssertionError

    constant._backward = closure
    result._backward = closure
    assert constant._backward() is None
    assert result._backward is closure


def test_grad_is_an_array_and_never_copied():
    """A 0-d sum is a NumPy scalar until the setter makes it an array."""
    x = Tensor([1.0, 2.0], requires_grad=True)
    assert x.grad is None
    grad = np.ones(2)
    x.grad = grad
    assert x.grad is grad
    x.grad = np.float64(3.0)
    assert type(x.grad) is np.ndarray
    x.zero_grad()
    assert x.grad is None


def test_shapes_and_sizes():
    """As NumPy's."""
    x = Tensor(np.ones((2, 3)))
    assert (x.shape, x.ndim, x.size, len(x)) == ((2, 3), 2, 6, 2)
    assert Tensor(2.0).item() == 2.0
    assert type(Tensor(np.array(2)).item()) is int
    assert float(Tensor([2.0])) == 2.0
    with pytest.raises(TypeError):
        len(Tensor(1.0))


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (Tensor(2.0), "Tensor(2.)"),
        (Tensor([1.0, 2.5], requires_grad=True), "Tensor([1. , 2.5], requires_grad=True)"),
        (Tensor(np.float32(1)), "Tensor(1., dtype=float32)"),
        (
            Tensor(1.0, _prev=(Tensor(1.0, requires_grad=True),), _op="exp"),
            "Tensor(1., requires_grad=True, op=exp)",
        ),
        (Tensor([[1.0], [2.0]]), "Tensor([[1.],\n        [2.]])"),
    ],
)
def test_the_repr_says_what_matters(tensor, text):
    """Values, dtype if it is not float64, whether it requires grad, and the op."""
    assert repr(tensor) == text


def test_tensors_are_equal_by_identity():
    """They are keys of sets and dicts, as ``backward`` needs."""
    a, b = Tensor(1.0), Tensor(1.0)
    assert a != b
    assert len({a, b, a}) == 2


def test_nothing_is_assigned_in_place():
    """The error says why, and what to do."""
    x = Tensor([1.0, 2.0])
    with pytest.raises(TypeError, match=r"not assigned in place.*build a new tensor"):
        x[0] = 3.0
    with pytest.raises(TypeError):
        np.exp(x)


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize(
    "other", [2, 2.5, True, np.array([3.0, 4.0]), np.float64(2), np.arange(1, 3)]
)
def test_operators_take_numbers_and_arrays_on_either_side(op, other):
    """An array on the left leaves the work to the tensor, and the graph is kept."""
    data = np.array([1.0, 2.0])
    x = Tensor(data, requires_grad=True)
    for result, expected in ((op(x, other), op(data, other)), (op(other, x), op(other, data))):
        assert isinstance(result, Tensor)
        assert result.requires_grad
        assert np.allclose(result.data, expected)


@pytest.mark.usefixtures("engine")
def test_the_other_operators():
    """Minus, powers, matrix products, items, the transpose."""
    data = np.array([[1.0, 2.0], [3.0, 5.0]])
    x = Tensor(data, requires_grad=True)
    assert np.array_equal((-x).data, -data)
    assert np.array_equal((x**2).data, data**2)
    assert np.array_equal((x @ data).data, data @ data)
    assert np.array_equal((data @ x).data, data @ data)
    assert np.array_equal(x[0, 1:].data, data[0, 1:])
    assert np.array_equal(x.T.data, data.T)
    assert [row.data.tolist() for row in x] == data.tolist()
    picked = x[Tensor(np.array([0, 0]))]
    picked.sum().backward()
    assert x.grad.tolist() == [[2, 2], [0, 0]]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("op", OPERATORS)
def test_a_python_number_leaves_float32_as_it_is(op):
    """On either side."""
    x = Tensor(np.ones(2, np.float32))
    assert op(x, 2.5).dtype == op(2.5, x).dtype == np.float32


@pytest.mark.usefixtures("engine")
def test_plus_equals_makes_a_new_tensor():
    """The old one is what a closure still sees."""
    x = before = Tensor(1.0, requires_grad=True)
    x += 1
    assert x is not before
    assert (before.item(), x.item()) == (1.0, 2.0)
    x.backward()
    assert before.grad == 1.0


def test_an_empty_slot_names_its_notebook():
    """Whoever calls it learns where it is taught."""
    for name, slot in SLOTS.items():
        if slot.kind == "method":
            with pytest.raises(NotFilledError, match=f"{name} has no body yet.*{slot.notebook}"):
                getattr(Tensor(1.0), name)()


@pytest.mark.usefixtures("engine")
def test_a_graph_dies_with_its_output():
    """The tensor itself keeps nothing alive."""
    x = Tensor(1.0, requires_grad=True)
    middle = weakref.ref(y := x.exp())
    z = y.exp()
    del y
    assert middle() is not None
    del z
    gc.collect()
    assert middle() is None


def test_tensors_can_be_copied():
    """``copy.deepcopy`` of a model works."""
    x = Tensor([1.0], requires_grad=True)
    twin = copy.deepcopy(x)
    assert twin is not x
    assert twin.data.tolist() == [1.0]
    assert twin.requires_grad


def test_erf_is_the_error_function():
    """Element by element, float32 in and float32 out, integers too."""
    assert erf(np.array([0.0, 1.0])).tolist() == [0.0, 0.8427007929497149]
    assert erf(np.float32(1)).dtype == np.float32
    assert erf(np.arange(2)).dtype == np.float64
    assert erf(np.ones((0, 3))).shape == (0, 3)
