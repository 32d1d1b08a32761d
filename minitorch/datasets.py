"""The verb grid: 20 English verbs x 3 persons x 5 tenses, and the tasks made of it.

Persons are the first, second and third singular. Every form is real; see :func:`form`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PERSONS = ("first", "second", "third")
TENSES = ("infinitive", "present", "past simple", "past participle", "future")
# Verb: third person present, past simple, past participle. Regular ones first.
_FORMS: dict[str, tuple[str, str, str]] = {
    "work": ("works", "worked", "worked"),
    "play": ("plays", "played", "played"),
    "walk": ("walks", "walked", "walked"),
    "talk": ("talks", "talked", "talked"),
    "listen": ("listens", "listened", "listened"),
    "watch": ("watches", "watched", "watched"),
    "study": ("studies", "studied", "studied"),
    "finish": ("finishes", "finished", "finished"),
    "start": ("starts", "started", "started"),
    "look": ("looks", "looked", "looked"),
    "want": ("wants", "wanted", "wanted"),
    "like": ("likes", "liked", "liked"),
    "be": ("is", "was", "been"),
    "have": ("has", "had", "had"),
    "do": ("does", "did", "done"),
    "go": ("goes", "went", "gone"),
    "come": ("comes", "came", "come"),
    "see": ("sees", "saw", "seen"),
    "eat": ("eats", "ate", "eaten"),
    "write": ("writes", "wrote", "written"),
}
VERBS = tuple(_FORMS)
_BE = {("first", "present"): "am", ("second", "present"): "are", ("second", "past simple"): "were"}


def form(verb: str, person: str, tense: str) -> str:
    """The form of a verb: ``form("go", "third", "present")`` is ``"goes"``.

    The infinitive and the past participle are the same for all persons.
    """
    third, past, participle = _FORMS[verb]
    if verb == "be" and (person, tense) in _BE:
        return _BE[person, tense]
    forms = {
        "infinitive": verb,
        "present": third if person == "third" else verb,
        "past simple": past,
        "past participle": participle,
        "future": f"will {verb}",
    }
    return forms[tense]


def one_hot(verbs: np.ndarray, persons: np.ndarray) -> np.ndarray:
    """Verb and person as 20 + 3 numbers, a 1 for each that it is: integers (B,) -> (B, 23)."""
    return np.concatenate([np.eye(len(VERBS))[verbs], np.eye(len(PERSONS))[persons]], axis=1)


@dataclass(frozen=True)
class Split:
    """Features (B, 23) and integer targets (B,), to train on and to validate with."""

    x_train: np.ndarray
    y_train: np.ndarray
    x_valid: np.ndarray
    y_valid: np.ndarray


def _grid() -> tuple[np.ndarray, np.ndarray]:
    """Verb and person of each of the 60 pairs."""
    verbs, persons = np.divmod(np.arange(len(VERBS) * len(PERSONS)), len(PERSONS))
    return verbs, persons


def literal(seed: int = 0) -> Split:
    """All 300 (verb, person) -> tense triples, 250 to train on and 50 to validate with.

    Each pair carries all five tenses, so the features say nothing of the target.
    """
    cells = np.random.default_rng(seed).permutation(len(VERBS) * len(PERSONS) * len(TENSES))
    pairs, tenses = np.divmod(cells, len(TENSES))
    verbs, persons = np.divmod(pairs, len(PERSONS))
    x = one_hot(verbs, persons)
    return Split(x[:250], tenses[:250], x[250:], tenses[250:])


def favourites(seed: int = 0) -> Split:
    """Each verb has one favourite tense, four verbs a tense; one person of each verb is held out.

    40 pairs to train on and the 20 that were held out, disjoint; the seed draws which tense is
    whose and who is held out.
    """
    rng = np.random.default_rng(seed)
    favourite = rng.permutation(np.arange(len(VERBS)) % len(TENSES))
    held_out = rng.integers(0, len(PERSONS), size=len(VERBS))
    verbs, persons = _grid()
    x, y, valid = one_hot(verbs, persons), favourite[verbs], persons == held_out[verbs]
    return Split(x[~valid], y[~valid], x[valid], y[valid])
