# right
import string

import numpy as np

from minitorch import implement


@implement
def unbroadcast(grad, shape):
    letters = string.ascii_letters[: grad.ndim]
    extra = grad.ndim - len(shape)
    kept = [c for c, side in zip(letters[extra:], shape) if side != 1]
    return np.einsum(f"{letters}->{''.join(kept)}", grad).reshape(shape)
