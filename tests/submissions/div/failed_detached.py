# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def div(self, other):
    result = self.data / other.data
    return Tensor(result)
