"""The search for the smallest failing case, bounded and honest about flaky engines."""

import time

import numpy as np
import pytest

from autograder.exercises import EXERCISES, draws
from autograder.exercises.drawn_cases import use_temporary_storage
from autograder.exercises.examples import answered
from autograder.exercises.live import STATE, examine_slot
from autograder.oracles import Here
from autograder.oracles.shrinking import shrink
from minitorch import Tensor
from tests.oracles.conftest import reference_engine  # noqa: F401  # an autouse fixture


def search(slot: str, body, seconds: float = 5.0):
    """What Hypothesis finds of a body."""
    use_temporary_storage()
    exercise = EXERCISES[slot]
    return shrink(
        exercise.draws(draws),
        lambda case: answered(exercise, "hypothesis", case),
        Here({slot: body}),
        seconds,
    )


def sum_of_sorted_axes(self, axis=None, keepdims=False):
    """Wrong where a tuple of axes is unsorted and not kept."""
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,))

    def _backward():
        grad = out.grad
        if not keepdims and axis is not None:
            axes = (axis,) if isinstance(axis, int) else axis
            for a in axes:
                grad = np.expand_dims(grad, a % self.ndim if a >= 0 else a + self.ndim)
        self.grad = self.grad + np.broadcast_to(grad, self.shape)

    out._backward = _backward
    return out


def test_the_smallest_case_is_small():
    """Hypothesis shrinks shapes and axes alike."""
    found = search("sum", sum_of_sorted_axes)
    assert found.example is not None
    assert not found.flaky
    assert found.example.program.elements <= 8


def test_a_right_body_has_no_smallest_failing_case():
    """Nothing is found, and that is that."""
    assert search("sum", Tensor.sum).example is None


def test_the_search_ends_in_time():
    """However long a body takes."""

    def slow(self):
        time.sleep(0.05)
        raise ValueError

    begun = time.monotonic()
    search("exp", slow, seconds=0.2)
    assert time.monotonic() - begun < 2


def test_an_engine_that_keeps_state_is_called_that():
    """It is wrong whenever it meets something new, and right the second time."""
    met = set()

    def exp(self):
        new = self.data.tobytes() not in met
        met.add(self.data.tobytes())
        out = Tensor(np.exp(self.data), _prev=(self,))
        out._backward = lambda: setattr(self, "grad", self.grad + (out.data + new) * out.grad)
        return out

    verdict = examine_slot("exp", Here({"exp": exp}))
    assert verdict.outcome == "wrong"
    assert verdict.note == STATE


@pytest.mark.parametrize("slot", ["exp", "add", "sum", "softmax"])
def test_a_check_in_a_notebook_answers_within_half_a_second(slot: str):
    """Once warm: the examples are drawn once a kernel."""
    examine_slot(slot, Here())
    begun = time.process_time()
    assert examine_slot(slot, Here()).outcome == "right"
    assert time.process_time() - begun < 0.5
