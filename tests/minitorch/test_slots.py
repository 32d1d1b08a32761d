"""The slots: what hangs in them, how it is reached, and how it is swapped."""

import inspect

import pytest

import minitorch
from minitorch import Tensor, cat, slots
from minitorch.errors import NotFilledError, SlotError
from minitorch.slots import SLOTS, attach, attached, attachments, detach, dispatchers


def body(*args, **kwargs):
    """A body that says what it was called with."""
    return "body", args, kwargs


def test_every_slot_names_a_notebook_in_order():
    """The order of the notebooks is the order of the slots."""
    notebooks = [slot.notebook for slot in SLOTS.values()]
    assert notebooks == sorted(notebooks)
    assert len(SLOTS) == 25


@pytest.mark.parametrize("name", SLOTS)
def test_every_slot_is_a_function_that_never_goes_stale(name):
    """What was imported before the body was written finds it."""
    function = getattr(minitorch, name)
    with pytest.raises(NotFilledError, match=SLOTS[name].notebook):
        function(Tensor(1.0))
    attach(name, body)
    assert function("x", axis=1) == ("body", ("x",), {"axis": 1})
    assert inspect.unwrap(function) is body
    assert function.__doc__ == body.__doc__
    assert attached(name) is body
    if SLOTS[name].kind == "method":
        x = Tensor(1.0)
        assert getattr(x, name)() == ("body", (x,), {})
    detach(name)
    assert attached(name) is None


def test_an_unknown_name_is_refused_with_a_guess():
    """A typing error is most likely."""
    with pytest.raises(SlotError, match=r"no slot 'soft_max'; did you mean softmax\?"):
        attach("soft_max", body)
    with pytest.raises(AttributeError):
        minitorch.soft_max  # noqa: B018


def test_bodies_are_lent_for_a_while():
    """After an exception too, what hung there hangs there again."""
    attach("exp", body)

    def swap():
        with minitorch.trying(exp=None, log=body):
            assert attached("exp") is None
            assert attached("log") is body
            raise KeyError

    with pytest.raises(KeyError):
        swap()
    assert attached("exp") is body
    assert attached("log") is None


def test_only_the_bodies_given():
    """``only`` empties every other slot."""
    attach("exp", body)
    with attachments({"log": body}, only=True):
        assert [name for name in SLOTS if attached(name)] == ["log"]
    with attachments({"log": body}):
        assert [name for name in SLOTS if attached(name)] == ["exp", "log"]


def test_the_expected_signature_is_plain():
    """Errors show it to students."""
    assert str(SLOTS["sum"].expects) == "(self, axis=None, keepdims=False)"
    assert str(SLOTS["reshape"].expects) == "(self, *shape)"
    assert str(SLOTS["gradcheck"].expects) == "(f, inputs, eps=1e-06, atol=0.0001)"


def test_saved_bodies_are_looked_for_once_and_only_if_wanted(monkeypatch):
    """A process that judges others uses none of its own."""
    calls = []
    monkeypatch.setattr("minitorch.loading.refresh", lambda: calls.append(1))
    monkeypatch.setattr(slots, "_look_for_saved", False)
    attached("exp")
    assert calls == []
    slots.use_saved(True)
    with attachments({"exp": body}):
        attached("log")
    attached("log")
    assert calls == [1]


def test_a_module_level_slot_is_the_same_object_everywhere():
    """``from minitorch import cat`` and the table agree."""
    assert cat is dispatchers["cat"] is minitorch.cat
