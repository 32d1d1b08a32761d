"""The report as a self-contained HTML fragment, for JupyterLab and for pages made of notebooks."""

from __future__ import annotations

import html as stdlib_html
import re

from ..verdict import Misconception, Verdict
from .arrays import Cell, Grid
from .facts import Comparison, Facts, facts
from .style import STYLE

_TINTS = {"right": "ag-right", "wrong": "ag-wrong", "raised": "ag-raised"}


def html(verdict: Verdict) -> str:
    """The report of one verdict; everything that came from elsewhere is escaped."""
    told = facts(verdict)
    parts = [
        _head(told),
        _rows((*told.case, *told.error), told.prose),
        _comparison(told.comparison),
        _note(told.note),
        _chips(told),
        _guess(told.guess),
        _replay(told.replay),
    ]
    tint = _TINTS.get(told.outcome, "ag-calm")
    return f'{STYLE}\n<div class="ag {tint}">\n{_lines(parts)}\n</div>'


def _lines(parts: list[str]) -> str:
    return "\n".join(filter(None, parts))


def escaped(text: str) -> str:
    """Text as HTML; control characters are written as escapes."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return stdlib_html.escape(plain)


def _head(told: Facts) -> str:
    return (
        f'<p class="ag-head"><b><code>{escaped(told.slot)}</code></b>'
        f'<span class="ag-verdict">{escaped(told.outcome)}</span>'
        f"<span>{escaped(told.headline)}</span></p>"
    )


def _rows(rows: tuple[tuple[str, str], ...], prose: bool = False) -> str:
    if not rows:
        return ""
    value = "{}" if prose else "<code>{}</code>"
    items = "\n".join(
        f"<dt>{escaped(label)}</dt><dd>{value.format(escaped(said))}</dd>" for label, said in rows
    )
    return f"<dl>\n{items}\n</dl>"


def _comparison(comparison: Comparison | None) -> str:
    if comparison is None:
        return ""
    apart = f"<dt>apart</dt><dd>{escaped(comparison.apart)}</dd>" if comparison.apart else ""
    facts = (
        f"<dl><dt>where</dt><dd><code>{escaped(comparison.element)}</code></dd>"
        f'<dt>got</dt><dd class="ag-bad"><code>{escaped(comparison.got)}</code></dd>'
        f"<dt>expected</dt><dd><code>{escaped(comparison.expected)}</code></dd>{apart}</dl>"
    )
    if comparison.grids is None:
        return facts
    got, expected = comparison.grids
    tables = f"{_table('got', got, True)}{_table('expected', expected, False)}"
    return f'{facts}\n<div class="ag-pair">{tables}</div>'


def _table(title: str, grid: Grid, marked: bool) -> str:
    rows = "".join(f"<tr>{''.join(_cell(c, marked) for c in row)}</tr>" for row in grid.rows)
    part = f" <code>{escaped(grid.part)}</code>" if grid.part else ""
    return f"<div><h5>{title}{part}</h5><table>{rows}</table></div>"


def _cell(cell: Cell, marked: bool) -> str:
    mark = ' class="ag-bad"' if cell.wrong and marked else ""
    return f"<td{mark}>{escaped(cell.text)}</td>"


def _note(note: str) -> str:
    return f"<dl><dt>note</dt><dd>{escaped(note)}</dd></dl>" if note else ""


def _chips(told: Facts) -> str:
    if not told.chips:
        return ""
    items = "".join(
        f'<li class="{_TINTS.get(outcome, "ag-off")}">{name} <b>{escaped(outcome)}</b></li>'
        for name, outcome in told.chips
    )
    return f"<ul>{items}</ul>" + (f"<p>{escaped(told.reading)}</p>" if told.reading else "")


def _guess(guess: Misconception | None) -> str:
    if guess is None:
        return ""
    read = f"<p>Read on in {escaped(guess.read)}.</p>" if guess.read else ""
    return (
        f'<div class="ag-guess"><h5>What it looks like (a guess)</h5>'
        f"<p><b>{_with_code(guess.symptom)}</b></p><p>{_with_code(guess.concept)}</p>{read}</div>"
    )


def _with_code(sentence: str) -> str:
    """What stands in backticks set as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(sentence))


def _replay(replay: str) -> str:
    if not replay:
        return ""
    return f'<div class="ag-replay"><h5>to see it again</h5><pre>{escaped(replay)}</pre></div>'
