"""The small course of these tests: notebook, reference, examples; and submissions of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from autograder.judge.check import Limits
from autograder.judge.examples import ExampleStore, Request, dumps
from autograder.judge.plan import plan
from autograder.judge.rebuild import rebuild
from autograder.sandbox.program import Program, Step
from autograder.verdict import Example
from minitorch.slots import SLOTS

LIMITS = Limits(cpu=1.0, wall=2.0, memory=1024, load=0.5)

NEG = """out = Tensor(-self.data, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad - out.grad

    out._backward = _backward
    return out"""
EXP = """out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out"""
IMPORTS = (
    "import numpy as np\n\nfrom autograder import check\nfrom minitorch import Tensor, implement"
)
STUB = "@implement\ndef {0}(self):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
CHECK = """check("{0}")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, keeps_the_graph, matches_pytorch

matches_pytorch("{0}")
handles_edges("{0}")
keeps_the_graph("{0}")
### END HIDDEN TESTS"""


def body(name: str, text: str) -> str:
    """An answer cell."""
    return f"@implement\ndef {name}(self):\n    {text}"


def solution(name: str, text: str) -> str:
    """An answer cell of the instructor's."""
    begin, end = "    ### BEGIN SOLUTION\n    ", "\n    ### END SOLUTION"
    return f"@implement\ndef {name}(self):\n{begin}{text}{end}"


def _cell(kind: str, text: str, name: str, **flags: Any) -> dict[str, Any]:
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    grading = {"nbgrader": {"grade_id": name, "schema_version": 3, **flags}} if flags else {}
    return {"cell_type": kind, "id": name, "metadata": grading, "source": text, **code}


ANSWER = {"grade": False, "locked": False, "solution": True, "task": False}
GRADE = {"grade": True, "locked": True, "solution": False, "task": False, "points": 2}
ESSAY = {"grade": True, "locked": False, "solution": True, "task": False, "points": 1}
QUIZ = """check("q_slope")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q_slope", 2.5)
hint("q_slope", 5, "is that for one step, or for two?")
### END HIDDEN TESTS"""
SOURCE = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"kernelspec": {"name": "python3"}},
    "cells": [
        _cell("markdown", "# A course", "title"),
        _cell("code", IMPORTS, "imports"),
        _cell("code", solution("neg", NEG), "neg", **ANSWER),
        _cell("code", CHECK.format("neg"), "check_neg", **GRADE),
        _cell("code", "scale = 2.0\nTensor(scale)", "plain"),
        _cell("code", solution("exp", EXP), "exp", **ANSWER),
        _cell("code", CHECK.format("exp"), "check_exp", **GRADE),
        _cell(
            "code",
            "q_slope = ...\n### BEGIN SOLUTION\nq_slope = 2.5\n### END SOLUTION",
            "q_slope",
            **ANSWER,
        ),
        _cell("code", QUIZ, "check_q_slope", **GRADE),
        _cell("markdown", "Write here.", "essay", **ESSAY),
    ],
}
STUBS = {"neg": STUB.format("neg"), "exp": STUB.format("exp"), "q_slope": "q_slope = ..."}
WRITTEN = {"neg": body("neg", NEG), "exp": body("exp", EXP), "q_slope": "q_slope = 2.5"}


def released() -> dict[str, Any]:
    """What students get."""
    notebook = copy.deepcopy(SOURCE)
    for cell in notebook["cells"]:
        cell["source"] = STUBS.get(cell["id"], cell["source"]).partition("### BEGIN HIDDEN")[0]
    return notebook


def submitted(
    answers: Mapping[str, str] = WRITTEN, change: Callable[[list[Any]], Any] = lambda cells: None
) -> bytes:
    """A student's notebook: released, answered, and then changed in any way."""
    notebook = released()
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    cells = change(notebook["cells"])
    notebook["cells"] = notebook["cells"] if cells is None else cells
    return json.dumps(notebook).encode()


def named(cells: list[Any], name: str) -> Any:
    """One cell of a list."""
    return next(cell for cell in cells if cell["id"] == name)


def records(judge: Any, data: bytes) -> dict[str, dict[str, Any]]:
    """What the judge says of a submission, by slot."""
    rebuilt = rebuild(data, SOURCE, released())
    judged = judge.notebook(rebuilt.notebook, rebuilt.notes)
    return {one.record["slot"]: one.record for one in judged}


def reference(folder: Path) -> Path:
    """A reference engine: neg and exp as above, the given ``backward``, nothing in other slots."""
    head = "import numpy as np\nfrom minitorch import Tensor\n\n\ndef {0}(self):\n    "
    for name in SLOTS:
        text = {"neg": NEG, "exp": EXP}.get(name, "raise NotImplementedError")
        (folder / f"{name}.py").write_text(head.format(name) + text + "\n", encoding="utf-8")
    (folder / "backward.py").write_text(BACKWARD, encoding="utf-8")
    return folder


BACKWARD = """
import numpy as np


def backward(self, gradient=None):
    order, stack, seen = [], [(self, False)], set()
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen and node.requires_grad:
            seen.add(node)
            stack += [(node, True), *((parent, False) for parent in node._prev)]
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    given = np.ones_like(self.data) if gradient is None else gradient
    self.grad = self.grad + given
    for node in reversed(order):
        node._backward()
"""


def examples(slot: str) -> list[Example]:
    """Three shapes, every invariant once, answers by NumPy."""
    found = []
    for number, shape in enumerate([(), (2, 3), (0, 2), (4,)]):
        x = np.random.default_rng(number).normal(size=shape)
        found.append(_example("pytorch", slot, np.asarray(x), "run"))
    x = np.array([0.5, -1.0, 2.0])
    found += [_example("edges", slot, np.zeros((1, 1)), "run")]
    return [
        *found,
        *(_example("graph", slot, x, probe) for probe in ("mutation", "alias", "death")),
    ]


def _example(oracle: str, slot: str, x: np.ndarray, probe: str) -> Example:
    upstream = np.asarray(x * 0 + 1.5)
    out = -x if slot == "neg" else np.exp(x)
    grad = -upstream if slot == "neg" else out * upstream
    program = Program((x,), (Step(slot, (0,)),), upstream=upstream, probe=probe)
    arrays = {"out": out, "upstream": upstream, "out.grad": upstream, "leaf0": x, "grad0": grad}
    pairs = {f"{a}/{b}": arrays[b] for a in arrays for b in arrays if a != b}
    expected = {
        "run": {"out": out, "grad0": grad},
        "mutation": {"leaf0": x, "upstream": upstream, "out": out},
        "alias": {**pairs, **{f"{name}/writable": np.array(1) for name in arrays}},
        "death": {"alive": np.array(0)},
    }
    answers = {name: np.asarray(value) for name, value in expected[probe].items()}
    return Example(oracle, program, answers)


def store(folder: Path) -> ExampleStore:
    """Examples of both slots, as if they had been drawn."""
    made = ExampleStore(folder)
    for ask in plan(SOURCE):
        if ask.kind == "slot":
            request = Request(ask.name, 0, ask.budget)
            made.path(request).write_bytes(dumps(examples(ask.name)))
    return made
