"""IPython's own lines (``%matplotlib``, ``!pip``, ``%%time``) taken out of a cell's text."""

from __future__ import annotations

import re

_RUN_THE_CELL = {"%%time", "%%capture", "%%prun"}  # what they bind stays bound
_LINE = re.compile(r"[%!?].*|[\w.]+\?{1,2}$|[\w., ]+=\s*[%!](?!=).*")
# An unclosed string reaches to the end (of its line), so that the text is read only once.
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|'''(?:\\.|[^\\])*?(?:'''|\Z)"
    r'|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z)'
    r"|'(?:\\.|[^'\\\n])*(?:'|(?=\n)|\Z)"
    r"|#[^\n]*"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<end>\n)",
    re.DOTALL,
)


def without_magics(text: str) -> str:
    """The text with ``pass`` for each of IPython's lines, so that line numbers stay.

    A cell that is indented as a whole is moved to the left, as IPython does.
    """
    if margin := re.match(r"(?:[ \t]*\n)*([ \t]+)(?=\S)", text):
        text = re.sub(rf"(?m)^{margin[1]}", "", text)
    first, _, rest = text.lstrip().partition("\n")
    if first.startswith("%%"):
        above = text[: len(text) - len(text.lstrip())]
        return f"{above}pass\n{_lines(rest)}" if first.split()[0] in _RUN_THE_CELL else ""
    return _lines(text)


def _lines(text: str) -> str:
    kept, start, depth = [], 0, 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        if depth == 0 and _LINE.match(line.strip()):
            kept.append(line[: len(line) - len(line.lstrip())] + "pass\n")
        else:
            end, depth = _end_of_line(text, start, depth)
            kept.append(text[start:end])
        start = end
    return "".join(kept)


def _end_of_line(text: str, start: int, depth: int) -> tuple[int, int]:
    """Where a line ends that may hold strings of several lines; how many brackets stay open."""
    for token in _TOKEN.finditer(text, start):
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth = max(depth - 1, 0)
        elif token["end"]:
            return token.end(), depth
    return len(text), depth
