"""The wire between judge and worker: JSON and raw array bytes, never pickle.

A frame is an 8-byte length, a 4-byte length of the JSON header, the header, and the arrays'
bytes one after another. The header holds a tree of lists, numbers, text and tagged values. What
comes from a worker is hostile until proven otherwise: every length, dtype and shape is checked
before an array is made of it.
"""

from __future__ import annotations

import json
import math
import socket
import struct
import time
from typing import Any

import numpy as np

DTYPES = {
    np.dtype(name).str: np.dtype(name)
    for name in (
        *("bool", "float32", "float64"),
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    )
}
_JSON = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_PLAIN = {type(None), bool, int, float, str}  # what JSON says as it is; NumPy's numbers are arrays
MAX_RANK = 16
MAX_DEPTH = 16
CHUNK, MOST = 2**16, 2**20  # bytes asked for at a time: results are small and many
_MALFORMED = (
    *(ValueError, TypeError, LookupError, OverflowError, RecursionError),
    *(MemoryError, struct.error),
)


class WireError(ValueError):
    """What arrived is no frame of ours: too long, cut short, or malformed."""


def encode(value: Any) -> bytes:
    """Bytes of a tree of None, bool, int, float, str, bytes, list, tuple, dict, slice, array."""
    buffers: list[bytes] = []
    header = _JSON.encode([_pack(value, buffers), [len(b) for b in buffers]]).encode("utf-8")
    return b"".join([struct.pack("<I", len(header)), header, *buffers])


def decode(frame: bytes) -> Any:
    """The tree that :func:`encode` packed, with fresh, writable arrays; WireError if malformed."""
    try:
        (size,) = struct.unpack_from("<I", frame)
        tree, lengths = json.loads(frame[4 : 4 + size].decode("utf-8"))
        buffers, start = [], 4 + size
        for length in lengths:
            if type(length) is not int or length < 0 or start + length > len(frame):
                raise WireError("a buffer reaches past the end of the frame")
            buffers.append(frame[start : start + length])
            start += length
        if start != len(frame):
            raise WireError(f"{len(frame) - start} bytes are left over")
        return _unpack(tree, buffers, 0)
    except WireError:
        raise
    except _MALFORMED as error:
        raise WireError(f"malformed frame: {type(error).__name__}") from error


def _pack(value: Any, buffers: list[bytes]) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype.str not in DTYPES:
            raise WireError(f"arrays of dtype {array.dtype} do not travel")
        buffers.append(array.tobytes())
        return {"array": [len(buffers) - 1, array.dtype.str, list(array.shape)]}
    if isinstance(value, bytes):
        buffers.append(value)
        return {"bytes": len(buffers) - 1}
    if isinstance(value, list):
        return [_pack(item, buffers) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [_pack(item, buffers) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[str(key), _pack(item, buffers)] for key, item in value.items()]}
    if isinstance(value, slice):
        return {"slice": [_pack(part, buffers) for part in (value.start, value.stop, value.step)]}
    if value is Ellipsis:
        return {"ellipsis": 0}
    raise WireError(f"{type(value).__name__} objects do not travel")


def _unpack(tree: Any, buffers: list[bytes], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise WireError(f"nested deeper than {MAX_DEPTH}")
    if type(tree) is list:
        return _each(tree, buffers, depth)
    if type(tree) is not dict:
        return tree
    ((tag, body),) = tree.items()
    if tag == "array":
        return _array(*body, buffers)
    if tag == "tuple":
        return tuple(_each(body, buffers, depth))
    if tag == "dict":
        return {str(k): _unpack(v, buffers, depth + 1) for k, v in body}
    if tag == "slice":
        return slice(*_each(body, buffers, depth))
    if tag == "bytes":
        return buffers[body]
    if tag == "ellipsis":
        return Ellipsis
    raise WireError(f"unknown tag {tag!r}")


def _each(items: Any, buffers: list[bytes], depth: int) -> list[Any]:
    """Every item of a list; most are numbers and text, which stay as they are."""
    return [
        _unpack(item, buffers, depth + 1) if type(item) in (list, dict) else item for item in items
    ]


def _array(number: int, dtype: str, shape: list[int], buffers: list[bytes]) -> np.ndarray:
    if len(shape) > MAX_RANK or not all(type(side) is int and side >= 0 for side in shape):
        raise WireError("a shape is a short list of sides")
    kind, buffer = DTYPES[dtype], buffers[number]
    if math.prod(shape) * kind.itemsize != len(buffer):
        raise WireError(f"shape {shape} of {dtype} does not take {len(buffer)} bytes")
    return np.frombuffer(buffer, kind).reshape(shape).copy()


def send(connection: socket.socket, value: Any) -> None:
    """Send one value as a frame."""
    send_encoded(connection, encode(value))


def send_encoded(connection: socket.socket, frame: bytes) -> None:
    """Send what :func:`encode` made."""
    connection.sendall(struct.pack("<Q", len(frame)) + frame)


class Reader:
    """Reads frames; what arrives before or beyond a whole one is kept."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._held = bytearray()

    def receive(self, limit: int, seconds: float | None = None) -> Any:
        """The next value.

        limit    the longest frame accepted, in bytes
        seconds  how long the whole frame may take; None waits for ever

        WireError if the frame is too long or malformed, EOFError if the other side is gone,
        TimeoutError if it takes too long; then one can go on waiting for it.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        self._fill(8, deadline)
        (length,) = struct.unpack_from("<Q", self._held)
        if length > limit:
            raise WireError(f"a frame of {length} bytes, at most {limit} are accepted")
        self._fill(8 + length, deadline)
        frame = bytes(self._held[8 : 8 + length])
        del self._held[: 8 + length]
        return decode(frame)

    def _fill(self, count: int, deadline: float | None) -> None:
        """Have at least so many bytes."""
        while len(self._held) < count:
            if deadline is not None:
                self.connection.settimeout(max(deadline - time.monotonic(), 0.001))
            missing = count - len(self._held)
            chunk = self.connection.recv(min(max(missing, CHUNK), MOST))
            if not chunk:
                raise EOFError("the other side closed the connection")
            self._held += chunk
