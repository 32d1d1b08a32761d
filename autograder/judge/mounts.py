"""The allow-list of the sandbox: which files of this machine it holds, and where it sees them.

Inside, paths are the same on every machine: ``/py`` is a Python of its own with the standard
library, NumPy and what belongs to minitorch; nothing else is there.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from . import bytecode

OURS = "autograder."
HOME = "/py"
PYTHON = f"{HOME}/bin/python3"
LIBRARIES = f"{HOME}/so"
PACKAGES = f"{HOME}/site-packages"  # by this name Hypothesis knows what is not a student's
PROJECT = Path(__file__).resolve().parents[2]
# Extension modules whose libraries come along; others that need more than the C library (ssl,
# sqlite3, tkinter, readline ...) can't be imported inside.
EXTENSIONS = ("_ctypes", "zlib", "_bz2", "_lzma")

Binds = tuple[tuple[str, str], ...]


class MountError(RuntimeError):
    """Something that the sandbox must hold was not found."""


@cache
def binds(packages: tuple[str, ...] = ()) -> Binds:
    """Every read-only bind as (path on this machine, path inside), directories first.

    packages  what must be there besides NumPy, with all that it requires: names of distributions,
              and of packages of the project such as ``autograder.gradcheck``
    """
    ours = tuple(name for name in packages if name.startswith(OURS))
    more = tuple(_installed(tuple(name for name in packages if name not in ours)))
    libraries = _libraries(path for path, _ in more)
    return (*_python(), *_numpy(), *more, *_project(ours), *libraries)


def folders(packages: tuple[str, ...] = ()) -> list[str]:
    """Every folder inside that holds a bind, outer ones first."""
    bound = {inside for _, inside in binds(packages)}
    holds = {str(folder) for inside in bound for folder in Path(inside).parents}
    return sorted({*holds, "/dev"} - {"/"} - bound)


@cache
def covered() -> tuple[str, ...]:
    """Folders inside that must be empty: what was installed beside the standard library."""
    installed = ("site-packages", "dist-packages")
    stdlib = Path(sysconfig.get_path("stdlib"))
    return tuple(f"{_stdlib_inside()}/{name}" for name in installed if (stdlib / name).is_dir())


def environment() -> dict[str, str]:
    """The environment of the process inside; equal hashes make equal runs."""
    return {
        "PYTHONHOME": HOME,
        "PYTHONPATH": PACKAGES,
        "LD_LIBRARY_PATH": LIBRARIES,
        **common_environment(),
    }


def common_environment() -> dict[str, str]:
    """What the worker needs in any environment."""
    return {
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "LC_ALL": "C.UTF-8",
    }


def interpreter() -> Path:
    """The real Python binary behind a virtual environment."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _stdlib_inside() -> str:
    return f"{HOME}/{sys.platlibdir}/{os.path.basename(sysconfig.get_path('stdlib'))}"


def _python() -> Iterator[tuple[str, str]]:
    stdlib = sysconfig.get_path("stdlib")
    yield stdlib, _stdlib_inside()
    extensions = sysconfig.get_config_var("DESTSHARED")
    if extensions and os.path.isdir(extensions) and not _within(extensions, stdlib):
        yield extensions, f"{_stdlib_inside()}/lib-dynload"
    yield str(interpreter()), PYTHON


def _within(path: str, folder: str) -> bool:
    return Path(folder).resolve() in Path(path).resolve().parents


def _package(name: str) -> Path:
    """The folder of a package, found without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise MountError(f"the sandbox needs the package {name}, which is not installed")
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def numpy_folder() -> Path:
    """Where NumPy is installed."""
    return _package("numpy")


def _numpy() -> Iterator[tuple[str, str]]:
    package = numpy_folder()
    yield str(package), f"{PACKAGES}/numpy"
    libraries = package.parent / "numpy.libs"
    if libraries.is_dir():
        yield str(libraries), f"{PACKAGES}/numpy.libs"


def _installed(packages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The modules of these distributions and of those they require, NumPy's left out."""
    seen: set[str] = set()
    waiting = list(packages)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            if name in packages:
                raise MountError(f"the sandbox needs {name}, which is not installed") from None
            continue  # one that another system or an extra asks for
        waiting += [_name(line) for line in found.requires or () if "extra ==" not in line]
        yield from _top_level(found)


def _name(requirement: str) -> str:
    """``sympy`` of ``sympy>=1.13.3; python_version > "3.8"``."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _top_level(found: Distribution) -> Iterator[tuple[str, str]]:
    """A distribution's packages and modules."""
    names = {file.parts[0] for file in found.files or () if file.suffix in (".py", ".so")}
    for name in sorted(names - {"..", "numpy", "__pycache__"}):
        path = found.locate_file(name)
        yield str(path), f"{PACKAGES}/{name}"


def project_modules(more: tuple[str, ...] = ()) -> Iterator[tuple[Path, str]]:
    """The modules of the project that the sandbox sees, each with its name inside a package.

    more  packages such as ``autograder.gradcheck``
    """
    minitorch, autograder = _package("minitorch"), _package("autograder")
    for path in sorted(minitorch.rglob("*.py")):
        inside = path.relative_to(minitorch)
        if inside.parts[0] != "student" and not any(p.startswith(".") for p in inside.parts):
            yield path, f"minitorch/{inside}"
    yield autograder / "__init__.py", "autograder/__init__.py"
    for name in ("sandbox", *(package.removeprefix(OURS) for package in more)):
        for path in sorted((autograder / name).glob("*.py")):
            yield path, f"autograder/{name}/{path.name}"


def _project(more: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The project's modules, and their byte code."""
    for path, inside in project_modules(more):
        yield str(path), f"{PACKAGES}/{inside}"
        code = bytecode.compiled(path)
        if code is not None:
            folder, name = os.path.split(f"{PACKAGES}/{inside}")
            tag = sys.implementation.cache_tag
            yield str(code), f"{folder}/__pycache__/{name.removesuffix('.py')}.{tag}.pyc"


def _libraries(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The loader at its own path, the shared libraries under the names that binaries ask for."""
    found: dict[str, str] = {}
    for line in _ldd([*_binaries(), *_extensions(packages)]):
        if named := re.match(r"\s+(\S+) => (/\S.*) \(0x", line):
            found.setdefault(f"{LIBRARIES}/{os.path.basename(named[1])}", named[2])
        elif loader := re.match(r"\s+(/\S+) \(0x", line):
            found[loader[1]] = loader[1]
        elif missing := re.match(r"\s+(\S+) => not found", line):
            raise MountError(f"the shared library {missing[1]} was not found; ldd: {line.strip()}")
    for inside, path in sorted(found.items()):
        yield os.path.realpath(path), inside


def _binaries() -> list[str]:
    folder = Path(sysconfig.get_config_var("DESTSHARED") or "")
    extensions = [str(path) for name in EXTENSIONS for path in folder.glob(f"{name}.*.so")]
    return [str(interpreter()), *extensions, *map(str, sorted(_package("numpy").rglob("*.so")))]


def _extensions(paths: Iterable[str]) -> Iterator[str]:
    """Every shared object in folders."""
    for path in paths:
        yield from map(str, sorted(Path(path).rglob("*.so*")))


def _ldd(binaries: list[str]) -> list[str]:
    ldd = shutil.which("ldd")
    if ldd is None:
        raise MountError("ldd was not found; it belongs to the C library (Debian: libc-bin)")
    ran = subprocess.run([ldd, *binaries], capture_output=True, text=True, check=False)
    return ran.stdout.splitlines()
