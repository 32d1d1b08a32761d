"""The table of behaviours, row by row, with both gradchecks."""

import re
import warnings
from importlib import import_module

import pytest

from autograder.gradcheck import GradcheckError, GradcheckWarning, gradcheck
from tests.gradcheck.engines import Mini, Torch
from tests.gradcheck.table import TABLE, Behaviour

rows = pytest.mark.parametrize("row", TABLE, ids=[row.name for row in TABLE])


def ours(row: Behaviour) -> tuple[str, set[str]]:
    """Our verdict, and the kinds that are warned of."""
    func, inputs = row.make(Mini())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            verdict = "right" if gradcheck(func, inputs, **row.options) else "False"
        except ValueError:
            verdict = "usage"
        except GradcheckError as error:
            verdict = error.kind
    seen = {str(w.message).partition(":")[0].partition(" (")[0] for w in caught}
    assert all(w.category is GradcheckWarning for w in caught)
    return verdict, seen


def torchs(row: Behaviour) -> str:
    """PyTorch's verdict on the same function."""
    import torch
    from torch.autograd.gradcheck import GradcheckError as PyTorchsError

    func, inputs = row.make(Torch())
    options = row.options if row.torch_options is None else row.torch_options
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return "right" if torch.autograd.gradcheck(func, inputs, **options) else "False"
        except PyTorchsError:
            return "wrong"
        except Exception:
            return "error"


@rows
def test_our_verdict(row: Behaviour):
    """Each function gets the verdict that names what is the matter with it."""
    verdict, seen = ours(row)
    assert (verdict, seen) == (row.ours, {row.warns} - {""})


@rows
def test_pytorchs_verdict(row: Behaviour):
    """PyTorch still says of it what the table says."""
    assert torchs(row) == row.torchs


def test_where_we_differ_we_say_why():
    """The docstring has a reason for every row that differs, and for no other."""
    package = import_module("autograder.gradcheck")  # the name in autograder may be the function
    listed = re.findall(r"^- (.+?): ", str(package.__doc__), re.MULTILINE)
    assert listed == [row.name for row in TABLE if row.differs]


def test_the_table_is_large_enough():
    """At least 38 behaviours, each with a name of its own."""
    assert len({row.name for row in TABLE}) == len(TABLE) >= 38
