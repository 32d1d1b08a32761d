"""Text from a stranger: it is never executed, and costs time in proportion to its length."""

import contextlib
import time

import pytest

from minitorch.errors import SourceError, UnsavableError
from minitorch.source import Cells, fingerprint, is_stub
from minitorch.source.cell import LARGEST

SECONDS = 10  # the slowest of these takes 1; a product of two lengths would take minutes
N = 1500


def listed(name: str, number: int) -> str:
    """``[a0,a1,...]``"""
    return "[" + ",".join(f"{name}{i}" for i in range(number)) + "]"


def lines(template: str, number: int) -> str:
    """A line for each number; ``{n}`` is the number after it."""
    return "\n".join(template.format(i=i, n=i + 1) for i in range(number)) + "\n"


DEEP = {
    "attributes": "a" + ".a" * 30_000,
    "signs": "-" * 30_000 + "1",
    "sums": "1" + "+1" * 30_000,
    "brackets": "(" * 30_000,
    "calls": "f" + "()" * 15_000,
    "lambdas": "lambda:" * 9_000 + "1",
    "elifs": "if 1:\n pass\n" + "elif 1:\n pass\n" * 4_000,
    "conditionals": "1 if 1 else " * 5_000 + "1",
    "powers": "1" + "**1" * 15_000,
    "functions": "".join(" " * i + "def f():\n" for i in range(97))
    + " " * 97
    + "return 0"
    + "+1" * 99,
    "lists": "[" * 190 + "]" * 190,
}

LONG = {
    "numbers": "[" + "-1," * 8_000 + "]",
    "targets": "a=" * 10_000 + "1",
    "f-string": 'f"' + "{a}" * 21_000 + '"',
    "comparisons": "a" + "<a" * 8_000,
    "hexadecimal": "a = 0x" + "f" * 60_000,
    "names": f"def f(x): return {listed('n', 8_000)}",
    "helpers": lines("def f{i}(): return f{n}()", N) + "def f(x): return f0()",
    "constants": lines("c{i}={i}", N) + f"def f(x): return {listed('c', N)}",
    "chain": "c0=1\n" + lines("c{n}=c{i}", N) + f"def f(x): return c{N}",
    "one import": f"import {listed('a', N)[1:-1]}\ndef f(x): return {listed('a', N)}",
    "many imports": lines("import a.b{i}", N) + "def f(x): return a",
    "annotations": lines("class T{i}: pass", N)
    + f"def f({','.join(f'a{i}:T{i}' for i in range(N))}): return 1",
    "magics": "%x\n" * 20_000 + "def f(x): pass",
    "quotes": "!a\n" + '\\"' * 30_000,
    "triple quotes": "!a\n" + '"""\\' * 15_000,
    "spaces": "!a\n" + " " * 60_000,
    "words": "!a\n" + "a " * 30_000,
    "one line": "def f(x): return 1\n" + ";".join(f"c{i}=1" for i in range(N)),
    "many lambdas": "def f(x): return " + ",".join("lambda y: y+z" for _ in range(N)),
}

ODD = {"null": "a = 1\0", "surrogate": "a = '\ud800'", "digits": "1" * 5000}


def look(text: str) -> None:
    """Do all that the judge does with a text; the package's own errors are answers too."""
    for act in (lambda: Cells([text]).collect("f"), lambda: fingerprint(text)):
        with contextlib.suppress(UnsavableError, SourceError):
            act()
    is_stub("f", text)


@pytest.mark.parametrize(
    "text", [*DEEP.values(), *LONG.values(), *ODD.values()], ids=[*DEEP, *LONG, *ODD]
)
def test_a_text_costs_what_its_length_costs(text):
    """No recursion, no product of two lengths."""
    assert len(text) <= LARGEST
    start = time.process_time()
    look(text)
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("name", [name for name in DEEP if name not in ("brackets", "lists")])
def test_deep_nesting_is_an_error_that_says_so(name):
    """Not a RecursionError, and no crash."""
    with pytest.raises(SourceError, match="nested"):
        fingerprint(DEEP[name])
    (reason,) = Cells([DEEP[name]]).broken.values()
    assert "nested" in reason


def test_a_text_that_is_too_long_is_not_read():
    """64 KiB is eighty times what any cell of the course holds, and more than all answers."""
    with pytest.raises(SourceError, match="at most 65536 are read"):
        fingerprint("#" * (LARGEST + 1))
    with pytest.raises(UnsavableError, match="at most 1048576 are read"):
        Cells(["#" * LARGEST] * 17)


def test_nothing_is_executed():
    """Not the statements, not the decorators, not the annotations, not the defaults."""
    bomb = "__import__('os').abort()"
    text = (
        f"{bomb}\nK = {bomb}\n@({bomb})\ndef f(x: {bomb} = {bomb}) -> {bomb}:\n    return K, {bomb}"
    )
    assert f"K = {bomb}" in Cells([text]).collect("f")
    look(text)


def test_a_warning_in_the_text_is_no_error():
    """``\\p`` in a docstring is what a lesson's formula looks like."""
    assert "partial" in Cells(['def f():\n    "\\partial L"']).collect("f")
