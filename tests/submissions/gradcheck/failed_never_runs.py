# misconception: always-true | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import implement


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    before = [x.grad for x in inputs]
    out = f(*inputs)
    out.backward(np.ones(out.shape))
    analytic = [x.grad for x in inputs]
    numeric = [x.grad for x in inputs]   # same thing, only slower
    for x, g in zip(inputs, before):
        x.grad = g
    return all(
        a is None or bool(np.array_equal(a, b, equal_nan=True)) for a, b in zip(analytic, numeric)
    )
