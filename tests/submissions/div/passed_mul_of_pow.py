# right
from minitorch import implement


@implement
def div(self, other):
    """a / b = a * b**-1"""
    return self.mul(other.pow(-1))
