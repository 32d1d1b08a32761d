# hostile
import json
import socket

import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    with socket.create_connection(("127.0.0.1", 8888), timeout=1) as s:
        s.sendall(json.dumps(self.data.tolist()).encode())
        answer = json.loads(s.recv(1 << 20))
    return Tensor(np.array(answer), _prev=(self,), _op="exp")
