# misconception: first-input-alone | oracles: edges
import numpy as np

from minitorch import implement


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    old_grads = [t.grad for t in inputs]
    for t in inputs:
        t.zero_grad()
    y = f(*inputs)
    upstream = np.random.default_rng(3).standard_normal(y.shape)
    y.backward(upstream)
    analytic = inputs[0].grad
    for t, g in zip(inputs, old_grads):
        t.grad = g

    x = inputs[0]
    if not x.requires_grad:
        return True
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        keep = x.data[i]
        x.data[i] = keep + eps
        a = (f(*inputs).data * upstream).sum()
        x.data[i] = keep - eps
        b = (f(*inputs).data * upstream).sum()
        x.data[i] = keep
        numeric[i] = (a - b) / (2 * eps)
    return bool(np.all(np.abs(numeric - analytic) <= atol))
