"""Two real kernels on the same bodies: the stale-kernel trap."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

Notebook = Callable[[str], tuple[str, list[str]]]
SECONDS = 60  # for one cell, on a busy machine


@pytest.fixture
def start(own_saved_bodies) -> Iterator[Callable[[], Notebook]]:
    """Start a kernel; running a cell in it gives what it printed, and an error as it is shown."""
    from jupyter_client.manager import start_new_kernel

    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "MINITORCH_STUDENT": str(own_saved_bodies),
    }
    with ExitStack() as stack:

        def start_kernel() -> Notebook:
            manager, client = start_new_kernel(kernel_name="python3", env=environment)
            stack.callback(manager.shutdown_kernel, now=True)
            stack.callback(client.stop_channels)

            def run(cell: str) -> tuple[str, list[str]]:
                printed, error = [], []

                def hear(message: dict) -> None:
                    content = message["content"]
                    if message["msg_type"] == "stream":
                        printed.append(content["text"])
                    elif message["msg_type"] == "error":
                        error.extend(content["traceback"])

                client.execute_interactive(cell, output_hook=hear, timeout=SECONDS)
                return "".join(printed), error

            return run

        yield start_kernel


def test_a_kernel_takes_up_what_another_notebook_wrote(start):
    """Before its next cell, with one line that says so; a fresh kernel has it at once."""
    first, second = start(), start()
    body = "from minitorch import Tensor, implement\n\n@implement\ndef neg(self):\n    return {!r}"
    assert first(body.format("first")) == ("", [])
    assert second("from minitorch import Tensor\nprint(Tensor(1.0).neg())") == ("first\n", [])
    assert second(body.format("second")) == ("", [])
    said, _ = first("print(Tensor(1.0).neg())")
    assert said == (
        "minitorch: neg was rewritten by another notebook; this one now runs that version\nsecond\n"
    )
    assert first("print(Tensor(1.0).neg())") == ("second\n", [])


def test_an_error_is_shown_in_one_line(start):
    """A kernel sends what ``_render_traceback_`` gives."""
    run = start()
    _, error = run("from minitorch import Tensor\nTensor(1.0).exp()")
    assert error == [
        "NotFilledError: exp has no body yet: write it in notebook 02-elementwise "
        "and run the cell that defines it"
    ]
