"""Runs one function of a student's in a process of its own."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from autograder.judge.check import CHECK_ANSWER, Limits, LostError
from autograder.judge.process import Zygote

QUICK = Limits(cpu=1.0, wall=3.0, memory=1024)


@dataclass
class Lab:
    """One sandbox; every try gets a fresh worker and a fresh process."""

    zygote: Zygote

    def try_out(self, text: str, limits: Limits = QUICK) -> str:
        """How ``attack()`` ended: ``ran``, the exception, or why its process was lost.

        The text may bind other names beside the function; it is loaded like any body.
        """
        with self.zygote.worker() as worker, worker.begin(limits) as check:
            try:
                request = {"load": {"attack": textwrap.dedent(text)}}
                failed = check.ask(request, CHECK_ANSWER)["attack"]
                failed = failed or check.ask({"call": "attack"}, CHECK_ANSWER)
            except LostError as error:
                return str(error)
        return "ran" if failed is None else f"{failed[0]}: {failed[1]}"
