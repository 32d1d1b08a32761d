# misconception: tensor-for-data | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import implement


@implement
def sub(self, other):
    # a - b = a + (-1) * b, but mul is written later
    return self + (-1.0) * other
