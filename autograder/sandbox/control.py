"""Control messages between the judge and the trusted processes of a sandbox: small JSON texts.

They go over SOCK_SEQPACKET, one message a packet, and may carry one descriptor. No process that
runs a student's text holds a control socket.
"""

from __future__ import annotations

import json
import os
import socket
from typing import Any

LONGEST = 4096  # bytes of a message; they are a few numbers


def say(connection: socket.socket, message: dict[str, Any], *descriptors: int) -> None:
    """Send a message; OSError if the other side is gone."""
    data = json.dumps(message).encode("utf-8")
    if descriptors:
        socket.send_fds(connection, [data], list(descriptors))
    else:
        connection.send(data)


def hear(connection: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """The next message and the descriptors that came with it; None if the other side is gone."""
    try:
        data, received, _, _ = socket.recv_fds(connection, LONGEST, 1)
    except ConnectionResetError:
        return None, []
    for descriptor in received:
        os.set_inheritable(descriptor, False)
    return (json.loads(data) if data else None), received
