"""Draw examples: what runs in the clean process that :mod:`.examples` starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from autograder.exercises.functions import FUNCTIONS
from minitorch.slots import SLOTS

from . import cache
from .examples import ExampleStore, Request, dumps


def main() -> None:
    """Draw what stdin asks for, and write each file as soon as it is drawn."""
    from autograder.exercises.examples import draw, draw_engine
    from autograder.exercises.functions.asking import draw as draw_function

    asked = json.load(sys.stdin)
    store = ExampleStore(Path(asked["folder"]))
    for data in asked["requests"]:
        request = Request.from_json(data)
        function = draw_function if request.slot in FUNCTIONS else draw_engine
        how = draw if request.slot in SLOTS else function
        examples = how(request.slot, request.seed, request.budget)
        cache.write(store.path(request), dumps(examples))
