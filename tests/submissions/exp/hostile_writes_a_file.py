# hostile
from pathlib import Path

from minitorch import implement


@implement
def exp(self):
    for folder in ("/tmp", "/dev/shm", ".", str(Path.home())):
        Path(folder, "was-here").write_text("hello", encoding="utf-8")
    return self
