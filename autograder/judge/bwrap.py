"""The bubblewrap command, and whether it works here.

``--unshare-net`` and the rest take away what namespaces can; the allow-list of :mod:`.mounts` is
all there is to read, and nothing can be written. Two ways to lose one's user: as root the worker
becomes nobody by itself, which makes the limit on processes count; everybody else, and root where
that is forbidden, gets a user namespace.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache

from . import mounts

ISOLATED = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session", "--as-pid-1", "--hostname", "judge"),
    *("--cap-drop", "ALL", "--clearenv"),
)
NAMESPACE = ("--unshare-user", "--uid", "65534", "--gid", "65534")
NOBODY = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
FLAGS = ("-S", "-s", "-B", "-P")  # no site, no user site, no byte code written, no script folder

_HINTS = (
    (
        "uid map",
        "this system forbids user namespaces to ordinary programs: on Ubuntu 24.04 and "
        "newer an AppArmor profile for bwrap allows them",
    ),
    (
        "No permissions to create new namespace",
        "the kernel forbids user namespaces: see "
        "sysctl kernel.unprivileged_userns_clone and user.max_user_namespaces",
    ),
    (
        "Operation not permitted",
        "inside a container? start it with --privileged, or with "
        "--security-opt seccomp=unconfined --cap-add SYS_ADMIN",
    ),
)


def identities() -> tuple[str, ...]:
    """The ways to lose one's user that may work here, best first."""
    return ("nobody", "namespace") if os.geteuid() == 0 else ("namespace",)


def command(descriptor: int, identity: str, packages: tuple[str, ...] = ()) -> list[str]:
    """The whole command that starts a zygote whose control socket is ``descriptor``."""
    return [
        *(_program(), *ISOLATED),
        *(NOBODY if identity == "nobody" else _namespace()),
        *_filesystem(packages),
        *(part for pair in mounts.environment().items() for part in ("--setenv", *pair)),
        *("--chdir", "/", "--", mounts.PYTHON, *FLAGS),
        *start(descriptor, packages, drop=identity == "nobody"),
    ]


def start(descriptor: int, packages: tuple[str, ...], drop: bool) -> list[str]:
    """The arguments of Python that run the zygote."""
    settle = f"from autograder.sandbox.confine import settle; settle({drop})"
    run = f"from autograder.sandbox.zygote import main; main({descriptor}, {packages})"
    return ["-c", f"{settle}; {run}"]


@cache
def _filesystem(packages: tuple[str, ...]) -> tuple[str, ...]:
    parts: list[str] = []
    for folder in mounts.folders(packages):  # bubblewrap would make them for their owner alone
        parts += ["--dir", folder]
    for device in ("/dev/null", *(["/dev/urandom"] if packages else [])):  # torch asks for it
        parts += ["--dev-bind", device, device]
    for path, inside in mounts.binds(packages):
        parts += ["--ro-bind", path, inside]
    for folder in mounts.covered():
        parts += ["--tmpfs", folder, "--remount-ro", folder]
    return (*parts, "--remount-ro", "/")


@cache
def _program() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise mounts.MountError(
            "bubblewrap is not installed: apt-get install bubblewrap (dnf, pacman and apk have it "
            "under the same name)"
        )
    return found


@cache
def _namespace() -> tuple[str, ...]:
    """``--disable-userns`` is newer (0.8) than what some distributions have."""
    shown = subprocess.run([_program(), "--help"], capture_output=True, text=True, check=False)
    newer = "--disable-userns" in shown.stdout + shown.stderr
    return (*NAMESPACE, "--disable-userns") if newer else NAMESPACE


@cache
def chosen() -> tuple[str, str]:
    """The identity whose command works here (empty if none does), and what each one said."""
    from .process import SandboxError, Zygote

    said = []
    for identity in identities():
        try:
            with Zygote(identity) as zygote:
                zygote.probe()
            return identity, "\n".join(said)
        except (SandboxError, mounts.MountError, OSError) as error:
            said.append(f"{identity}: {error}")
            if isinstance(error, mounts.MountError):
                break
    return "", "\n".join(said)


def available() -> tuple[bool, str]:
    """Whether a body can be run in the sandbox, found by running one; and what was found."""
    identity, said = chosen()
    if identity:
        return True, f"bubblewrap runs a body, as {_described(identity)}"
    return False, f"the sandbox does not work here\n{said}{_hint(said)}"


def _described(identity: str) -> str:
    return "user nobody" if identity == "nobody" else "nobody in a user namespace"


def _hint(said: str) -> str:
    hints: Sequence[str] = [hint for sign, hint in _HINTS if sign in said]
    return f"\n{hints[0]}" if hints else ""
