"""Draw examples: what runs in the clean process that :mod:`.drawer` starts."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from . import cache
from .examples import ExampleStore, Request, dumps


def main() -> None:
    """Answer orders from stdin, a line each, until it is closed.

    An answer is a line, too: an object whose ``error`` is what went wrong, or null.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed is no answer
    for order in sys.stdin:
        error = None
        try:
            _draw(json.loads(order))
        except Exception as failure:
            error = f"{type(failure).__name__}: {failure}"
        print(json.dumps({"error": error}), file=answers, flush=True)


def _draw(asked: dict[str, Any]) -> None:
    """Write each file as soon as it is drawn."""
    from autograder.exercises.by_name import draw

    store = ExampleStore(Path(asked["folder"]))
    for data in asked["requests"]:
        request = Request.from_json(data)
        examples = draw(request.slot, request.seed, request.budget)
        cache.write(store.path(request), dumps(examples))
