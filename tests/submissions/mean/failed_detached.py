# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    mu = self.data.mean(axis=axis, keepdims=keepdims)
    out = Tensor(mu)
    out._op = "mean"
    return out
