"""What a student writes in Markdown is shown, and none of it runs in who reads it."""

from html.parser import HTMLParser

import pytest
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from autograder.judge.rebuild import rebuild
from autograder.judge.written import LONGEST, harmless
from tests.judge.course import SOURCE, named, released, submitted

ACTIVE = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>body { display: none }</style>",
    "<svg onload=alert(1)>",
    "</div></div><form action='https://example.org'>",
    "<!-- --><script>alert(1)</script>",
    "> - <ScRiPt>alert(1)</ScRiPt>",
    "[a link](javascript:alert(1))",
    "[a link]( <JavaScript:alert(1)>)",
    "[a link](java&#115;cript:alert(1))",
    "[a link](data:text/html;base64,PHNjcmlwdD4=)",
    "[a link]\n\n[a link]: javascript:alert(1)",
    "> [a link][1]\n>\n> [1]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![an image](javascript:alert(1))",
]


class Page(HTMLParser):
    """The tags of a page, and what a browser would run."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.tags.append(tag)
        if tag in ("script", "iframe", "style", "svg", "form", "object", "embed", "base", "meta"):
            self.runs.append(tag)
        for name, value in attrs:
            link = name in ("href", "src") and not (value or "").startswith(("http", "#"))
            if name.startswith("on") or link:
                self.runs.append(f"{tag} {name}={value}")


def shown(text: str) -> Page:
    """Markdown as nbconvert makes a page of it."""
    return Page(MarkdownWithMath(renderer=IPythonRenderer(escape=False)).render(text))


@pytest.mark.parametrize("text", ACTIVE)
def test_nothing_runs(text):
    """What would run as it was written does not."""
    assert shown(text).runs
    assert not shown(harmless(text)).runs


def test_markdown_stays():
    """Headings, emphasis, lists, code, formulas and links to the web."""
    text = (
        "# Why\n\n- *because* the **chain rule**\n- `x < y` and $a < b$\n\n"
        "[see](https://pytorch.org) [above](#top)\n\n```\nfor i in x:\n    pass\n```\n"
    )
    assert harmless(text) == text
    assert {"h1", "em", "strong", "li", "code", "a", "pre"} <= set(shown(text).tags)


def test_a_comparison_without_spaces_is_read_as_before():
    """In prose, code and formulas."""
    assert harmless("if $a<b$, then `a<b`") == "if $a< b$, then `a< b`"


def test_a_rebuilt_notebook_holds_harmless_text_and_pictures_alone():
    """Attachments are pictures in base64; anything else is left out."""

    def attach(cells):
        named(cells, "essay")["attachments"] = {
            "a.png": {"image/png": "iVBORw0KGgo=\n"},
            "b.png": {'image/png"><script>alert(1)</script>': "iVBORw0KGgo="},
            "c.png": {"image/png": '"><script>alert(1)</script>'},
            "d.html": {"text/html": "iVBORw0KGgo="},
        }

    rebuilt = rebuild(submitted({"essay": ACTIVE[0]}, attach), SOURCE, released())
    essay = named(rebuilt.notebook["cells"], "essay")
    assert essay["source"] == harmless(ACTIVE[0])
    assert essay["attachments"] == {"a.png": {"image/png": "iVBORw0KGgo=\n"}}


def test_a_picture_that_is_not_there_is_no_link():
    """nbconvert makes no page of a text that shows an attachment which is missing."""
    text = "![plot](attachment:plot.png) ![other](attachment:other.png)"
    shown = harmless(text, {"other.png"})
    assert "(attachment:plot.png)" not in shown
    assert "(attachment:other.png)" in shown


def test_an_answer_of_any_length_is_shown_in_part():
    """Thousands of openings of Markdown would take a page minutes."""
    shown = harmless("\\begin{a}" * 10_000)
    assert len(shown) < LONGEST + 100
    assert shown.endswith("(and 70000 characters more)")
