# hostile
import subprocess

from minitorch import implement


@implement
def exp(self):
    subprocess.run(["sh", "-c", "touch /tmp/was-here"], check=True)
    return self
