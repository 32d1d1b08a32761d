"""What ``import minitorch`` costs, and that a broken saved body does not break it."""

import json
import subprocess
import sys
from pathlib import Path

from minitorch import saving

ROOT = Path(__file__).parents[2]


def python(code: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_loads_numpy_and_three_small_modules():
    """What saves, reads and draws is loaded by the call that needs it."""
    loaded = json.loads(
        python(
            "import sys, json, numpy\nbefore = set(sys.modules)\nimport minitorch\n"
            "print(json.dumps(sorted(set(sys.modules) - before)))"
        )
    )
    own = [name for name in loaded if name.startswith("minitorch")]
    assert own == ["minitorch", "minitorch.errors", "minitorch.slots", "minitorch.tensor"]
    assert {name.partition(".")[0] for name in loaded} - {"minitorch"} <= sys.stdlib_module_names


def test_saved_bodies_are_loaded_by_the_first_that_needs_one():
    """Not by the import."""
    saving.save("neg", "print('loaded')\n\n\ndef neg(self):\n    return 'mine'\n")
    said = python(
        "from minitorch import Tensor\nprint('imported')\nx = Tensor(1.0)\n"
        "print(x.neg(), x.neg(), -x)"
    )
    assert said == "imported\nloaded\nmine mine mine\n"


def test_a_broken_saved_body_leaves_the_rest_alone():
    """Its slot is empty, and the file is named."""
    saving.save("neg", "def neg(self):\n    return 'mine'\n")
    saving.save("exp", "def exp(self:\n")
    said = python(
        "from minitorch import Tensor\nprint(Tensor(1.0).neg())\n"
        "try:\n    Tensor(1.0).exp()\nexcept NotImplementedError as error:\n    print(error)"
    ).splitlines()
    assert str(saving.path("exp")) in said[0]
    assert said[1] == "mine"
    assert said[2].startswith("exp has no body yet")
