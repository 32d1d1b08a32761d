# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def reshape(self, *shape):
    return Tensor(self.data.reshape(*shape), requires_grad=self.requires_grad)
