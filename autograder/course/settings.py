"""nbgrader's configuration for a course of ours; ``nbgrader_config.py`` calls :func:`configure`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .release import release_config

PLUGINS = "autograder.nbgrader_plugins"
SAVING = [  # what nbgrader does once a notebook has its outputs
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]


def configure(c: Any, config_file: str, *, seed: int = 0, plug_ins: bool = True) -> None:
    """Set nbgrader up for the course whose ``nbgrader_config.py`` is ``config_file``.

    c         the object that ``get_config()`` returns
    seed      of the examples that Hypothesis draws; one seed, one set of grades
    plug_ins  judge submissions in the sandbox; False runs the same hidden cells in a kernel, for
              a class that is trusted
    """
    root = Path(config_file).resolve().parent
    c.merge(release_config())
    c.CourseDirectory.root = str(root)
    c.ClearHiddenTests.enforce_metadata = True
    c.GenerateFeedback.preprocessors = [
        "nbgrader.preprocessors.GetGrades",
        "nbgrader.preprocessors.ClearHiddenTests",  # they hold the answers of the quizzes
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    os.environ["AUTOGRADER_COURSE"] = str(root)
    os.environ["AUTOGRADER_SEED"] = str(seed)
    if plug_ins:
        _judge(c)
    else:
        _trust(c)


def _judge(c: Any) -> None:
    """Rebuild each submission, judge it outside its own process, save what the judge found."""
    c.Autograde.exporter_class = f"{PLUGINS}.SubmissionExporter"
    c.Autograde.pre_convert_hook = f"{PLUGINS}.before_converting"
    c.Autograde.sanitize_preprocessors = [
        f"{PLUGINS}.Rebuild",
        "nbgrader.preprocessors.OverwriteKernelspec",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    c.Autograde.autograde_preprocessors = [f"{PLUGINS}.Judge", *SAVING]


def _trust(c: Any) -> None:
    """Stock nbgrader: a kernel a submission, with saved bodies kept away from the instructor's."""
    c.Autograde.autograde_preprocessors = [f"{PLUGINS}.Kernel", *SAVING]
    c.Execute.timeout = 60  # seconds a cell
