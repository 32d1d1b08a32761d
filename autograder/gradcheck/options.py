"""The keyword arguments of gradcheck: which there are, and which are refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .numeric import DIFFERENCES

METHODS = (*DIFFERENCES, "complex")


@dataclass(frozen=True)
class Options:
    """The keyword arguments of :func:`gradcheck`, checked."""

    eps: float = 1e-6
    atol: float = 1e-5
    rtol: float = 1e-3
    nondet_tol: float = 0.0
    check_undefined_grad: bool = True
    check_grad_dtypes: bool = False
    method: str = "central"
    reference: Callable[..., Any] | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.eps) and self.eps > 0):
            raise ValueError(f"expected eps > 0, got {self.eps!r}; the usual one is 1e-6")
        for name in ("atol", "rtol", "nondet_tol"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"expected {name} >= 0, got {getattr(self, name)!r}")
        if self.method not in METHODS:
            raise ValueError(f"expected method to be one of {METHODS}, got {self.method!r}")
        if self.method == "complex" and self.reference is None:
            raise ValueError(
                'method="complex" needs reference=, the same function on NumPy arrays: '
                "a Tensor holds no complex numbers"
            )


#: PyTorch's options that have no meaning for a NumPy engine: default, and why not
REFUSED: dict[str, tuple[Any, str]] = {
    "check_batched_grad": (False, "NumPy has no vmap, so there is no batched backward to check"),
    "check_batched_forward_grad": (False, "NumPy has no vmap and the engine no forward mode"),
    "check_forward_ad": (False, "the engine has no forward mode"),
    "check_backward_ad": (True, "backward is all that there is to check"),
    "fast_mode": (
        False,
        "a random projection misses single wrong entries; here every entry is compared",
    ),
    "masked": (None, "there are no sparse tensors"),
}


def refuse(options: dict[str, Any]) -> None:
    """ValueError for an option of PyTorch's that has no meaning here, TypeError for no option."""
    for name, value in options.items():
        if name not in REFUSED:
            raise TypeError(f"gradcheck has no option {name!r}")
        default, reason = REFUSED[name]
        if value not in (default, None):
            raise ValueError(f"{name}={value!r} is not available: {reason}; leave it out")
