"""The report as plain text: ASCII alone, for a terminal, a log, and nbgrader's feedback."""

from __future__ import annotations

import textwrap

from ..verdict import Verdict
from .arrays import Grid
from .facts import Comparison, Facts, facts

LABEL = 11  # width of the column of labels, in characters


def text(verdict: Verdict, width: int = 88) -> str:
    """The report of one verdict; lines end at ``width`` but for the one that is to be pasted."""
    told = facts(verdict)
    blocks = [
        _wrapped(f"{told.slot}: {told.outcome}", _ended(told.headline), width),
        _rows(told.case, width),
        _rows(told.error, width),
        _comparison(told.comparison, width),
        _labelled("note", told.note, width),
        _oracles(told, width),
        _guess(told, width),
        [f"{'  replay':<{LABEL}}{told.replay}"] if told.replay else [],
    ]
    lines = "\n\n".join("\n".join(block) for block in blocks if block)
    return "\n".join(map(ascii_safe, lines.split("\n")))


def ascii_safe(line: str) -> str:
    """Nothing outside printable ASCII: what is outside is written as an escape."""
    return "".join(
        c if " " <= c <= "~" else c.encode("unicode_escape").decode("ascii") for c in line
    )


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(("?", "!", ".")) else f"{sentence}."


def _wrapped(title: str, sentence: str, width: int) -> list[str]:
    return textwrap.wrap(f"{title} - {sentence}", width, subsequent_indent="  ")


def _labelled(label: str, sentence: str, width: int) -> list[str]:
    if not sentence:
        return []
    first = f"  {label}".ljust(LABEL - 1) + " "
    return textwrap.wrap(
        ascii_safe(sentence), width, initial_indent=first, subsequent_indent=" " * LABEL
    )


def _rows(rows: tuple[tuple[str, str], ...], width: int) -> list[str]:
    return [line for label, value in rows for line in _labelled(label, value, width)]


def _comparison(comparison: Comparison | None, width: int) -> list[str]:
    if comparison is None:
        return []
    lines = [
        *_labelled("element" if "[" in comparison.element else "value", comparison.element, width),
        *_labelled("got", comparison.got, width),
        *_labelled("expected", comparison.expected, width),
        *_labelled("apart", comparison.apart, width),
    ]
    return lines if comparison.grids is None else [*lines, "", *_grids(comparison.grids, width)]


def _grids(grids: tuple[Grid, Grid], width: int) -> list[str]:
    part = grids[0].part and f" {grids[0].part}"
    got, expected = _block(f"got{part}", grids[0]), _block(f"expected{part}", grids[1])
    left = max(map(len, got))
    indent = " " * LABEL
    if LABEL + left + 3 + max(map(len, expected)) <= width:
        paired = zip(got, expected, strict=True)
        return [f"{indent}{a:<{left}}   {b}".rstrip() for a, b in paired]
    return [f"{indent}{line}".rstrip() for line in [*got, *expected]]


def _block(title: str, grid: Grid) -> list[str]:
    """The grid's rows under a title; a wrong number stands in ``*stars*``."""
    rows = [
        [f"*{cell.text}*" if cell.wrong else f" {cell.text} " for cell in row] for row in grid.rows
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [" ".join(f"{c:>{w}}" for c, w in zip(row, widths, strict=True)) for row in rows]
    return [f" {title}", *lines]


def _oracles(told: Facts, width: int) -> list[str]:
    if not told.chips:
        return []
    groups: dict[str, list[str]] = {}
    for name, outcome in told.chips:
        groups.setdefault(outcome, []).append(name)
    said = "; ".join(f"{outcome}: {', '.join(names)}" for outcome, names in groups.items())
    return [*_labelled("oracles", said, width), *_labelled("", told.reading, width)]


def _guess(told: Facts, width: int) -> list[str]:
    if told.guess is None:
        return []
    return [
        *_labelled("a guess", told.guess.symptom, width),
        *_labelled("", told.guess.concept, width),
        *_labelled("read", told.guess.read, width),
    ]
