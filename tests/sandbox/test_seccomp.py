"""What seccomp alone refuses, with and without bubblewrap: each is really tried."""

import platform

import pytest

from autograder.sandbox import seccomp

MACHINE = platform.machine()

REFUSED = {
    "a socket of the internet": "import socket; socket.socket(socket.AF_INET)",
    "a socket of the internet, version 6": "import socket; socket.socket(socket.AF_INET6)",
    "a socket to the host of a virtual machine": "import socket; socket.socket(40, 1)",
    "a socket to another process": "import socket; socket.socket(socket.AF_UNIX)",
    "a raw socket": "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "a pair of sockets": "import socket; socket.socketpair()",
    "a pipe": "import os; os.pipe()",
    "a process": "import os; os.fork()",
    "a program": "import os; os.execv('/bin/true', ['true'])",
    "a program by subprocess": "import subprocess; subprocess.run(['true'])",
    "killing the first process": "import os; os.kill(1, 9)",
    "killing its parent": "import os; os.kill(os.getppid(), 9)",
    "killing everything": "import os; os.kill(-1, 9)",
    "a signal through a pidfd": "import os, signal; os.pidfd_open(os.getppid())",
    "a file in memory": "import os; os.memfd_create('x')",
    "a new namespace": "import ctypes; "
    "check(ctypes.CDLL(None, use_errno=True).unshare(0x10000000))",
    "writing into a file": "open('/dev/shm/x', 'w')",
    "making a file": "import os; os.open('/tmp/x', os.O_CREAT)",
    "making a folder": "import os; os.mkdir('/tmp/xyz')",
    "removing a file": "import os; os.unlink('/etc/hostname')",
    "a timer": "import signal; signal.setitimer(signal.ITIMER_REAL, 1)",
    "another's limits": "import os, resource; "
    "resource.prlimit(os.getppid(), resource.RLIMIT_AS, (1, 1))",
    "a signal through fcntl": "import fcntl, os; fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())",
    "a file descriptor sent along": "import socket; socket.socket(fileno=peer()).sendmsg([b'x'])",
    "higher limits": "import resource; "
    "resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))",
    "a higher priority": "import os; os.nice(-5)",
    "an event file": "import os; os.eventfd(0)",
}
CALLS = {  # by number, as C would: (x86_64, aarch64)
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "clone": (56, 220),
    "clone3": (435, 435),
    "vfork": (58, 220),
    "execveat": (322, 281),
    "pidfd_getfd": (438, 438),
    "mount": (165, 40),
    "setns": (308, 268),
    "chroot": (161, 51),
    "prctl": (157, 167),
    "seccomp": (317, 277),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "landlock_create_ruleset": (444, 444),
    "personality": (135, 92),
    "timer_create": (222, 107),
    "rt_sigqueueinfo": (129, 138),
}
HELP = """
def check(result):
    import ctypes
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, "refused")

def peer():
    import os, stat
    return next(i for i in range(3, 64) if is_socket(i))

def is_socket(i):
    import os, stat
    try:
        return stat.S_ISSOCK(os.fstat(i).st_mode)
    except OSError:
        return False
"""


def attack(code: str) -> str:
    """The text of a function that does it."""
    return f"{HELP}\ndef attack():\n    {code}\n"


@pytest.mark.parametrize("what", REFUSED)
def test_a_body_can_not_have(anywhere, what):
    """Each of these ends in an ordinary exception."""
    ended = anywhere.try_out(attack(REFUSED[what]))
    assert ended.split(":")[0] in ("PermissionError", "OSError", "ValueError", "itimer_error")


@pytest.mark.parametrize("name", CALLS)
def test_a_body_can_not_call(anywhere, name):
    """EPERM comes from the filter, not from the arguments (which are all zero)."""
    number = CALLS[name][["x86_64", "aarch64"].index(MACHINE)]
    code = f"import ctypes; check(ctypes.CDLL(None, use_errno=True).syscall({number}, 0, 0, 0, 0))"
    assert anywhere.try_out(attack(code)) == "PermissionError: [Errno 1] refused"


def test_a_thread_is_refused(anywhere):
    """Threads would share the CPU clock, but not the limits' simplicity."""
    text = "import threading\ndef attack(): threading.Thread(target=print).start()"
    assert anywhere.try_out(text) == "RuntimeError: can't start new thread"


def test_a_call_newer_than_the_table_looks_as_on_an_old_kernel(anywhere):
    """ENOSYS, by which a C library falls back on what it used before."""
    code = f"import ctypes; check(ctypes.CDLL(None, use_errno=True).syscall({seccomp.NEWEST + 9}))"
    assert "[Errno 38]" in anywhere.try_out(attack(code))


X32 = "import ctypes\ndef attack(): ctypes.CDLL(None).syscall({})"
I386 = """
import ctypes, mmap

def attack():
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("b802000000cd80c3"))  # mov eax, 2 (fork); int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(ctypes.c_int)(address)()
"""
OTHER_KINDS = {"x86_64": [X32.format(0x40000000 + 39), X32.format(0x40000000 + 512), I386]}


@pytest.mark.parametrize("text", OTHER_KINDS.get(MACHINE, []))
def test_a_call_of_another_kind_kills(anywhere, text):
    """The same numbers mean other calls there."""
    assert "SIGSYS" in anywhere.try_out(text)


def test_the_filter_leaves_numpy_alone(anywhere):
    """Linear algebra, FFT, random numbers, sorting, printing, and imports on the way."""
    text = """
    import numpy as np

    def attack():
        rng = np.random.default_rng()
        a = rng.normal(size=(200, 200))
        np.linalg.svd(a), np.linalg.solve(a, a), np.fft.fft2(a), a @ a, np.sort(a)
        np.einsum("ij,jk->ik", a, a), np.array2string(a), np.polynomial.Polynomial([1, 2])(a)
        import decimal, fractions, functools, itertools, random, statistics, time, typing
        random.random(), time.sleep(0.01), time.time(), statistics.mean([1, 2])
        assert np.isfinite(a).all()
    """
    assert anywhere.try_out(text) == "ran"


@pytest.mark.parametrize("machine", seccomp.ARCHITECTURES)
def test_the_program_is_within_what_a_jump_reaches(machine):
    """Jumps of classic BPF are bytes; the last instruction denies."""
    steps = seccomp.program(machine)
    assert max(max(yes, no) for _, yes, no, _ in steps) < 256
    assert len(steps) < 4096
    assert steps[-1] == (0x06, 0, 0, 0x00050001)


def test_no_number_is_allowed_twice_by_mistake():
    """A call that aarch64 lacks shares the number of the one that stands for it."""
    for column in (0, 1):
        guarded = {row[column] for row in (seccomp.OPEN, seccomp.OPENAT, seccomp.FCNTL)}
        assert not guarded & {row[column] for row in seccomp.ALLOWED.values()}
