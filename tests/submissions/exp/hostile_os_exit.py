# hostile
import os

from minitorch import implement


@implement
def exp(self):
    os._exit(0)
