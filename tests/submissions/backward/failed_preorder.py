# misconception: wrong-order | oracles: pytorch hypothesis graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad or (gradient is None and self.size != 1):
        raise RuntimeError("backward needs a scalar that requires grad, or a gradient")
    seed = np.ones_like(self.data) if gradient is None else gradient
    seed = np.array(seed.data if isinstance(seed, Tensor) else seed, dtype=self.dtype)
    if seed.shape != self.shape:
        raise ValueError("shape of gradient")
    todo, topo, done = [self], [], set()
    while todo:
        n = todo.pop()
        if n in done:
            continue
        done.add(n)
        topo.append(n)
        todo += [p for p in n._prev if p.requires_grad]
    for n in topo:
        if n._prev or n.grad is None:
            n.grad = np.zeros_like(n.data)
    self.grad = self.grad + seed
    for n in topo:
        n._backward()
