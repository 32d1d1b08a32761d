# right
from minitorch import implement


@implement
def sub(self, other):
    # a - b = a + (-1) * b
    return self + (-1.0) * other
