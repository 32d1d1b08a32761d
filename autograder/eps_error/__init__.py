"""The picture: gradcheck's error against eps, a V on log-log axes.

    from autograder.eps_error import draw
    draw(Tensor.tanh, at=0.7)                        # your own op, against its own backward
    draw("exp", dtype="float32")                     # an op by name, against its true derivative
    draw(Tensor.exp, at=0.7, check=gradcheck)        # and where your gradcheck says True

jets        true derivatives, by arithmetic on Taylor series
ops         every op as a NumPy function of one number
curves      the measurement, and what theory says of it
classifier  the same for the tense classifier's loss
source      an op's name, a function of tensors or of arrays, a Python file's function
labels      direct labels that never cover data
panels      the parts that all pictures share; poster, multiples, single put them together
style       colours, fonts, and files that are the same bytes every time

matplotlib is imported when something is drawn.
"""

from .curves import Curve, measure, model
from .single import draw
from .source import source

__all__ = ["Curve", "draw", "measure", "model", "source"]
