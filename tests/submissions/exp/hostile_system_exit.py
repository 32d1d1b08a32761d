# hostile
from minitorch import implement


@implement
def exp(self):
    raise SystemExit(0)
