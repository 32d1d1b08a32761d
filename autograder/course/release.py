"""How an instructor's notebook becomes the students': one configuration, for build and courses.

``notebooks/build.py`` makes the committed notebooks with it, and a course's ``nbgrader_config.py``
merges it (``c.merge(release_config())``), so that ``nbgrader generate_assignment`` makes the same
bytes. Importing this module imports nbgrader, not torch or Hypothesis.
"""

from __future__ import annotations

from typing import Any

from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearSolutions
from traitlets.config import Config

QUIZ = "quiz"  # the tag of a quiz's answer cell
CODE_STUB = "# your code here\nraise NotImplementedError"
TEXT_STUB = "*Your answer here.*"


class ClearAnswers(ClearSolutions):
    """nbgrader's ClearSolutions, but a quiz's solution leaves nothing behind.

    A quiz cell already shows ``name = ...``, to be typed over; the stub of a body would raise after
    the answer.
    """

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Clear one cell, with the stub of its kind."""
        if QUIZ not in cell.metadata.get("tags", ()):
            return super().preprocess_cell(cell, resources, cell_index)
        stub, self.code_stub = self.code_stub, {"python": ""}
        try:
            cell, resources = super().preprocess_cell(cell, resources, cell_index)
        finally:
            self.code_stub = stub
        cell.source = cell.source.rstrip("\n")
        return cell, resources


def release_config() -> Config:
    """nbgrader's configuration for making a release: its own steps in its own order, our stubs."""
    config = Config()
    config.ClearSolutions.code_stub = {"python": CODE_STUB}
    config.ClearSolutions.text_stub = TEXT_STUB
    config.GenerateAssignment.preprocessors = [
        ClearAnswers if step is ClearSolutions else step
        for step in GenerateAssignment.preprocessors.default()
    ]
    return config
