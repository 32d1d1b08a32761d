"""Build all that comes from notebooks/src: python notebooks/build.py [--check] [names ...].

    notebooks/NN-name.ipynb         students', committed
    minitorch/stubs.json            what a body looks like that is still the stub, committed
    autograder/exercises/quiz.json  hashes of the quiz's answers, committed
    build/source/NN-name.ipynb      instructor's, for a course's source/
    build/solved/NN-name.ipynb      solutions and hidden tests in: what the tests run
    build/reference/<name>.py       the reference engine: each body a module of its own

Exit codes: 0 all is well, 1 --check found a difference, 2 a source or the command is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the packages of this clone, whether they are installed or not

from notebooks.building.copies import is_untouched  # noqa: E402
from notebooks.building.course import CourseError, LeakError, derive, read_course  # noqa: E402


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Build or check the clone at ``root``; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        lessons = read_course(root / "notebooks" / "src")
        files = derive(lessons)
    except (CourseError, LeakError) as error:
        print(_ascii(str(error)), file=sys.stderr)
        return 2
    known = [lesson.name for lesson in lessons]
    if unknown := sorted(set(options.names) - set(known)):
        print(f"no notebook {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    if options.check:
        return check(root, _committed(files))
    wanted = _without(files, set(known) - set(options.names)) if options.names else files
    write(root, {path: wanted[path] for path in wanted if not options.private or _private(path)})
    if not options.names:
        _sweep(root, files)
    return 0


def check(root: Path, files: Mapping[str, str]) -> int:
    """Compare the committed files with what the sources make; 1 and a list if they differ."""
    wrong = [
        f"{path} {'differs' if (root / path).exists() else 'is missing'}"
        for path, text in sorted(files.items())
        if _bytes(root / path) != text.encode()
    ]
    wrong += [f"{path} has no source" for path in _orphans(root, files)]
    for line in wrong:
        print(line)
    if wrong:
        print("run python notebooks/build.py, and edit notebooks/src alone")
    return int(bool(wrong))


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write the files that changed; a notebook that somebody worked in is kept."""
    changed = [path for path in files if _bytes(root / path) != files[path].encode()]
    for path in changed:
        target = root / path
        if path.startswith("notebooks/"):
            _keep_work(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(files[path], encoding="utf-8", newline="\n")
    print(f"{len(files)} files built, {len(changed)} changed")


def _keep_work(target: Path) -> None:
    """Copy a notebook that somebody has worked in to kept/ beside it, before it is written over."""
    if not target.exists() or is_untouched(target.read_bytes()):
        return
    folder = target.parent / "kept"
    folder.mkdir(exist_ok=True)
    number = 1 + sum(1 for _ in folder.glob(f"{target.stem}-*.ipynb"))
    kept = folder / f"{target.stem}-{number}.ipynb"
    kept.write_bytes(target.read_bytes())
    print(f"{target.name} had been worked in: kept as {folder.name}/{kept.name} beside it")


def _sweep(root: Path, files: Mapping[str, str]) -> None:
    """Remove from build/ what no source makes any more."""
    for folder in ("source", "solved", "reference"):
        for path in (root / "build" / folder).glob("*.*"):
            if path.relative_to(root).as_posix() not in files:
                path.unlink()


def _orphans(root: Path, files: Mapping[str, str]) -> list[str]:
    """Notebooks beside the students' that no source makes."""
    there = (root / "notebooks").glob("[0-9][0-9]-*.ipynb")
    return sorted({path.relative_to(root).as_posix() for path in there} - set(files))


def _private(path: str) -> bool:
    return path.startswith("build/")


def _committed(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text for path, text in files.items() if not _private(path)}


def _without(files: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """The files without the notebooks of these names."""
    left_out = {f"{name}.ipynb" for name in names}
    return {path: files[path] for path in files if path.rpartition("/")[2] not in left_out}


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _ascii(text: str) -> str:
    """The text as any console can show it."""
    return text.encode("ascii", "backslashreplace").decode()


def _parser() -> argparse.ArgumentParser:
    about, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python notebooks/build.py",
        description=about.partition(":")[0] + ".",
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="write these notebooks alone, e.g. 02-elementwise")
    parser.add_argument("--check", action="store_true", help="compare the committed files, no more")
    parser.add_argument(
        "--private", action="store_true", help="write build/ alone, not the students' notebooks"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
