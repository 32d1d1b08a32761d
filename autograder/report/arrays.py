"""Numbers and small arrays as a reader wants them: four digits, the wrong elements marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

DIGITS = 4  # significant digits of a shown number, unless two that differ would look the same
FEW = 15  # elements of an array that a line spells out: one verb, 3 persons by 5 tenses
ROWS, COLUMNS = 6, 6  # a larger array is cut to a window of this size around its worst element


@dataclass(frozen=True)
class Cell:
    """One number as text, and whether it is a wrong one; "..." where an array was cut."""

    text: str
    wrong: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows of cells, and which part of the array they show (empty if all of it)."""

    rows: tuple[tuple[Cell, ...], ...]
    part: str = ""


def number(value: Any, digits: int = DIGITS) -> str:
    """A number to so many significant digits; integers and booleans as they are."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return f"{float(value):.{digits}g}"


def pair(got: Any, expected: Any) -> tuple[str, str]:
    """Two numbers to four digits, or to as many more as it takes to tell them apart."""
    for digits in (DIGITS, 7, 10, 13, 17):
        texts = number(got, digits), number(expected, digits)
        if texts[0] != texts[1]:
            break
    return texts


def difference(got: Any, expected: Any) -> str:
    """How far apart two numbers are; empty where that says nothing."""
    if np.asarray(expected).dtype.kind != "f":
        return ""
    with np.errstate(all="ignore"):
        apart = abs(float(got) - float(expected))
        relative = apart / abs(float(expected)) if expected else np.inf
    if not np.isfinite(apart) or apart == 0:
        return ""
    share = f", {number(relative, 2)} times the expected value" if np.isfinite(relative) else ""
    return f"{number(apart, 2)}{share}"


def wrong_elements(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Which elements differ by more than rounding: a mask for the eye, not a verdict."""
    with np.errstate(all="ignore"):
        return ~np.isclose(got, expected, rtol=1e-7, atol=1e-9, equal_nan=True)


def grids(
    got: np.ndarray, expected: np.ndarray, index: tuple[int, ...] | None
) -> tuple[Grid, Grid]:
    """Two arrays of one shape, cut to the same window around ``index``."""
    wrong = wrong_elements(got, expected)
    if index is not None and wrong.size:
        wrong = wrong.copy()
        wrong[index] = True
    return tuple(_grid(array, wrong, index) for array in (got, expected))  # type: ignore[return-value]


def grid(array: np.ndarray) -> Grid:
    """One array, nothing marked."""
    return _grid(array, np.zeros(array.shape, dtype=bool), None)


def _grid(array: np.ndarray, wrong: np.ndarray, index: tuple[int, ...] | None) -> Grid:
    if array.size == 0:
        return Grid(((Cell("(no elements)"),),))
    at = index or (0,) * array.ndim
    plane = at[:-2] if array.ndim > 2 else ()
    shown, marks, at = array[plane], wrong[plane], at[len(plane) :]
    part = f"[{', '.join(map(str, plane))}, :, :]" if plane else ""
    shown, marks = np.atleast_2d(shown), np.atleast_2d(marks)
    row, column = (0, 0, *at)[-2:]
    rows = _window(shown.shape[0], row, ROWS)
    columns = _window(shown.shape[1], column, COLUMNS)
    return Grid(tuple(_row(shown, marks, r, columns) for r in rows), part)


def _row(array: np.ndarray, wrong: np.ndarray, row: int, columns: list[int]) -> tuple[Cell, ...]:
    if row < 0:
        return tuple(Cell("...") for _ in columns)
    return tuple(
        Cell("...") if c < 0 else Cell(number(array[row, c]), bool(wrong[row, c])) for c in columns
    )


def _window(side: int, at: int, most: int) -> list[int]:
    """Indices of at most so many rows or columns around ``at``; -1 stands for what is cut."""
    if side <= most:
        return list(range(side))
    start = min(max(at - most // 2, 0), side - most)
    cut_before, cut_after = [-1] * (start > 0), [-1] * (start + most < side)
    return [*cut_before, *range(start, start + most), *cut_after]


def inline(array: np.ndarray) -> str:
    """A small array on one line, numbers to four digits."""
    if array.ndim == 0:
        return number(array.item())
    return f"[{', '.join(inline(part) for part in array)}]"


def described(array: np.ndarray) -> str:
    """Shape and, if there are few elements, values; a dtype other than float64 is named."""
    dtype = "" if array.dtype == np.float64 else f" {array.dtype}"
    shape = f"shape {array.shape}{dtype}"
    return f"{inline(array)}, {shape}" if 0 < array.size <= FEW else shape
