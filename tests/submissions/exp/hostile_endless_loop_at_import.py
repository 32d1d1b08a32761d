# hostile
from minitorch import implement


while True:
    pass


@implement
def exp(self):
    return self
