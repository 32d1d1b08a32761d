"""How the pictures look: colours, markers, fonts, and files that are the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

INK, FAINT, GRID = "#1a1a1a", "#666666", "#e4e4e4"
BAND = "#fbe9e0"  # where a check fails: pale enough to read on, dark enough for greyscale
# Okabe and Ito's colours, which people who see colours differently tell apart.
ORANGE, SKY, GREEN, BLUE, VERMILLION, PURPLE = (
    "#e69f00",
    "#56b4e9",
    "#009e73",
    "#0072b2",
    "#d55e00",
    "#cc79a7",
)


#: the same, darker, for letters: thin strokes need more contrast than lines and markers
LETTERS = {
    ORANGE: "#966500",
    SKY: "#1f78ac",
    GREEN: "#00704f",
    BLUE: "#005f96",
    VERMILLION: "#a84700",
    PURPLE: "#9c4476",
}


@dataclass(frozen=True)
class Look:
    """A curve's colour and marker; markers differ in shape, so greyscale is enough."""

    color: str
    marker: str
    filled: bool = True


def letters(color: str) -> dict[str, Any]:
    """How a curve's own label is set."""
    return {"color": LETTERS.get(color, color), "fontsize": 11.5, "fontweight": "bold"}


LOOKS = {
    "forward": Look(ORANGE, "^"),
    "central": Look(BLUE, "o"),
    "five-point": Look(GREEN, "s"),
    "complex": Look(PURPLE, "D", filled=False),
}

RC: dict[str, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # matplotlib brings it along: the same glyphs everywhere
    "font.size": 12,
    "mathtext.fontset": "dejavusans",
    "path.simplify": False,
    "savefig.dpi": 150,
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "minitorch",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextmanager
def style() -> Iterator[None]:
    """matplotlib's defaults and ours, whatever the user's own settings are."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(RC)
        yield


def save(figure: Any, path: Path, title: str, alt: str) -> None:
    """Write a PNG, or an SVG with title and description for screen readers; no dates in either."""
    with style():
        if path.suffix == ".svg":
            buffer = io.StringIO()
            figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
            path.write_text(
                _described(buffer.getvalue(), title, alt), encoding="utf-8", newline="\n"
            )
        else:
            metadata = {"Software": None, "Title": title, "Description": alt}
            figure.savefig(path, format="png", metadata=metadata, pil_kwargs={"optimize": True})


def _described(svg: str, title: str, alt: str) -> str:
    """The SVG with role, title and desc as its first children."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    opening = svg[start:end] + ' role="img" aria-labelledby="title desc">'
    words = f'\n <title id="title">{escape(title)}</title>\n <desc id="desc">{escape(alt)}</desc>'
    return svg[:start] + opening + words + svg[end + 1 :]
