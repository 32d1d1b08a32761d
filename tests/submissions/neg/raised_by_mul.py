# misconception: tensor-for-data | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import implement


@implement
def neg(self):
    return self * -1
