# hostile
import ctypes

from minitorch import implement


@implement
def exp(self):
    ctypes.string_at(0)
    return self
