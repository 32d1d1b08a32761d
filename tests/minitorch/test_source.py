"""A function's source with everything it uses, from the text alone."""

import textwrap

import pytest

from minitorch.errors import UnsavableError
from minitorch.source import Cells


def collected(*cells: str, name: str = "f", slots: tuple[str, ...] = ()) -> str:
    """The module of ``name``, without its first line."""
    text = Cells([textwrap.dedent(cell) for cell in cells], slots).collect(name)
    first, _, rest = text.partition("\n\n")
    assert first == "from __future__ import annotations"
    return rest.strip("\n")


F = "@implement\ndef f(x):\n    return {}\n"


def test_a_module_is_imports_constants_helpers_and_the_function():
    """In an order that runs, written as it was written."""
    assert collected(
        "import math, os\nimport numpy as np\nfrom minitorch import Tensor, implement, erf",
        """
        def outer(x):  # calls one that is written below it
            return inner(x) * SCALE


        SCALE = math.sqrt(2 / math.pi)  # 0.798


        def inner(x):
            return erf(x)
        """,
        """
        @implement
        def f(self: Tensor, unused=1):
            '''Says what it does.'''
            # and why
            return np.exp(outer(self.data))
        """,
    ) == textwrap.dedent(
        """\
        import math
        import numpy as np
        from minitorch import Tensor, erf

        SCALE = math.sqrt(2 / math.pi)  # 0.798


        def inner(x):
            return erf(x)


        def outer(x):  # calls one that is written below it
            return inner(x) * SCALE


        def f(self: Tensor, unused=1):
            '''Says what it does.'''
            # and why
            return np.exp(outer(self.data))"""
    )


def test_the_latest_binding_counts():
    """Cells run in any order; a helper that ran again is the one that is used."""
    text = collected("K = 1", "def f(x): return K", "K = 2", "def f(x): return K + x", "K = 3")
    assert text == "K = 3\n\n\ndef f(x): return K + x"


@pytest.mark.parametrize(
    ("expression", "used"),
    [
        ("a + x", "a"),
        ("[a for a in b]", "b"),
        ("[c for a in b for c in a if d]", "b d"),
        ("{a: c for a in x}", "c"),
        ("(lambda a, b=c: a + b + d)", "c d"),
        ("[(y := a), y][0]", "a"),
        ("sum([len(a)])", "a"),
        ("x.a.b(c=d)", "d"),
        ("a if b else c", "a b c"),
        ("f'{a:{b}}'", "a b"),
        ("(yield a)", "a"),
        ("x[a:b]", "a b"),
    ],
)
def test_free_names_in_expressions(expression, used):
    """Comprehensions, lambdas and walruses bind names of their own."""
    constants = "".join(f"{name} = '{name}'\n" for name in "abcd")
    found = collected(constants, F.format(expression))
    assert [line[0] for line in found.split("\n") if " = '" in line] == used.split()


STATEMENTS = [
    ("def f():\n    def g():\n        return a\n    return g", "a"),
    ("def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = 2\n    return g, a", ""),
    ("def f():\n    a = 1\n    def g():\n        global a\n        return a\n    return g", "a"),
    ("def f():\n    class A(b):\n        a = 1\n        def m(self):\n            return a", "a b"),
    ("def f():\n    import a\n    from b import c as d\n    return a, d", ""),
    ("def f(a, /, b, *c, d, **e):\n    return a, b, c, d, e", ""),
    ("def f(x=a, *, y=b):\n    return x", "a b"),
    ("def f():\n    try:\n        pass\n    except a as b:\n        return b", "a"),
    ("def f():\n    with a as (b, c):\n        return b, c", "a"),
    ("def f():\n    for a, *b in c:\n        d[a] = b", "c d"),
    ("def f(x):\n    match x:\n        case {'k': a, **b}:\n            return a, b, c", "c"),
    ("def f(x):\n    match x:\n        case [d.A(a), *b] as c:\n            return a, b, c", "d"),
    ("def f():\n    del a\n    a = 1", ""),
    ("def f():\n    a += 1\n    return b", "b"),
    ("@a\n@b.c\ndef f():\n    pass", "a b"),
    ("async def f():\n    async for a in b:\n        await c(a)", "b c"),
    ("def f(x):\n    return f(x - 1)", ""),
    ("class f:\n    a: b = c\n    def m(self):\n        return __class__, self.a", "b c"),
    ("def f():\n    a: b = c\n    return a", "b c"),
]


