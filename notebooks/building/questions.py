"""A quiz question: the right answer and the wrong ones that have a hint, read by AST."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from autograder.exercises.forms import Form, form_of, normalised

from .lesson import Cell
from .regions import SOLUTION, without_regions


class QuestionError(ValueError):
    """A quiz cell or its check that can't be read; ``line`` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Question:
    """What ``expects`` and ``hint`` say of one question."""

    name: str
    right: Any
    form: Form
    hints: tuple[tuple[Any, str], ...]


def question(quiz: Cell, check: Cell) -> Question:
    """The question of a quiz cell and its check cell; QuestionError if they disagree."""
    solution = _solution(quiz)
    right, form, hints = _expected(check)
    if normalised(solution) != normalised(right):
        raise QuestionError(
            check.line,
            f"the solution of {quiz.name!r} is {solution!r}, its check expects {right!r}",
        )
    return Question(quiz.name, right, form, hints)


def _solution(quiz: Cell) -> Any:
    """The literal that the quiz cell assigns in its solution, after the ``name = ...`` shown."""
    shown = ast.parse(without_regions(quiz.text, SOLUTION))
    if ast.unparse(shown) == f"{quiz.name} = ...":
        match ast.parse(quiz.solutions[0].text).body:
            case [ast.Assign(targets=[ast.Name(id=name)], value=value)] if name == quiz.name:
                return _literal(value, quiz.line)
    raise QuestionError(
        quiz.line,
        f"a quiz cell shows {quiz.name} = ... and assigns the answer again in its solution",
    )


def _expected(check: Cell) -> tuple[Any, Form, tuple[tuple[Any, str], ...]]:
    """The one ``expects(name, right)`` and every ``hint(name, wrong, text)`` of a check cell."""
    right, hints = [], []
    for node in ast.walk(ast.parse(check.hidden[0].text)):
        match node:
            case ast.Call(func=ast.Name(id="expects"), args=[_, value], keywords=settings):
                given = {str(k.arg): _literal(k.value, check.line) for k in settings}
                right.append((_literal(value, check.line), given))
            case ast.Call(func=ast.Name(id="hint"), args=[_, value, ast.Constant(value=str(text))]):
                hints.append((_literal(value, check.line), text))
    if len(right) != 1:
        raise QuestionError(check.line, f'expected one expects("{check.name}", right) call')
    ((answer, given),) = right
    return answer, form_of(answer, **given), tuple(hints)


def _literal(node: ast.expr, line: int) -> Any:
    try:
        value = ast.literal_eval(node)
        normalised(value)
    except (ValueError, TypeError) as error:
        raise QuestionError(
            line, f"a quiz answer is a number, a short string or a tuple, got {ast.unparse(node)}"
        ) from error
    return value
