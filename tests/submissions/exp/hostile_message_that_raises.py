# hostile
from minitorch import implement


class Quiet(Exception):
    def __str__(self):
        raise KeyboardInterrupt

    __repr__ = __str__


@implement
def exp(self):
    raise Quiet
