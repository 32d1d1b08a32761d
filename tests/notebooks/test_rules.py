"""A faulty source is refused, with every fault, by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from minitorch.slots import SLOTS
from notebooks.building.lesson import SourceError, read_lesson
from notebooks.building.rules import faults

DOC = '"""The slope of f between x - h and x + h."""'
QUIZ = '# %% quiz="q02_slope"\n# What is the slope of exp at 0?\n'
CHECK_QUIZ = """\
# %% check="q02_slope" points=1
check("q02_slope")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

"""
HIDDEN_SLOPE = """\
### BEGIN HIDDEN TESTS
from autograder.hidden import matches_pytorch

matches_pytorch("slope")
### END HIDDEN TESTS
"""
SOLVED_SLOPE = """\
    ### BEGIN SOLUTION
    return (f(x + h) - f(x - h)) / (2 * h)
    ### END SOLUTION
"""
CHECK_SLOPE = '# %% check="slope" points=1\ncheck("slope")\n'
# One edit of the tiny lesson each: before, after (@@ stands on the line that is to be blamed) and
# what is said of it.
BROKEN = {
    "unknown key": ("raises=true", "@@rasies=true", "unknown key 'rasies'"),
    "header with a title": ("%% raises=true", "%% @@Oops", "unknown key 'title'"),
    "key out of place": ("raises=true", "@@points=1", "says nothing in a cell of kind 'plain'"),
    "two kinds": ('answer="exp"', '@@answer="exp" quiz="q"', "one of answer, check, quiz"),
    "no name": ('answer="exp"', '@@answer="e x p"', "a name of letters, digits and _"),
    "flag that is false": ("function=true", "@@function=false", "expected function=true"),
    "no points": ('"exp" points=2', '"exp"@@', "a number from 0 on, got None"),
    "points that are text": ("points=2", '@@points="2"', "got '2'"),
    "points that are a flag": ("points=2", "@@points=true", "got True"),
    "negative points": ("points=2", "@@points=-2", "got -2"),
    "endless points": ("points=2", "@@points=Infinity", "got inf"),
    "free text in code": ("# %% [markdown] written", "# %% @@written", "is a markdown cell"),
    "no solution": (
        f'# %% answer="slope" function=true\ndef slope(f, x, h):\n    {DOC}\n{SOLVED_SLOPE}',
        f'# %% @@answer="slope" function=true\ndef slope(f, x, h):\n    {DOC}\n',
        "answer 'slope' has no ### BEGIN SOLUTION ... ### END SOLUTION",
    ),
    "a call that the grader can't read": (
        CHECK_SLOPE + HIDDEN_SLOPE,
        f"@@{CHECK_SLOPE}{HIDDEN_SLOPE}".replace('h("slope")', 'h("slope", examples=3)'),
        "matches_pytorch has no setting 'examples'",
    ),
    "empty solution": (
        SOLVED_SLOPE,
        "    @@### BEGIN SOLUTION\n    # nothing\n    ### END SOLUTION\n",
        "nothing between BEGIN SOLUTION and its END",
    ),
    "no end": (
        SOLVED_SLOPE,
        "    @@### BEGIN SOLUTION\n    return 0\n",
        "BEGIN SOLUTION without its END SOLUTION",
    ),
    "no begin": (
        SOLVED_SLOPE,
        "    return 0\n    @@### END SOLUTION\n",
        "END SOLUTION without its BEGIN SOLUTION",
    ),
    "begin within a region": (
        SOLVED_SLOPE,
        f"    ### BEGIN SOLUTION\n@@{SOLVED_SLOPE}",
        "BEGIN SOLUTION inside the SOLUTION of line 3",
    ),
    "end of another region": (
        HIDDEN_SLOPE,
        HIDDEN_SLOPE.replace("### END HIDDEN TESTS", "@@### END SOLUTION"),
        "END SOLUTION without its BEGIN SOLUTION",
    ),
    "misspelt marker": (
        SOLVED_SLOPE,
        SOLVED_SLOPE.replace("### BEGIN SOLUTION", "@@### BEGIN SOLUTION:"),
        "nbgrader takes this line for a marker",
    ),
    "solution in a plain cell": (
        "    return 2 * value\n",
        "    @@### BEGIN SOLUTION\n    return 2 * value\n    ### END SOLUTION\n",
        "BEGIN SOLUTION in a cell of kind 'plain'",
    ),
    "hidden tests in an answer": (
        SOLVED_SLOPE,
        f"{SOLVED_SLOPE}@@{HIDDEN_SLOPE}",
        "BEGIN HIDDEN TESTS in a cell of kind 'answer'",
    ),
    "no hidden tests": (
        f"{CHECK_SLOPE}{HIDDEN_SLOPE}",
        f"@@{CHECK_SLOPE}",
        "check 'slope' has no ### BEGIN HIDDEN TESTS",
    ),
    "hidden tests that test nothing": (
        f"{CHECK_SLOPE}{HIDDEN_SLOPE}",
        f"@@{CHECK_SLOPE}{HIDDEN_SLOPE}".replace('matches_pytorch("slope")', "1"),
        "the hidden tests of 'slope' call nothing",
    ),
    "hidden tests of another": (
        'matches_pytorch("slope")',
        '@@matches_pytorch("exp")',
        "are about \"slope\", got matches_pytorch('exp')",
    ),
    "check that shows something else": (
        CHECK_SLOPE,
        CHECK_SLOPE.replace('# %% check="slope"', '# %% @@check="slope"') + "1 + 1\n",
        'the visible part of this cell should be check("slope"), no more',
    ),
    "check of nothing": (
        CHECK_SLOPE,
        '# %% @@check="slop" points=1\ncheck("slop")\n',
        "check 'slop' names no answer or quiz above it",
    ),
    "answer without a check": (
        f'# %% answer="slope" function=true\ndef slope(f, x, h):\n    {DOC}\n{SOLVED_SLOPE}\n\n'
        f"{CHECK_SLOPE}{HIDDEN_SLOPE}",
        f'# %% @@answer="slope" function=true\ndef slope(f, x, h):\n    {DOC}\n{SOLVED_SLOPE}\n\n',
        "answer 'slope' has no check",
    ),
    "engine of another notebook": (
        'whole_engine("02-elementwise")',
        '@@whole_engine("01-tensor")',
        'are about "02-elementwise"',
    ),
    "no such slot": ('"slope" function=true', '@@"slope"', "there is no slot 'slope'"),
    "slot of another notebook": (
        'answer="exp"\n@implement\ndef exp',
        '@@answer="add"\n@implement\ndef add',
        "04-broadcasting teaches 'add'",
    ),
    "body without implement": (
        '# %% answer="exp"\n@implement\n',
        '# %% @@answer="exp"\n',
        "the body of slot 'exp' is not decorated with @implement",
    ),
    "function with implement": (
        "function=true\n",
        "@@function=true\n@implement\n",
        "'slope' is a plain function (function=true): no @implement",
    ),
    "answer to something else": (
        'answer="exp"\n@implement\ndef exp',
        '@@answer="exp"\n@implement\ndef expo',
        "answer 'exp' does not define a function of that name",
    ),
    "function of an answer's name": (
        "# %%\ndef doubled(value):",
        "@@# %%\ndef slope():\n    return 1\n\n\ndef doubled(value):",
        "'slope' is the name of an answer",
    ),
    "magic": ("import numpy as np", "@@%matplotlib inline", "not Python (no magics, no shell)"),
    "shell": ("import numpy as np", "@@!pip install numpy", "not Python (no magics, no shell)"),
    "syntax": ("    return 2 * value", "    @@return 2 *", "not Python"),
    "duplicate id": (
        'quiz="q02_slope"',
        '@@quiz="exp"',
        "duplicate id 'exp': first at 02-elementwise.py:17",
    ),
    "no title": ("# %% [markdown]\n# # 02 Tiny", "@@# %% [markdown]\n# Tiny", "02 ..."),
    "title of another": ("# %% [markdown]\n# # 02", "@@# %% [markdown]\n# # 03", "02 ..."),
    "quiz that shows its answer": (
        f"{QUIZ}q02_slope = ...",
        f"@@{QUIZ}q02_slope = 1.0",
        "a quiz cell shows q02_slope = ...",
    ),
    "quiz that assigns another": (
        f"{QUIZ}q02_slope = ...\n### BEGIN SOLUTION\nq02_slope",
        f"@@{QUIZ}q02_slope = ...\n### BEGIN SOLUTION\nslope",
        "a quiz cell shows q02_slope = ... and assigns the answer again",
    ),
    "quiz that is a set": (
        f"{QUIZ}q02_slope = ...\n### BEGIN SOLUTION\nq02_slope = 1.0",
        f"@@{QUIZ}q02_slope = ...\n### BEGIN SOLUTION\nq02_slope = {{1.0}}",
        "a number, a short string or a tuple, got {1.0}",
    ),
    "check that disagrees with the quiz": (
        f'{CHECK_QUIZ}expects("q02_slope", 1)',
        f'@@{CHECK_QUIZ}expects("q02_slope", 2)',
        "the solution of 'q02_slope' is 1.0, its check expects 2",
    ),
    "check that expects nothing": (
        f'{CHECK_QUIZ}expects("q02_slope", 1)',
        f'@@{CHECK_QUIZ}hint("q02_slope", 1, "no")',
        'expected one expects("q02_slope", right) call',
    ),
}


def course_faults(tmp_path: Path, **texts: str) -> list[str]:
    """The faults of a course of these files, ``n02_name`` for 02-name.py, without the folder."""
    lessons = []
    for name, text in texts.items():
        path = tmp_path / f"{name[1:].replace('_', '-')}.py"
        path.write_text(text, encoding="utf-8")
        lessons.append(read_lesson(path))
    return [str(fault).rpartition("/")[2] for fault in faults(lessons, SLOTS)]


def test_a_sound_source_has_no_fault(tmp_path: Path, tiny: str) -> None:
    """The tiny lesson, which has every kind of cell, breaks no rule."""
    assert course_faults(tmp_path, n02_elementwise=tiny) == []


@pytest.mark.parametrize("case", BROKEN)
def test_each_fault_is_named_with_its_line(tmp_path: Path, tiny: str, case: str) -> None:
    """One edit, one rule broken: file, line and what to do are said."""
    before, after, message = BROKEN[case]
    assert tiny.count(before) == 1, "the edit must be of one place"
    edited = tiny.replace(before, after)
    line = edited[: edited.index("@@")].count("\n") + 1
    found = course_faults(tmp_path, n02_elementwise=edited.replace("@@", ""))
    blamed = [fault for fault in found if fault.startswith(f"02-elementwise.py:{line}: ")]
    assert any(message in fault for fault in blamed), found


def test_all_faults_are_listed_at_once(tmp_path: Path, tiny: str) -> None:
    """An author mends a file in one go."""
    text = tiny.replace("# # 02 Tiny", "# Tiny").replace("points=2", "points=-2")
    found = course_faults(tmp_path, n02_elementwise=text.replace("raises=true", "raise=true"))
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)
    assert len(lines) == 3


def test_ids_are_unique_in_the_whole_course(tmp_path: Path, tiny: str) -> None:
    """A gradebook and a report know a body by its id alone."""
    found = course_faults(tmp_path, n02_elementwise=tiny, n03_gradcheck=tiny)
    assert any("duplicate id 'exp': first at 02-elementwise.py:17" in fault for fault in found)


def test_a_marker_inside_a_string_is_told(tmp_path: Path, tiny: str) -> None:
    """Lines can't be counted if a header line is no header."""
    path = tmp_path / "02-elementwise.py"
    path.write_text(tiny + '\n# %%\ntext = """\n# %% not a cell\n"""\n', encoding="utf-8")
    with pytest.raises(SourceError, match="to begin one"):
        read_lesson(path)


def test_text_before_the_first_cell_is_told(tmp_path: Path, tiny: str) -> None:
    """A file is cells from its first line on."""
    path = tmp_path / "02-elementwise.py"
    path.write_text("import numpy\n\n" + tiny, encoding="utf-8")
    with pytest.raises(SourceError, match="expected the file to begin with a cell"):
        read_lesson(path)
