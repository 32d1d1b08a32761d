# right
from minitorch import implement


@implement
def mean(self, axis=None, keepdims=False):
    total = self.sum(axis=axis, keepdims=keepdims)
    n = self.size // max(total.size, 1)
    return total * (1 / max(n, 1))
