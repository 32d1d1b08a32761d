# right
from minitorch import Tensor, implement


def _zurück(g, form):
    zusatz = g.ndim - len(form)
    achsen = [*range(zusatz), *(zusatz + i for i, n in enumerate(form) if n == 1)]
    return g.sum(axis=tuple(achsen), keepdims=True).reshape(form)


@implement
def add(self, other):
    summe = Tensor(self.data + other.data, _prev=(self, other), _op="plus")

    def _backward():
        for summand in (self, other):
            if summand.requires_grad:
                summand.grad = summand.grad + _zurück(summe.grad, summand.shape)

    summe._backward = _backward
    return summe