@pytest.mark.parametrize(("statement", "used"), STATEMENTS, ids=lambda text: text.split("\n")[-1])
def test_free_names_in_statements(statement, used):
    """Scopes as Python has them."""
    constants = "".join(f"{name} = '{name}'\n" for name in "abcde")
    found = collected(constants, statement)
    assert [line[0] for line in found.split("\n") if " = '" in line] == used.split()
    compile(found, "<f>", "exec")


@pytest.mark.parametrize(
    ("binding", "says"),
    [
        ("for K in range(3): pass", "a for loop binds"),
        ("with open('x') as K: pass", "a with statement binds"),
        ("while (K := 1): pass", "a while loop binds"),
        ("print(K := 1)", "an assignment inside another statement binds"),
        ("if x:\n    K = 1", "an if statement binds"),
        ("try:\n    K = 1\nfinally:\n    pass", "a try statement binds"),
        ("match 1:\n    case K: pass", "a match statement binds"),
        ("def g():\n    global K\n    K = 1", "a function with a global statement binds"),
        ("K = 1\nK += 1", "an augmented assignment such as += changes"),
        ("del K", "a del statement deletes"),
        ("K = K + 1", "computed from its own earlier value"),
        ("from math import *", "if it comes from `from math import *`, import it by its name"),
        ("from .near import K", "a relative import binds"),
        ("K = (1", "could not be read (line 1: '(' was never closed)"),
    ],
)
def test_what_cannot_be_saved_is_named(binding, says):
    """The error names the culprit, and what to do."""
    with pytest.raises(UnsavableError, match="f uses 'K', which ") as caught:
        collected(binding, F.format("K"))
    assert says in str(caught.value)


def test_a_savable_binding_is_preferred_to_a_loop_variable():
    """A lesson that loops over eps does not undo the constant of that name."""
    assert collected("eps = 1e-6", F.format("eps"), "for eps in (1e-2, 1e-4): pass").startswith(
        "eps"
    )


@pytest.mark.parametrize(
    "guard",
    [
        "try:\n    import scipy\nexcept ImportError:\n    scipy = None",
        "if TYPE_CHECKING:\n    import scipy\nelse:\n    scipy = None",
    ],
)
def test_an_import_guard_is_kept_whole(guard):
    """It is the one if or try at the top level that can be saved."""
    assert guard in collected("from typing import TYPE_CHECKING", guard, F.format("scipy"))


def test_a_script_part_binds_nothing():
    """What stands under ``if __name__ == "__main__"`` runs in a script alone."""
    assert "K = 1" in collected("K = 1\ndef f(): return K\nif __name__ == '__main__':\n    K = 2")


def test_other_decorators_are_kept():
    """``@implement`` is taken off, in all its spellings, and so is the need for it."""
    for spelling in ("implement", "minitorch.implement"):
        text = collected(
            f"import functools\n@{spelling}\n@functools.cache\ndef f(x):\n    return x"
        )
        assert text == "import functools\n\n\n@functools.cache\ndef f(x):\n    return x"


def test_a_slot_is_imported_by_others_and_not_copied():
    """So that the judge can lend it, and a later version is found."""
    cells = [
        "@implement\ndef unbroadcast(grad, shape):\n    return grad",
        F.format("unbroadcast(x)"),
    ]
    assert (
        collected(*cells)
        == "from minitorch import unbroadcast\n\n\ndef f(x):\n    return unbroadcast(x)"
    )
    plain = ["def unbroadcast(grad, shape):\n    return grad", "def f(x): return unbroadcast(x)"]
    assert "import" not in collected(*plain)
    assert "from minitorch import unbroadcast" in collected(*plain, slots=("f", "unbroadcast"))


def test_a_slot_named_as_a_builtin_leaves_the_builtin_alone():
    """``sum`` in a body is Python's, whatever slot is called so."""
    cells = ["@implement\ndef sum(self):\n    return sum([1])", F.format("sum([x])")]
    assert collected(*cells) == "def f(x):\n    return sum([x])"
    assert collected(*cells, name="sum") == "def sum(self):\n    return sum([1])"


