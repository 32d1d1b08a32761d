"""The two renderings: ASCII text that survives any console, and HTML in which nothing runs."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import numpy as np
import pytest

from autograder.report import html, text
from autograder.sandbox.program import Raised
from autograder.verdict import ORACLES, Verdict

Make = Callable[..., Verdict]
RIGHT = dict.fromkeys(ORACLES, "right")
CALM = {
    "right": Verdict("exp", "right", RIGHT, examples=134),
    "not attempted": Verdict("exp", "not attempted"),
    "grader fault": Verdict("exp", "grader fault", note="the examples could not be read"),
}


def test_text_is_ascii_whatever_the_body_says(raised: Verdict):
    """cp1252 and a terminal's escape sequences have nothing to choke on."""
    said = text(raised)
    assert re.fullmatch(r"[ -~\n]*", said)
    assert r"\x1b[31m caf\xe9 \U0001f600\nsecond line" in said.replace("\n", " ").replace("  ", "")


@pytest.mark.parametrize("width", [60, 88, 120])
def test_lines_are_as_wide_as_asked(wrong: Verdict, width: int):
    """But for the one that is to be pasted."""
    lines = text(wrong, width).split("\n")
    assert all(len(line) <= width for line in lines if not line.startswith("  replay"))
    assert not any(line != line.rstrip() for line in lines)


def test_text_holds_the_facts_and_the_guess_apart(wrong: Verdict):
    """The guess is labelled as one, and is a question."""
    said = text(wrong)
    assert said.startswith("exp: wrong - x.grad is not the expected gradient.")
    for part in (
        "x.grad[1, 0]",
        "7.389",
        "wrong: pytorch, gradcheck; right: hypothesis, edges, graph",
        "a guess  Does the input stand where the output belongs?",
        "read     02-elementwise, section 3. exp: keep the output",
        "replay   x = Tensor(",
    ):
        assert part in said


def test_wrong_elements_are_marked(wrong: Verdict):
    """In stars in the text, and in a class of their own in the page."""
    assert "*-0.15*" in text(wrong)
    assert html(wrong).count('<td class="ag-bad">') == 4


@pytest.mark.parametrize("outcome", CALM)
def test_an_outcome_without_findings_takes_little_room(outcome: str):
    """One calm sentence, and a note if there is one."""
    said = text(CALM[outcome])
    assert said.startswith(f"exp: {outcome} - ")
    assert len(said) < 250
    assert "<table" not in html(CALM[outcome])


def test_right_says_how_much_was_asked():
    assert text(CALM["right"]) == "exp: right - all five oracles agree on 134 examples."
    some = Verdict(
        "neg", "right", {**RIGHT, "gradcheck": "not run", "graph": "not run"}, examples=1
    )
    assert text(some) == "neg: right - pytorch, hypothesis and edges agree on 1 example."


def test_not_attempted_says_what_to_do():
    assert "notebook 02-elementwise" in text(CALM["not attempted"])


def test_a_fault_of_the_grader_says_so():
    """And costs nothing."""
    said = " ".join(text(CALM["grader fault"]).split())
    assert "not your code" in said
    assert "costs no points" in said
    assert "the examples could not be read" in said


class Page(HTMLParser):
    """Tags that were opened, and whether all were closed again in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>&amp;'


def hostile(make: Make) -> Verdict:
    """Text that would like to be markup, wherever a body or a course can put text."""
    error = Raised(HOSTILE, HOSTILE, "backward", HOSTILE)
    more = {"slot": HOSTILE, "note": HOSTILE, "oracles": {"pytorch": HOSTILE}}
    return make(error=error, kind="raised", name=HOSTILE, verdict=more)


def test_nothing_that_came_from_elsewhere_is_markup(make: Make, raised: Verdict, wrong: Verdict):
    """No element and no attribute but our own, and every tag closed."""
    for verdict in (hostile(make), raised, wrong, *CALM.values()):
        page = Page(html(verdict))
        assert page.open == []
        assert not {"script", "img"} & set(page.tags)
        assert page.attributes <= {"class"}


def test_the_fragment_is_self_contained(wrong: Verdict):
    """No link, no picture, no script: it reads the same in JupyterLab and in a saved page."""
    page = html(wrong)
    assert page.count("<style>") == 1
    assert not re.search(r"https?:|url\(|@import|<link", page)


@pytest.mark.parametrize("rendering", [text, html])
def test_no_blame_and_no_exclamation_marks(rendering, wrong: Verdict, make: Make):
    shape = make("grad0", np.zeros((3, 4)), np.zeros(4), kind="shape")
    for verdict in (wrong, shape, *CALM.values()):
        said = rendering(verdict).partition("</style>")[2] or rendering(verdict)
        assert "!" not in said
        assert "your mistake" not in said
