# right
from minitorch import implement


@implement
def sub(self, other):
    return self.add(other.neg())
