"""The system calls that a check's process may make: a seccomp filter, installed through ctypes.

The filter lists what is allowed. NumPy on arrays and Python's imports need some sixty calls, most
of them as old as Linux, while a list of what to deny would have to follow every new kernel. The
rest answers EPERM, so that a body sees an ordinary ``PermissionError``. Calls newer than the table
answer ENOSYS, by which a newer C library falls back on older ones.

What is left out on purpose: every way to make a process or a thread (fork, vfork, clone, clone3,
execve), to reach one (kill, ptrace, process_vm_readv, pidfd_open), to open a channel (socket,
socketpair, pipe, memfd_create, shared memory, io_uring) or to send a file descriptor along
(sendmsg), to write a file, and all administration of the kernel.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct

# name: (x86_64, aarch64); None where the architecture has no such call
ALLOWED: dict[str, tuple[int | None, int]] = {
    # the socket to the judge
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "poll": (7, 73),  # aarch64 has ppoll alone
    "ppoll": (271, 73),
    "select": (23, 72),
    "pselect6": (270, 72),
    "close": (3, 57),
    # memory
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "brk": (12, 214),
    "mincore": (27, 232),
    "futex": (202, 98),
    # time and sleep
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, 169),
    "times": (100, 153),
    "getrusage": (98, 165),
    # reading files: Python's imports
    "lseek": (8, 62),
    "pread64": (17, 67),
    "stat": (4, 79),
    "fstat": (5, 80),
    "lstat": (6, 79),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, 48),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, 78),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    # who and where am I
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "getrlimit": (97, 163),
    "getrandom": (318, 278),
    # signals that the process handles itself
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    # the end
    "exit": (60, 93),
    "exit_group": (231, 94),
}
# Allowed with some arguments alone: name: (x86_64, aarch64)
OPEN = (2, None)
OPENAT = (257, 56)
FCNTL = (72, 25)
PRLIMIT64 = (302, 261)

WRITING = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC on both architectures
DESCRIPTOR_FLAGS = (0, 1, 2, 3, 4, 1030)  # F_DUPFD to F_SETFL, F_DUPFD_CLOEXEC; F_SETOWN signals
NEWEST = 462  # mseal, the newest call of Linux 6.10; from 424 on both architectures count alike
X32 = 0x40000000  # the bit that marks x86_64's calls with 32-bit pointers

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # AUDIT_ARCH_* of linux/audit.h
_COLUMN = {"x86_64": 0, "aarch64": 1}

# classic BPF: linux/bpf_common.h and linux/seccomp.h
_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_KILL, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_DENY = _ERRNO | errno.EPERM
_UNKNOWN = _ERRNO | errno.ENOSYS
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16  # offsets in struct seccomp_data

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _MODE_FILTER = 38, 22, 2

Instruction = tuple[int, int, int, int]


def supported() -> bool:
    """Whether there is a filter for this machine."""
    return platform.system() == "Linux" and platform.machine() in ARCHITECTURES


def program(machine: str) -> list[Instruction]:
    """The filter for one architecture, as BPF instructions (code, jump if true, if false, k)."""
    column = _COLUMN[machine]
    numbers = sorted({row[column] for row in ALLOWED.values()} - {None})
    filtered = [
        *_load(_ARCHITECTURE_AT),
        *_unless(_EQUAL, ARCHITECTURES[machine], _KILL),
        *_load(_NUMBER_AT),
    ]
    if machine == "x86_64":
        filtered += _when(_GREATER, X32 - 1, _KILL)
    filtered += _when(_GREATER, NEWEST, _UNKNOWN)
    for number in numbers:
        filtered += _when(_EQUAL, number, _ALLOW)
    for call, argument in ((OPEN, 1), (OPENAT, 2)):
        filtered += _guarded(call[column], argument, _when(_ANY_BIT, WRITING, _DENY), _ALLOW)
    commands = [step for n in DESCRIPTOR_FLAGS for step in _when(_EQUAL, n, _ALLOW)]
    filtered += _guarded(FCNTL[column], 1, commands, _DENY)
    filtered += _guarded(PRLIMIT64[column], 0, _when(_EQUAL, 0, _ALLOW), _DENY)  # 0: itself alone
    return [*filtered, (_RETURN, 0, 0, _DENY)]


def _load(offset: int) -> list[Instruction]:
    return [(_LOAD, 0, 0, offset)]


def _when(test: int, value: int, then: int) -> list[Instruction]:
    return [(test, 0, 1, value), (_RETURN, 0, 0, then)]


def _unless(test: int, value: int, then: int) -> list[Instruction]:
    return [(test, 1, 0, value), (_RETURN, 0, 0, then)]


def _guarded(
    number: int | None, argument: int, rules: list[Instruction], otherwise: int
) -> list[Instruction]:
    """The rules for one argument (its lower 32 bits) of one call."""
    if number is None:
        return []
    inside = [*_load(_ARGUMENTS_AT + 8 * argument), *rules, (_RETURN, 0, 0, otherwise)]
    return [(_EQUAL, 0, len(inside), number), *inside]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def prepare() -> ctypes.Structure | None:
    """The filter for this machine, ready for :func:`install`; None where there is none."""
    if not supported():
        return None
    steps = program(platform.machine())
    return _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))


def install(ready: ctypes.Structure) -> None:
    """Filter this process's system calls from now on. OSError if the kernel refuses."""
    libc = ctypes.CDLL(None, use_errno=True)
    _prctl(libc, _PR_SET_NO_NEW_PRIVS, 1)
    _prctl(libc, _PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(ready))


def _prctl(libc: ctypes.CDLL, option: int, *values: object) -> None:
    padded = [*values, 0, 0, 0, 0][:4]
    arguments = [ctypes.c_ulong(v) if isinstance(v, int) else v for v in padded]
    if libc.prctl(ctypes.c_int(option), *arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"prctl({option}) was refused")
