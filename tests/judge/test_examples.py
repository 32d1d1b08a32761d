"""Examples are drawn once, kept with their hash, and drawn anew where they are damaged."""

import multiprocessing
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from autograder.judge import examples as stored
from autograder.judge.drawer import Drawer
from autograder.judge.examples import CorruptError, ExampleStore, Request, dumps, loads
from autograder.oracles.budget import Budget
from autograder.sandbox import wire
from tests.judge import course

REQUEST = Request("exp", 0, Budget(oracles=("pytorch",)))


@pytest.fixture
def drawn(monkeypatch):
    """Draw the course's examples by hand, and count how often."""
    calls = []

    def by_hand(requests, folder):
        calls.append([request.slot for request in requests])
        for request in requests:
            path = ExampleStore(folder).path(request)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(dumps(course.examples(request.slot)))

    monkeypatch.setattr(stored, "draw_once", by_hand)
    return calls


def test_examples_come_back_to_the_last_bit():
    """With their answers, and with each program ready for the wire."""
    made = course.examples("exp")
    back = loads(dumps(made))
    assert len(back.examples) == len(made)
    for ours, theirs in zip(made, back.examples, strict=True):
        assert wire.encode(ours.as_data()) == wire.encode(theirs.as_data())
        assert back.frames[id(theirs.program)] == wire.encode(ours.program.as_data())


def test_the_hash_speaks_of_examples_and_answers():
    """Any other answer is another hash."""
    made = course.examples("exp")
    digest = loads(dumps(made)).digest
    assert digest == loads(dumps(made)).digest
    made[0].expected["out"][...] += 1e-15
    assert loads(dumps(made)).digest != digest


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b + b"x", lambda b: b"", bytes.upper]
)
def test_a_damaged_file_is_refused(damage):
    """Whatever became of it."""
    with pytest.raises(CorruptError):
        loads(damage(dumps(course.examples("exp"))))


def test_what_is_there_is_not_drawn_again(tmp_path, drawn):
    """Neither by this store nor by the next."""
    first = ExampleStore(tmp_path).get(REQUEST)
    store = ExampleStore(tmp_path)
    assert store.get(REQUEST).digest == store.get(REQUEST).digest == first.digest
    assert drawn == [["exp"]]


def test_what_is_missing_is_drawn_together(tmp_path, drawn):
    """One process for all, each of them once."""
    other = Request("neg", 0, REQUEST.budget)
    found = ExampleStore(tmp_path).get_all([REQUEST, other, REQUEST])
    assert drawn == [["exp", "neg"]]
    assert found[0] is found[2]


def test_a_damaged_file_is_named_and_drawn_anew(tmp_path, drawn, capsys):
    """Grading goes on."""
    store = ExampleStore(tmp_path)
    digest = store.get(REQUEST).digest
    path = store.path(REQUEST)
    path.write_bytes(path.read_bytes()[:-8])
    assert ExampleStore(tmp_path).get(REQUEST).digest == digest
    assert path.name in capsys.readouterr().err
    assert len(drawn) == 2


@pytest.mark.parametrize(
    "other",
    [
        Request("neg", 0, REQUEST.budget),
        Request("exp", 1, REQUEST.budget),
        Request("exp", 0, Budget(oracles=("edges",))),
        Request("exp", 0, Budget(examples=101, oracles=("pytorch",))),
    ],
    ids=["slot", "seed", "oracles", "count"],
)
def test_every_request_has_a_file_of_its_own(tmp_path, other):
    """Slot, seed and budget all count."""
    store = ExampleStore(tmp_path)
    assert store.path(other) != store.path(REQUEST)
    assert Request.from_json(other.as_json()) == other


def test_a_change_of_the_code_that_draws_asks_for_new_examples(monkeypatch):
    """Old answers are never compared with new questions."""
    before = REQUEST.key
    monkeypatch.setattr(stored, "drawing_code", lambda: "another")
    assert REQUEST.key != before


def test_a_failure_to_draw_says_why(tmp_path):
    """In the words of the process that drew."""
    with pytest.raises(stored.DrawError, match=r"drawing examples failed: TypeError"):
        ExampleStore(tmp_path).get(Request("exp", None, Budget(examples=5)))  # type: ignore


def _crash(times: int, requests, folder: Path) -> None:
    """Draw with processes the first of which crash."""
    with Drawer() as drawer:
        start = drawer._start
        left = iter(range(times))

        def start_and_kill():
            process = start()
            if next(left, None) is not None:
                process.kill()
                process.wait()
            return process

        drawer._start = start_and_kill
        drawer.draw(requests, folder)


def test_a_process_that_crashed_is_followed_by_another(tmp_path):
    """Once; a second crash is the request's."""
    request = Request("exp", 3, Budget(examples=5))
    assert ExampleStore(tmp_path / "once", partial(_crash, 1)).get(request).examples
    with pytest.raises(stored.DrawError, match="drawing examples failed: the process crashed"):
        ExampleStore(tmp_path / "twice", partial(_crash, 2)).get(request)


def test_an_open_drawer_draws_what_a_new_one_would(tmp_path):
    """One process for all that is asked of it; after a failure, too."""
    request = Request("numerical_derivative", 3, Budget(examples=5))
    with Drawer() as drawer:
        store = ExampleStore(tmp_path / "kept", drawer.draw)
        store.get(Request("matmul", 3, Budget(examples=5)))
        process = drawer._process
        with pytest.raises(stored.DrawError, match="TypeError"):
            store.get(Request("exp", None, Budget(examples=5)))  # type: ignore
        kept = store.get(request).digest
        assert drawer._process is process
    assert process.returncode is not None
    assert kept == ExampleStore(tmp_path / "new").get(request).digest


def test_a_name_of_nothing_is_no_engine(tmp_path):
    """It would be drawn from whatever stands before it in the alphabet."""
    with pytest.raises(stored.DrawError, match="expected a slot, a function or a notebook"):
        ExampleStore(tmp_path).get(Request("02-elementwize", 3, Budget(examples=5)))


def _draw(folder: Path) -> str:
    return ExampleStore(folder).get(Request("exp", 3, Budget(examples=5))).digest


def test_two_processes_that_start_at_once_get_the_same(tmp_path):
    """Really drawn, by PyTorch and Hypothesis, in clean processes; one waits for the other."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        first, second = pool.map(_draw, [tmp_path, tmp_path])
    assert first == second
    assert len(list(tmp_path.glob("*.examples"))) == 1


def test_what_is_drawn_does_not_depend_on_what_else_is(tmp_path):
    """Alone, or after another slot: Hypothesis mixes in what a process has imported."""
    budget = Budget(examples=5)
    both = ExampleStore(tmp_path / "both").get_all([Request(n, 3, budget) for n in ("neg", "exp")])
    alone = ExampleStore(tmp_path / "alone").get(Request("exp", 3, budget))
    assert both[1].digest == alone.digest


def test_the_store_itself_needs_neither_torch_nor_hypothesis(tmp_path):
    """A machine that only grades can do without."""
    import subprocess

    code = (
        "import sys; from autograder.judge.judge import Judge; "
        "assert not {'torch', 'hypothesis'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_answers_keep_their_dtype(tmp_path):
    """A float32 answer is not widened on its way."""
    made = course.examples("exp")
    made[0].expected["out"] = np.float32(1.0)
    assert loads(dumps(made)).examples[0].expected["out"].dtype == np.float32
