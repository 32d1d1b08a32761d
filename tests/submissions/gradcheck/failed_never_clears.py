# misconception: inputs-left-changed | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import implement


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    out = f(*inputs)
    w = np.random.default_rng(0).standard_normal(out.shape)
    out.backward(w)
    for x in inputs:
        if not x.requires_grad:
            continue
        for i in np.ndindex(x.shape):
            old = x.data[i]
            x.data[i] = old + eps
            plus = (w * f(*inputs).data).sum()
            x.data[i] = old - eps
            minus = (w * f(*inputs).data).sum()
            x.data[i] = old
            if not abs((plus - minus) / (2 * eps) - x.grad[i]) <= atol:
                return False
    return True
