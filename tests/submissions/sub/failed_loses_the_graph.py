# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def sub(self, other):
    return Tensor(self.data - other.data)
