"""Notebook 09's run beside PyTorch: the same losses, and the same gradients on the way."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from minitorch import cross_entropy, datasets
from minitorch.slots import attachments
from tests.exercises.lessons import answers, engine, loaded

STEPS, RATE = 200, 0.5


@pytest.fixture
def lesson():
    """The notebook's functions, on the reference engine."""
    with attachments(engine(), only=True):
        yield loaded("train", answers()["train"]).__globals__


def by_pytorch(params, x, targets):
    """Loss and gradients of one step."""
    leaves = [torch.tensor(p, requires_grad=True) for p in params]
    logits = torch.tanh(torch.tensor(x) @ leaves[0] + leaves[1]) @ leaves[2] + leaves[3]
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(targets))
    return loss.item(), [grad.numpy() for grad in torch.autograd.grad(loss, leaves)]


def test_losses_and_gradients_agree_over_the_whole_run(lesson):
    """Losses at every step, the gradients of all parameters at every tenth."""
    data = datasets.favourites(seed=0)
    x, targets = data.x_train, data.y_train
    mine = lesson["initial"](0)
    theirs = [p.data.copy() for p in mine]
    for step in range(STEPS):
        loss = cross_entropy(lesson["network"](mine, x), targets)
        loss.backward()
        expected, grads = by_pytorch(theirs, x, targets)
        assert abs(loss.item() - expected) < 1e-9
        if step % 10 == 0:
            for p, grad in zip(mine, grads, strict=True):
                np.testing.assert_allclose(p.grad, grad, rtol=1e-9, atol=1e-12)
        mine = lesson["sgd_step"](mine, RATE)
        theirs = [p - RATE * grad for p, grad in zip(theirs, grads, strict=True)]


def test_the_loop_is_these_steps(lesson):
    """Train gives the same losses, and the params where they lead."""
    data = datasets.favourites(seed=3)
    params, losses = lesson["train"](data.x_train, data.y_train, seed=3, steps=30, rate=RATE)
    theirs = [p.data for p in lesson["initial"](3)]
    for loss in losses:
        expected, grads = by_pytorch(theirs, data.x_train, data.y_train)
        assert abs(loss - expected) < 1e-9
        theirs = [p - RATE * grad for p, grad in zip(theirs, grads, strict=True)]
    for p, other in zip(params, theirs, strict=True):
        np.testing.assert_allclose(p.data, other, rtol=1e-9, atol=1e-12)


def test_second_derivatives_agree(lesson):
    """A Hessian-vector product of the whole loss, by each parameter."""
    hvp = loaded("hvp", answers()["hvp"])
    data = datasets.favourites(seed=1)
    x, targets = data.x_train[:8], data.y_train[:8]
    start = lesson["initial"](1, hidden=4)
    rng = np.random.default_rng(0)
    for number, p in enumerate(start):
        others = [q.data for q in start]
        v = rng.standard_normal(p.shape)

        def loss(t, number=number, others=others):
            params = [t if i == number else type(t)(q) for i, q in enumerate(others)]
            return cross_entropy(lesson["network"](params, x), targets)

        def theirs(t, number=number, others=others):
            w1, b1, w2, b2 = [t if i == number else torch.tensor(q) for i, q in enumerate(others)]
            logits = torch.tanh(torch.tensor(x) @ w1 + b1) @ w2 + b2
            return torch.nn.functional.cross_entropy(logits, torch.tensor(targets))

        leaf = torch.tensor(p.data)
        _, expected = torch.autograd.functional.hvp(theirs, leaf, torch.tensor(v))
        np.testing.assert_allclose(hvp(loss, p.data, v), expected.numpy(), rtol=1e-9, atol=1e-12)
