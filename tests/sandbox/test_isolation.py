"""What a body finds in the sandbox: nothing of this machine, and no place to write."""

import os
from pathlib import Path

import pytest

from autograder.judge import bwrap, mounts
from autograder.judge.check import Limits
from autograder.judge.process import Zygote
from tests.sandbox.lab import Lab

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/etc/hostname",
        "/proc/self/environ",
        "/proc/1/cmdline",
        "/sys/kernel",
        "/tmp",
        "/root",
        "/home",
        "/usr",
        "/dev/shm",
        "/dev/vsock",
        "/run",
        str(ROOT),
        str(ROOT / "notebooks" / "src" / "02-elementwise.py"),
        str(ROOT / "build" / "reference" / "exp.py"),
        str(ROOT / "minitorch" / "student"),
        str(ROOT / "tests"),
        str(Path.home()),
        str(Path.cwd()),
    ],
)
def test_there_is_no(sandbox, path):
    """Neither the course nor this machine: the path leads nowhere."""
    text = f"import os\ndef attack(): os.stat({path!r})"
    assert sandbox.try_out(text).startswith("FileNotFoundError")


def test_a_link_in_a_bound_folder_leads_nowhere(sandbox, tmp_path):
    """Climbing out of the standard library ends at the sandbox's own root."""
    text = """
    import os

    def attack():
        here = os.path.dirname(os.__file__)
        assert sorted(os.listdir(f"{here}/../../../../../..")) == sorted(os.listdir("/"))
        assert not {"etc", "home", "proc", "root", "sys", "tmp", "usr"} & set(os.listdir("/"))
    """
    assert sandbox.try_out(text) == "ran"


def test_only_the_allow_list_is_there(sandbox):
    """Every file that can be reached lies in Python, NumPy, minitorch or the worker."""
    text = """
    import os

    def attack():
        found = {os.path.join(folder, name) for folder, _, names in os.walk("/") for name in names}
        mine = "/py/site-packages"
        allowed = ("/py/lib", "/py/bin/python3", "/py/so/", "/lib", "/dev/null",
                   f"{mine}/numpy", f"{mine}/minitorch/", f"{mine}/autograder/sandbox/",
                   f"{mine}/autograder/__init__", f"{mine}/autograder/__pycache__/__init__")
        strange = sorted(path for path in found if not path.startswith(allowed))
        assert not strange, strange[:5]
        assert not [path for path in found if "student" in path]
        assert not [path for path in found if path.startswith("/py/lib") and "-packages" in path]
        loaders = [path for path in found if path.startswith("/lib")]
        assert len(loaders) <= 1, loaders
    """
    assert sandbox.try_out(text) == "ran"


@pytest.mark.parametrize(
    "name",
    ["torch", "hypothesis", "scipy", "nbgrader", "autograder.oracles", "autograder.judge",
     "autograder.exercises", "autograder.verdict", "pip", "notebooks"],
)  # fmt: skip
def test_a_body_can_not_import(sandbox, name):
    """Neither an oracle's tools nor the answers are there."""
    assert sandbox.try_out(f"def attack(): import {name}").startswith("ModuleNotFoundError")


def test_torch_is_not_there_without_bubblewrap_either(anywhere):
    """A body gets the same grade with the sandbox and without."""
    assert anywhere.try_out("def attack(): import torch").startswith("ModuleNotFoundError")


@pytest.mark.parametrize(
    "folder", ["/", "/py", "/py/site-packages", "/py/lib", "/dev", "/py/site-packages/minitorch"]
)
def test_nothing_can_be_written_in(sandbox, folder):
    """The whole tree is read-only, whoever the process is."""
    text = f"def attack(): open({folder!r} + '/x', 'wb').write(b'x')"
    assert sandbox.try_out(text).split(":")[0] in ("PermissionError", "OSError")


def test_a_body_is_nobody(sandbox):
    """No user, no capability, a host name that says nothing, no environment."""
    text = """
    import os, socket, sys

    def attack():
        assert os.getuid() == os.geteuid() == os.getgid() == 65534
        assert os.uname().nodename == "judge"
        named = {"PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "PYTHONHASHSEED", "LC_ALL", "PWD",
                 "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"}
        assert set(os.environ) <= named, set(os.environ) - named
        assert not any("/root" in path or "/home" in path for path in sys.path)
    """
    assert sandbox.try_out(text) == "ran"


def test_the_only_open_files_are_devnull_and_the_wire(anywhere):
    """No control socket, no file of the judge's."""
    text = """
    import os, stat

    def attack():
        kinds = {}
        for number in range(64):
            try:
                kinds[number] = os.fstat(number)
            except OSError:
                continue
        assert [stat.S_ISCHR(kinds.pop(number).st_mode) for number in (0, 1, 2)] == [True] * 3
        (wire,) = kinds.values()
        assert stat.S_ISSOCK(wire.st_mode)
    """
    assert anywhere.try_out(text) == "ran"


def test_no_core_file_no_new_limits_no_tracing(anywhere):
    """The limits are hard ones."""
    text = """
    import ctypes, resource

    def attack():
        for limit in (resource.RLIMIT_CORE, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
            assert resource.getrlimit(limit) == (0, 0)
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        assert soft == hard == 2**30
    """
    assert anywhere.try_out(text) == "ran"


def test_the_zygote_is_not_this_machines_first_process(sandbox):
    """The numbers of processes are the sandbox's own, and start at 1."""
    assert os.getpid() != 1
    text = "import os\ndef attack(): assert os.getpid() < 200"
    assert sandbox.try_out(text) == "ran"


PACKAGES = """
import sys

import torch
from hypothesis import given, settings, strategies as st


def attack():
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    (x.exp() * x).sum().backward()
    torch.testing.assert_close(x, x)
    import sympy
    assert torch.linalg.svd(torch.ones(9, 9)).S.shape == (9,)

    @settings(database=None, deadline=None)
    @given(st.integers())
    def test(number): assert number < 100

    try:
        test()
    except AssertionError:
        pass
    else:
        raise ValueError("no example was found")
    import socket
    try:
        socket.socket()
    except PermissionError:
        return
    raise ValueError("a socket was made")
"""


@pytest.mark.needs_sandbox
def test_a_notebook_of_tests_has_pytorch_and_hypothesis():
    """Both work, within the same limits, and still there is no network."""
    with Zygote(bwrap.chosen()[0], ("torch", "hypothesis")) as zygote:
        assert Lab(zygote).try_out(PACKAGES, Limits(cpu=20.0)) == "ran"


def test_a_package_that_is_not_installed_is_named():
    """The sandbox can't be made without it."""
    with pytest.raises(mounts.MountError, match="no_such_package"):
        mounts.binds(("no_such_package",))
