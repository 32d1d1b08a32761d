# misconception: numeric-gradient-zero | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import implement


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    before = [x.grad for x in inputs]
    for x in inputs:
        x.grad = None
    out = f(*inputs)
    w = np.random.default_rng(0).standard_normal(out.shape)
    out.backward(w)
    grads = [x.grad for x in inputs]
    for x, g in zip(inputs, before):
        x.grad = g
    for x, g in zip(inputs, grads):
        if not x.requires_grad:
            continue
        for i in range(x.size):
            x.data.flatten()[i] += eps
            plus = (w * f(*inputs).data).sum()
            x.data.flatten()[i] -= 2 * eps
            minus = (w * f(*inputs).data).sum()
            x.data.flatten()[i] += eps
            if not abs((plus - minus) / (2 * eps) - g.flatten()[i]) <= atol:
                return False
    return True
