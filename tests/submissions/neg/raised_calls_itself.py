# misconception: calls-itself | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import implement


@implement
def neg(self):
    out = -self
    return out
