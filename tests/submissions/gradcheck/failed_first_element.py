# misconception: one-element-checked | oracles: edges
import numpy as np

from minitorch import Tensor, implement


rng = np.random.default_rng


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    if isinstance(inputs, Tensor):
        inputs = (inputs,)
    saved = [x.grad for x in inputs]
    for x in inputs:
        x.zero_grad()
    out = f(*inputs)
    w = rng(1).normal(size=out.shape)
    out.backward(w)
    grads = [x.grad for x in inputs]
    for x, g in zip(inputs, saved):
        x.grad = g
    ok = True
    for x, g in zip(inputs, grads):
        if x.requires_grad:
            first = (0,) * x.ndim     # one element is enough, they are all alike
            old = x.data[first]
            x.data[first] = old + eps
            up = (f(*inputs).data * w).sum()
            x.data[first] = old - eps
            down = (f(*inputs).data * w).sum()
            x.data[first] = old
            ok = ok and bool(abs((up - down) / (2 * eps) - g[first]) < atol)
    return ok
