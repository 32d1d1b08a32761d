"""The wire brings what was sent; what arrives on it can do no more than raise WireError."""

import json
import random
import socket
import struct
import time

import numpy as np
import pytest

from autograder.sandbox import wire
from autograder.sandbox.program import Program, Raised, Result, Step

VALUES = [
    None,
    True,
    -(2**70),
    float("inf"),
    "ä\u0000\ud83d",
    b"\x00bytes",
    [],
    (),
    {},
    [1, (2, [3, {"a": None}])],
    slice(None, -1, 2),
    Ellipsis,
    (slice(1, 2), None, Ellipsis, 3),
    {"dict": {"tuple": ("array", "bytes")}},
]
ARRAYS = [
    np.array(1.5),
    np.zeros((0, 3)),
    np.arange(6.0).reshape(2, 3).T,
    np.array([np.nan, -0.0, np.inf], dtype=np.float32),
    np.array([[True, False]]),
    np.arange(4, dtype=np.uint8),
    np.float64(2.5),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_arrives_as_it_was(value):
    """Tuples stay tuples, and text that looks like a tag stays text."""
    got = wire.decode(wire.encode(value))
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize("array", ARRAYS, ids=str)
def test_an_array_arrives_to_the_last_bit(array):
    """With its dtype and shape, writable, and with memory of its own."""
    got = wire.decode(wire.encode([array]))[0]
    assert (got.dtype, got.shape, got.tobytes()) == (array.dtype, array.shape, array.tobytes())
    assert got.flags.writeable


def test_a_program_and_a_result_arrive_as_they_were():
    """What they describe can be described again."""
    index = (slice(None), np.array([0, 0]), None, Ellipsis)
    program = Program(
        (np.ones((2, 3)), np.arange(3)),
        (Step("getitem", (0,), (index,)), Step("sum", (2,), (), {"axis": (0, -1)})),
        upstream=np.array(2.0),
        options={"eps": 1e-6, "multiples": (-1.0, 1.0)},
    )
    frame = wire.encode(program.as_data())
    assert wire.encode(Program.from_data(wire.decode(frame)).as_data()) == frame
    result = Result({"out": np.ones(2), "grad0": None}, Raised("E", "m", "load", "x"))
    frame = wire.encode(result.as_data())
    assert wire.encode(Result.from_data(wire.decode(frame)).as_data()) == frame


@pytest.mark.parametrize(
    "value",
    [object(), {1, 2}, np.array(["text"]), np.array([None]), np.array(1j), np.zeros(1, "M8[s]")],
    ids=lambda value: type(value).__name__,
)
def test_what_does_not_travel_is_named(value):
    """No pickle, no object array, no dtype that the judge does not know."""
    with pytest.raises(wire.WireError, match="do not travel"):
        wire.encode([value])


def framed(header: object, *buffers: bytes) -> bytes:
    """A frame with any header."""
    text = json.dumps(header).encode()
    return struct.pack("<I", len(text)) + text + b"".join(buffers)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xff\xff\xff\xff",
        b"\x02\x00\x00\x00{}",
        framed(1),
        framed([]),
        framed([{}, []]),
        framed([{"array": [0, "<f8", [1]]}, []]),
        framed([{"array": [0, "<f8", [2]]}, [8]], b"12345678"),
        framed([{"array": [0, "<f8", [-1]]}, [8]], b"12345678"),
        framed([{"array": [0, "<f8", [1.0]]}, [8]], b"12345678"),
        framed([{"array": [0, "<f8", [True]]}, [8]], b"12345678"),
        framed([{"array": [0, "|O", [1]]}, [8]], b"12345678"),
        framed([{"array": [0, "V8", [1]]}, [8]], b"12345678"),
        framed([{"array": [0, "<f8", [0, 2**70]]}, [0]]),
        framed([{"array": [0, "<f8", [0] * 40]}, [0]]),
        framed([{"array": [0, "<f8", 7]}, [8]], b"12345678"),
        framed([{"array": {"a": 1}}, [8]], b"12345678"),
        framed([{"array": [0]}, [8]], b"12345678"),
        framed([{"bytes": 5}, [1]], b"1"),
        framed([{"bytes": "0"}, [1]], b"1"),
        framed([None, [-1]]),
        framed([None, ["1"]], b"1"),
        framed([None, [2**80]]),
        framed([None, []], b"left over"),
        framed([{"dict": [1]}, []]),
        framed([{"dict": {"a": 1}}, []]),
        framed([{"slice": [1, 2, 3, 4]}, []]),
        framed([{"code": "print()"}, []]),
        framed([{"a": 1, "b": 2}, []]),
        struct.pack("<I", 9) + b'"\xff\xff\xff\xff\xff\xff"',
        struct.pack("<I", 200_000) + b"[" * 100_000 + b"]" * 100_000,
        struct.pack("<I", 10_004) + b"[" + b"1" * 10_000 + b",[]",
    ],
)
def test_a_malformed_frame_is_refused(frame):
    """With WireError, whatever is wrong with it."""
    with pytest.raises(wire.WireError):
        wire.decode(frame)


