# hostile
from minitorch import implement


@implement
def exp(self):
    while True:
        print("the answer is right " * 100)
