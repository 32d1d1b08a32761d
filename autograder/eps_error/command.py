"""The command behind ``python figures/eps_error.py``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import multiples, poster
from .curves import METHODS
from .single import draw
from .source import load
from .style import save

WRONG_USE = 2
ENDINGS = (".svg", ".png")


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="eps_error.py",
        description="Draw gradcheck's error against eps. Without options: the picture and the "
        "small multiples of all ops, as SVG and PNG, beside this script.",
    )
    found.add_argument("--op", help="draw one op instead: exp, tanh, softmax ...")
    found.add_argument("--file", type=Path, help="a Python file; --op is then a function in it")
    found.add_argument("--at", type=float, help="the point (each op has one of its own)")
    found.add_argument("--dtype", default="float64", help="float64 or float32")
    found.add_argument(
        "--method",
        action="append",
        help=f"may be repeated; one of {', '.join(METHODS)}; default all",
    )
    found.add_argument(
        "--out",
        type=Path,
        action="append",
        help=".svg or .png; may be repeated; one op goes to the current folder otherwise",
    )
    found.add_argument(
        "--columns",
        type=int,
        default=2,
        choices=(1, 2),
        help="of the picture; 1 for a narrow screen",
    )
    return found


def main(arguments: Sequence[str] | None = None, folder: Path | None = None) -> int:
    """Draw what is asked for; returns the exit code, 2 for a usage error."""
    import matplotlib as mpl

    mpl.use("Agg")
    chosen = parser().parse_args(arguments)
    try:
        drawn = _draw(chosen, folder or Path())
    except ValueError as error:
        print(f"eps_error.py: {str(error).encode('ascii', 'replace').decode()}", file=sys.stderr)
        return WRONG_USE
    for path in drawn:
        print(path)
    return 0


def _draw(chosen: argparse.Namespace, folder: Path) -> list[Path]:
    for path in chosen.out or []:
        if path.suffix not in ENDINGS:
            raise ValueError(f"expected --out to end in .svg or .png, got {path}")
    if chosen.op is None and chosen.file is None:
        return _all(chosen, folder)
    what: Any = chosen.op if chosen.file is None else load(chosen.file, chosen.op)
    axes = draw(what, chosen.at, dtype=_dtype(chosen.dtype), methods=chosen.method)
    title = f"Error of numerical derivatives of {axes.get_title('left')}"
    paths = chosen.out or [Path(f"eps_error_{chosen.op or 'f'}.svg")]
    return _save(axes.figure, paths, title, f"Log-log plot of relative error against eps. {title}.")


def _dtype(name: str) -> str:
    if name not in ("float32", "float64"):
        raise ValueError(f"expected --dtype float32 or float64, got {name}")
    return name


def _all(chosen: argparse.Namespace, folder: Path) -> list[Path]:
    for option in ("at", "method"):
        if getattr(chosen, option) is not None:
            raise ValueError(f"--{option} needs --op or --file: the picture's are fixed")
    figure = poster.poster(chosen.columns)
    if chosen.out:
        return _save(figure, chosen.out, poster.TITLE, poster.ALT)
    paths = [folder / f"eps_error{ending}" for ending in ENDINGS]
    drawn = _save(figure, paths, poster.TITLE, poster.ALT)
    paths = [folder / f"all_ops{ending}" for ending in ENDINGS]
    return drawn + _save(multiples.multiples(), paths, multiples.TITLE, multiples.ALT)


def _save(figure: Any, paths: Sequence[Path], title: str, alt: str) -> list[Path]:
    for path in paths:
        try:
            save(figure, path, title, alt)
        except OSError as error:
            raise ValueError(f"{path} can't be written: {error.strerror}") from error
    return list(paths)
