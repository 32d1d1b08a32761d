# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    return Tensor(self.data.sum(axis=axis, keepdims=keepdims), requires_grad=True)
