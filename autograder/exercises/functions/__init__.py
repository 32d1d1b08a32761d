"""What is asked of the exercise functions: answers that are no slots. Importing it costs NumPy."""

from .classifier import NETWORK
from .curves import ERROR_CURVE
from .derivatives import NUMERICAL_DERIVATIVE
from .function import Function
from .learning import ACCURACY, SGD_STEP
from .rules import EXP_RULE, MUL_RULE, SUM_RULE, TANH_RULE
from .second import HVP, NEWTON_STEP
from .strategies import BROADCASTABLE_PAIRS, OPERANDS, SHAPE
from .tests import CROSS_CHECK, TEST_MUL, TEST_PROGRAMS, TEST_SUM
from .training import TRAIN

_ALL = (
    *(NUMERICAL_DERIVATIVE, ERROR_CURVE),
    BROADCASTABLE_PAIRS,
    *(CROSS_CHECK, SHAPE, OPERANDS, TEST_MUL, TEST_SUM, TEST_PROGRAMS),
    *(NETWORK, ACCURACY, SGD_STEP, TRAIN),
    *(EXP_RULE, TANH_RULE, MUL_RULE, SUM_RULE, HVP, NEWTON_STEP),
)
FUNCTIONS: dict[str, Function] = {function.name: function for function in _ALL}

__all__ = ["FUNCTIONS", "Function"]