def test_a_deep_tree_is_refused():
    """Deeper than anything that is sent, shallower than what Python's parser bears."""
    tree: list = []
    for _ in range(100):
        tree = [tree]
    with pytest.raises(wire.WireError, match="nested"):
        wire.decode(framed([tree, []]))


def test_a_damaged_frame_never_raises_anything_else():
    """Bytes changed, cut and added at random."""
    rng = random.Random(0)
    whole = wire.encode({"values": {"out": np.arange(3.0), "grad0": None}, "error": ("a", "b")})
    for _ in range(5_000):
        frame = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            frame[rng.randrange(len(frame))] = rng.randrange(256)
        cut = frame[: rng.randint(0, len(frame))] if rng.random() < 0.3 else frame
        try:
            wire.decode(bytes(cut))
        except wire.WireError:
            continue


@pytest.fixture
def ends():
    """Both ends of a connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_frames_that_arrive_together_are_told_apart(ends):
    """One after another, in order."""
    ours, theirs = ends
    for number in range(50):
        wire.send(theirs, [number, np.arange(number)])
    reader = wire.Reader(ours)
    assert [reader.receive(10_000, 1.0)[0] for _ in range(50)] == list(range(50))


def test_a_frame_longer_than_allowed_is_not_read(ends):
    """Its length alone is enough; nothing is kept for it."""
    ours, theirs = ends
    theirs.sendall(struct.pack("<Q", 2**60))
    with pytest.raises(wire.WireError, match="at most 1000"):
        wire.Reader(ours).receive(1000, 1.0)


def test_a_frame_that_trickles_is_not_waited_for(ends):
    """The limit is on the whole frame, not on each piece."""
    ours, theirs = ends
    theirs.sendall(struct.pack("<Q", 100) + b"x")
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        wire.Reader(ours).receive(1000, 0.2)
    assert time.monotonic() - began < 2


def test_the_end_is_noticed(ends):
    """In the middle of a frame too."""
    ours, theirs = ends
    theirs.sendall(struct.pack("<Q", 100) + b"x")
    theirs.close()
    with pytest.raises(EOFError):
        wire.Reader(ours).receive(1000, 1.0)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"values": [], "error": None},
        {"values": {"out": 1.0}, "error": None},
        {"values": {}, "error": "texts"},
        {"values": {}, "error": ("a", "b", "c")},
        {"values": {}, "error": ("a", "b", "c", 1)},
        {"values": {}, "error": 7},
        [],
        None,
        "text",
    ],
    ids=repr,
)
def test_what_is_no_result_is_refused(data):
    """A result is named arrays, or an error of four texts."""
    with pytest.raises((ValueError, TypeError, KeyError)):
        Result.from_data(data)