def test_a_helper_named_as_a_builtin_is_a_helper():
    """That is what Python does."""
    assert "def max(x)" in collected("def max(x): return x", F.format("max(x)"))


def test_helpers_that_call_each_other():
    """Any order will do, but a constant that calls them comes after both."""
    text = collected(
        "def odd(n): return n and even(n - 1)\ndef even(n): return not n or odd(n - 1)",
        "TWO = even(2)",
        "import functools\ncached = functools.cache(odd)",
        F.format("TWO, cached"),
    )
    namespace = {}
    exec(text, namespace)
    assert namespace["TWO"] is True


def test_a_circle_through_a_value_needed_at_once():
    """``f`` calls ``cached``, which is made from ``f``'s helper."""
    text = collected(
        """
        import functools
        def slow(n): return n and cached(n - 1)
        cached = functools.cache(slow)
        """,
        F.format("cached(x)"),
    )
    exec(text, {})


def test_every_dotted_import_of_a_package_is_kept():
    """``import a.b`` and ``import a.c`` bind the same name."""
    text = collected("import os.path\nimport os.sep", "import xml.dom as d", F.format("os, d"))
    assert text.startswith("import os.path\nimport os.sep\nimport xml.dom as d\n")


def test_annotations_need_not_exist():
    """They are kept and collected where that works, and never evaluated."""
    text = collected(
        "from typing import Any\nfor Loop in range(3): pass",
        "def f(x: Any, y: Loop, z: Nowhere) -> Loop: return x",
    )
    assert (
        text == "from typing import Any\n\n\ndef f(x: Any, y: Loop, z: Nowhere) -> Loop: return x"
    )
    exec("from __future__ import annotations\n" + text, {})


def test_a_name_that_nothing_binds_is_left_to_fail():
    """Its helper may be in a cell that has not run yet."""
    closure = Cells([F.format("later(x) + len(x)")]).closure("f")
    assert closure.missing == ("later",)


def test_constants_know_whether_they_stand_above():
    """A notebook refuses one below its function, as it has not run when the function is saved."""
    closure = Cells(["A = 1", "B = 2\n@implement\ndef f(x): return A, B, C\nC = 3"]).closure("f")
    assert closure.constants == {"A": True, "B": True, "C": False}


MAGICS = [
    "%matplotlib inline\nK = 1",
    "!pip install x's\nK = 1",
    "K = 1\nf?\n?f\nf.g??",
    "%%time\nK = 1",
    "files = !ls (\nnumber = %time 3\nK = 1",
    "K = (7\n% 2)\n!ls",
    "if True:\n    %time 3\nK = 1",
    "s = '''\n%not a magic\n'''\n!ls\nK = 1",
]


@pytest.mark.parametrize("cell", MAGICS)
def test_ipythons_lines_are_passed_over(cell):
    """The rest of the cell counts."""
    assert "K = " in collected(cell, F.format("K"))


def test_a_cell_of_another_language_binds_nothing():
    """``%%bash``, ``%%html`` and the like."""
    assert Cells(["%%bash\nK=1", "%%html\n<b>"]).names() == []


def test_a_cell_that_cannot_be_read_is_remembered():
    """It contributes nothing; the others do."""
    cells = Cells(["K = 1", "def broken(:", "def f(): return K"])
    assert cells.broken == {1: "line 1: invalid syntax"}
    assert cells.names() == ["K", "f"]
    assert cells.functions() == ["f"]
    with pytest.raises(UnsavableError, match=r"expected a function broken, found none; a cell"):
        cells.collect("broken")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like(end):
    """So do strings with odd characters, several statements on a line, and other alphabets."""
    text = end.join(["ν = 1; π = 'é\u2028\x0c'; x = 2", "def f(): return ν, π", ""])
    assert collected(text) == "ν = 1\nπ = 'é\u2028\x0c'\n\n\ndef f(): return ν, π"


def test_the_text_is_the_same_every_time():
    """Whatever the hash seed: sets never decide an order."""
    cells = [f"k{i} = {i}" for i in range(50)] + [F.format(" + ".join(f"k{i}" for i in range(50)))]
    expected = [f"k{i} = {i}" for i in range(50)]
    assert collected(*cells).split("\n")[:50] == expected
