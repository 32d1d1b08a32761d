"""``python -m minitorch status`` and ``python -m minitorch export tensor.py``."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import saving
from .errors import MinitorchError
from .export import MADE_BY, exported
from .loading import say
from .slots import SLOTS
from .status import failing, table


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 all right, 1 a check failed or nothing was written, 2 usage."""
    options = _parser().parse_args(arguments)
    try:
        return _export(options.file, options.force) if options.command == "export" else _status()
    except (MinitorchError, OSError) as error:
        say(f"minitorch: {error}")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m minitorch", description="Your own engine.")
    commands = parser.add_subparsers(title="commands", dest="command", required=True)
    commands.add_parser("status", help="what is filled and missing, and what check last said")
    export = commands.add_parser("export", help="write all bodies as one module of your own")
    export.add_argument(
        "file", nargs="?", default="tensor.py", type=Path, help="default: tensor.py"
    )
    export.add_argument("--force", action="store_true", help="replace a file that is no export")
    return parser


def _status() -> int:
    for line in table().split("\n"):
        say(line)
    return 1 if failing() else 0


def _export(target: Path, force: bool) -> int:
    bodies = {name: text for name in SLOTS if (text := saving.read(name)) is not None}
    if not bodies:
        raise MinitorchError(
            f"no body is saved in {saving.folder()} yet; run a cell with @implement first"
        )
    if target.exists() and not force and MADE_BY.encode() not in target.read_bytes():
        raise MinitorchError(f"{target} is no earlier export; --force replaces it")
    target.write_text(exported(bodies), encoding="utf-8", newline="\n")
    missing = [name for name in SLOTS if name not in bodies]
    rest = f"; these raise NotImplementedError: {', '.join(missing)}" if missing else ""
    say(f"{target}: {len(bodies)} of {len(SLOTS)} slots{rest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
