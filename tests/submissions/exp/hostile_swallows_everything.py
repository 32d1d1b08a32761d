# hostile
import signal

from minitorch import implement


for number in (signal.SIGTERM, signal.SIGXCPU, signal.SIGALRM, signal.SIGINT):
    signal.signal(number, lambda *args: None)


@implement
def exp(self):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
