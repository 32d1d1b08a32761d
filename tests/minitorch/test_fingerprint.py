"""Fingerprints of stubs: what counts as the same text, and what as nothing written."""

import pytest

from minitorch.errors import SourceError
from minitorch.source import fingerprint, is_stub

PLAIN = (
    "def f(x, y=1, *, z=None):\n    return [x, {**y}, -1.5, 'a', b'b', 10**9, f'{x!r:>{y}}', ...]"
)

# Computed on Python 3.11; a version that gives another would take every stub for a body.
FINGERPRINT = "815783a9fb6b5a4120097e211481a90dcaa7dd8d4ee09f1b7361a47e9bbe31ca"


def test_the_fingerprint_is_the_same_on_every_version_of_python():
    """Versions add fields to the tree, and show empty ones or not."""
    assert fingerprint(PLAIN) == FINGERPRINT


SAME = {
    "layout": """
def f(x, y = 1,
      *, z=None):
  return [
    x, {**y}, -1.50, u"a", b'b', 10**9, f'{x!r:>{y}}', ...,
  ]
""",
    "comments and docstring": """
# a comment
def f(x, y=1, *, z=None):
    'a docstring'
    return [x, {**y}, -1.5, 'a', b'b', 10**9, f'{x!r:>{y}}', ...]  # another
""",
    "annotations and decorators": """
@implement
def f(x: int, y: int = 1, *, z: 'T' = None) -> list:
    return [x, {**y}, -1.5, 'a', b'b', 10**9, f'{x!r:>{y}}', ...]
""",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_does_not_count(text):
    """Layout, comments, docstrings, annotations, decorators."""
    assert fingerprint(text) == fingerprint(PLAIN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y=1", "y=2"),
        ("y=1", "y=1.0"),
        ("y=1", "y=True"),
        ("'a'", "b'a'"),
        ("x, {", "y, {"),
        ("-1.5", "+1.5"),
        ("def f", "def g"),
        (", ...", ", None"),
    ],
)
def test_what_counts(old, new):
    """Every name, number and operator."""
    assert fingerprint(PLAIN.replace(old, new, 1)) != fingerprint(PLAIN)


def test_annotated_assignments_count_as_assignments():
    """And a bare annotation as nothing."""
    assert fingerprint("x: int = 1\ny: int") == fingerprint("x = 1")


def test_a_text_that_is_no_python_has_none():
    """The error says where it stops."""
    with pytest.raises(SourceError, match="line 2: "):
        fingerprint("x = 1\ny = (")


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        "'only a docstring'",
        "raise NotImplementedError",
        "raise NotImplementedError('later')",
        "'doc'\n    ...\n    pass",
    ],
)
def test_an_empty_body_is_a_stub(body):
    """Whatever the slot."""
    assert is_stub("anything", f"import math\n\n\n@implement\ndef anything(self):\n    {body}\n")


@pytest.mark.parametrize(
    "text",
    [
        "def exp(self):\n    return None",
        "def exp(self):\n    raise ValueError",
        "def log(self): ...",
        "def exp(:",
        "",
    ],
)
def test_what_is_no_stub(text):
    """A body that does something, another function, no function, no Python."""
    assert not is_stub("exp", text)


def test_the_released_stubs_are_stubs(released_stubs):
    """As students get them, and with another docstring, and collected with its imports."""
    for name, text in released_stubs.items():
        assert is_stub(name, text), name
        assert is_stub(name, "import numpy as np\n\n\n" + text), name
        assert not is_stub(name, text + "\n    return None"), name


def test_the_reference_bodies_are_no_stubs(reference):
    """Nor is any other slot's."""
    assert not [name for name, text in reference.items() if is_stub(name, text)]
