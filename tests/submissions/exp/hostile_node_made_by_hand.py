# hostile
from autograder.sandbox import hand
from autograder.sandbox.program import Step
from minitorch import implement


@implement
def exp(self):
    return hand.node(Step("hand.exp", ()), [self], lambda: None)
