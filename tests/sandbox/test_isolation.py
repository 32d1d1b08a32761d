"""What a body finds in the sandbox: nothing of this machine, and no place to write."""

import os
from pathlib import Path

import pytest

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
        allowed = ("/py/lib", "/py/bin/python3", "/py/so/", "/py/site/numpy", "/py/site/minitorch/",
                   "/py/site/autograder/__init__", "/py/site/autograder/__pycache__/__init__",
                   "/py/site/autograder/sandbox/", "/lib", "/dev/null")
        strange = sorted(path for path in found if not path.startswith(allowed))
        assert not strange, strange[:5]
        assert not [path for path in found if "student" in path or "site-packages" in path]
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
    "folder", ["/", "/py", "/py/site", "/py/lib", "/dev", "/py/site/minitorch"]
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
