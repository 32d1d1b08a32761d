"""nbgrader's Python API on a course, with errors that say what failed."""

from __future__ import annotations

import logging
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from nbgrader.apps import NbGraderAPI

    from .create import Course


def api_for(course: Course) -> NbGraderAPI:
    """nbgrader's API with the course's own configuration; changes to the course's folder."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import PyFileConfigLoader

    _find_programs()
    os.chdir(course.root)
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    config = PyFileConfigLoader("nbgrader_config.py", path=str(course.root)).load_config()
    return NbGraderAPI(config=config)


def _find_programs() -> None:
    """nbgrader calls alembic by name, which is beside this Python even where PATH is not set so."""
    here = str(Path(sys.executable).parent)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join(filter(None, (here, os.environ.get("PATH"))))


def succeed(result: dict[str, Any], what: str) -> None:
    """Raise click.ClickException with nbgrader's own words if a call failed."""
    if not result["success"]:
        said = (
            "\n".join(filter(None, (result.get("log"), result.get("error")))) or "no reason given"
        )
        raise click.ClickException(f"{what} failed:\n{said}")


def share_engines() -> None:
    """Let every Gradebook of this process use one SQLAlchemy engine a database.

    nbgrader makes a new engine for each of the dozen gradebooks that one submission opens, and
    that, not its commits, is most of what it costs.
    """
    import nbgrader.api

    create = nbgrader.api.create_engine
    if not hasattr(create, "cache_info"):
        nbgrader.api.create_engine = lru_cache(maxsize=8)(create)
