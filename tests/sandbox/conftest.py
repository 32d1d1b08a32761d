"""A sandbox to try things in: the text of a function goes in, what became of it comes out."""

import sys
from collections.abc import Iterator

import pytest

if sys.platform == "linux":
    from autograder.judge import bwrap
    from autograder.judge.process import Zygote
    from tests.sandbox.lab import Lab

    SURE = [pytest.param(name, marks=pytest.mark.needs_sandbox) for name in bwrap.identities()]
else:
    collect_ignore_glob = ["test_*.py"]  # the judge is Linux's
    SURE = []


@pytest.fixture(scope="module", params=[*SURE, "none"])
def anywhere(request: pytest.FixtureRequest) -> Iterator["Lab"]:
    """Every way to run a body, that without bubblewrap included."""
    with Zygote(request.param) as zygote:
        yield Lab(zygote)


@pytest.fixture(scope="module", params=SURE)
def sandbox(request: pytest.FixtureRequest) -> Iterator["Lab"]:
    """Every way to run a body in bubblewrap."""
    with Zygote(request.param) as zygote:
        yield Lab(zygote)


@pytest.fixture(scope="module")
def here() -> Iterator["Lab"]:
    """The way in which this machine grades, or without bubblewrap where that does not work."""
    with Zygote(bwrap.chosen()[0] or "none") as zygote:
        yield Lab(zygote)
