# right
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("nichts zu tun: requires_grad ist False")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("ohne gradient nur für eine einzige Zahl")
        gradient = np.ones_like(self.data)
    anstoß = np.asarray(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
    if anstoß.shape != self.shape:
        raise ValueError("falsche Form")

    besucht = set()
    reihenfolge = []
    stapel = [(self, False)]
    while stapel:
        knoten, fertig = stapel.pop()
        if fertig:
            reihenfolge.append(knoten)
            continue
        if knoten in besucht:
            continue
        besucht.add(knoten)
        stapel.append((knoten, True))
        for elter in knoten._prev:
            if elter.requires_grad:
                stapel.append((elter, False))

    for knoten in reihenfolge:
        if knoten.grad is None or knoten._prev:
            knoten.grad = np.zeros(knoten.shape, dtype=knoten.dtype)
    self.grad = self.grad + anstoß
    for knoten in reihenfolge[::-1]:
        knoten._backward()
