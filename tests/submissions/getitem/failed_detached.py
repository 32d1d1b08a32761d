# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def getitem(self, index):
    return Tensor(self.data[index])
