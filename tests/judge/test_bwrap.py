"""The bubblewrap command holds what it says, and where it does not work one learns why."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.judge import bwrap, bytecode, mounts
from autograder.judge.process import SandboxError, Zygote


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Put a program of the test's own in bubblewrap's place."""

    def put(script: str) -> None:
        fake = tmp_path / "bwrap"
        fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        for cached in (bwrap._program, bwrap._namespace, bwrap.chosen):
            cached.cache_clear()

    yield put
    for cached in (bwrap._program, bwrap._namespace, bwrap.chosen):
        cached.cache_clear()


def test_where_it_does_not_work_its_own_words_are_shown(program):
    """Every way is tried, and the first hint that fits is given."""
    program("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    works, why = bwrap.available()
    assert not works
    for way in bwrap.identities():
        assert f"{way}: bwrap: setting up uid map: Permission denied" in why
    assert "AppArmor" in why


def test_where_it_is_not_installed_one_learns_how(monkeypatch, tmp_path):
    """Under the name that package managers know."""
    monkeypatch.setenv("PATH", str(tmp_path))
    bwrap._program.cache_clear()
    bwrap.chosen.cache_clear()
    try:
        works, why = bwrap.available()
    finally:
        bwrap._program.cache_clear()
        bwrap.chosen.cache_clear()
    assert not works
    assert "apt-get install bubblewrap" in why


def test_a_program_that_says_nothing_is_reported_by_its_code(program):
    """Never an empty explanation."""
    program("exit 3")
    assert "ended with code 3" in bwrap.available()[1]


def test_an_option_that_an_old_version_lacks_is_left_out(program):
    """--disable-userns came with 0.8."""
    program("echo '    --unshare-user    Create new user namespace'")
    assert "--disable-userns" not in bwrap.command(3, "namespace")
    program("echo '    --disable-userns    Disable further use of user namespaces'")
    assert "--disable-userns" in bwrap.command(3, "namespace")


@pytest.mark.needs_sandbox
@pytest.mark.parametrize("way", bwrap.identities())
def test_nothing_is_bound_for_writing(way):
    """Every folder and file is read-only, and so is the root that holds them."""
    command = bwrap.command(3, way)
    assert not {"--bind", "--bind-try", "--dev", "--proc", "--share-net"} & set(command)
    devices = [command[i + 1] for i, part in enumerate(command) if part == "--dev-bind"]
    assert devices == ["/dev/null"]
    remounted = [command[i + 1] for i, part in enumerate(command) if part == "--remount-ro"]
    emptied = [command[i + 1] for i, part in enumerate(command) if part == "--tmpfs"]
    assert remounted == [*emptied, "/"]


@pytest.mark.needs_sandbox
def test_no_path_of_this_machine_is_in_the_environment():
    """What a body may see of it is the same everywhere."""
    command = bwrap.command(3, "namespace")
    values = [command[i + 2] for i, part in enumerate(command) if part == "--setenv"]
    assert all(value.startswith("/py") or "/" not in value for value in values)


def test_neither_saved_bodies_nor_notebooks_are_bound():
    """Nor the oracles, nor the exercises, nor anything else that knows an answer."""
    root = Path(__file__).resolve().parents[2]
    inside = [path for path, _ in mounts.project_modules()]
    assert all(path.is_file() for path in inside)
    parts = {path.relative_to(root).parts[:2] for path in inside if path.is_relative_to(root)}
    assert {second for first, second in parts if first == "autograder"} == {
        "__init__.py",
        "sandbox",
    }
    assert not any("student" in path.parts for path in inside)
    assert {first for first, _ in parts} == {"autograder", "minitorch"}


def test_a_saved_body_is_not_bound(tmp_path, monkeypatch):
    """Even one that lies in the clone."""
    student = mounts._package("minitorch") / "student"
    if not student.exists():
        monkeypatch.setattr(
            Path, "rglob", lambda self, pattern: iter([student / "exp.py", self / "tensor.py"])
        )
    assert "minitorch/student/exp.py" not in [inside for _, inside in mounts.project_modules()]


def test_the_interpreter_is_the_real_one():
    """A virtual environment's is a link that leads out of the sandbox."""
    assert not mounts.interpreter().is_symlink()
    said = subprocess.run(
        [mounts.interpreter(), "-c", "import sys; print(sys.version)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == sys.version


def test_libraries_are_bound_under_the_names_that_are_asked_for():
    """The C library among them; the loader at its own path."""
    inside = {inside: path for path, inside in mounts.binds()}
    names = {Path(path).name for path in inside if path.startswith(mounts.LIBRARIES)}
    assert any(name.startswith("libc.") for name in names)
    assert all(Path(path).exists() for path in inside.values())
    assert any(Path(path).name.startswith("ld-") for path in inside if "/lib" in path)


def test_byte_code_is_made_once(tmp_path, monkeypatch):
    """By content: a module that changed has another file."""
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    module = tmp_path / "module.py"
    module.write_text("x = 1\n", encoding="utf-8")
    first = bytecode.compiled(module)
    assert first is not None
    before = first.stat().st_mtime_ns
    assert bytecode.compiled(module) == first
    assert first.stat().st_mtime_ns == before
    module.write_text("x = 2\n", encoding="utf-8")
    assert bytecode.compiled(module) != first
    module.write_text("x = = 2\n", encoding="utf-8")
    assert bytecode.compiled(module) is None


def test_without_a_place_for_it_there_is_no_byte_code(tmp_path, monkeypatch):
    """The sandbox works all the same."""
    blocked = tmp_path / "a file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("AUTOGRADER_CACHE", str(blocked))
    assert bytecode.compiled(Path(__file__)) is None


def test_a_zygote_that_was_closed_is_a_fault_of_ours():
    """Said as such."""
    zygote = Zygote("none")
    zygote.close()
    with pytest.raises(SandboxError):
        zygote.worker()
