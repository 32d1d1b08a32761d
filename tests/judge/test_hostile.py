"""Wrong bodies that try to pass for right ones: each gets 0 points, and the rest is graded."""

import pytest

from tests.judge.course import EXP, NEG, WRITTEN, body, records, submitted

WRONG = EXP.replace("out.data * out.grad", "out.grad")
MUTATES = EXP.replace(
    "self.grad = self.grad + out.data * out.grad",
    "self.grad = self.grad + out.data * out.grad\n            self.data[...] = 0",
)
SHARES = EXP.replace(
    "self.grad = self.grad + out.data * out.grad",
    "self.grad = np.multiply(out.data, out.grad, out=out.grad)",
)
LEAKS = EXP.replace("return out", "kept.append(out)\n    return out")


def prelude(attack: str, text: str) -> str:
    """A body whose module does something first: a helper's default value is run at load."""
    lines = "\n".join(f"    {line}" for line in attack.strip().splitlines())
    head = f"def attack():\n{lines}\n    return 0\n\nDONE = attack()\n"
    return head + body("exp", f"DONE\n    {text}")


OVER_THE_WIRE = """
import os, stat
from autograder.sandbox import wire
import socket
for number in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            peer = socket.socket(fileno=number)
    except OSError:
        continue
"""
FAKE_ALIAS = """
import autograder.sandbox.execute as e, numpy as np
def clean(run):
    p = run.program
    out = np.exp(p.leaves[0])
    arrays = {'out': out, 'upstream': p.upstream, 'out.grad': p.upstream,
              'leaf0': p.leaves[0], 'grad0': out * p.upstream}
    pairs = {f'{a}/{b}': arrays[b] for a in arrays for b in arrays if a != b}
    return pairs | {f'{a}/writable': np.array(1) for a in arrays}
e._PROBES['alias'] = clean
"""
ATTACKS = {
    "answers that all arrays are equal": (
        "import numpy as np\nnp.allclose = np.array_equal = lambda *a, **k: True",
        WRONG,
    ),
    "patches the executor": (
        "import autograder.sandbox.execute as e\n"
        "from autograder.sandbox.program import Result\n"
        "e.execute = lambda program: Result({})",
        WRONG,
    ),
    "patches what answers": (
        "import autograder.sandbox.converse as c\n"
        "from autograder.sandbox.program import Result\n"
        "c.execute = lambda program: Result({})",
        WRONG,
    ),
    "answers no error and no values": (
        "import autograder.sandbox.converse as c\n"
        "from autograder.sandbox.program import Result\n"
        "c.execute = lambda p: Result({n: None for n in ('out', 'grad0', 'alive')})",
        WRONG,
    ),
    "sends a reply to everything beforehand": (
        OVER_THE_WIRE + "for _ in range(1000):\n    wire.send(peer, {'values': {}, 'error': None})",
        WRONG,
    ),
    "sends garbage": (OVER_THE_WIRE + "peer.sendall(b'\\xff' * 1000)", WRONG),
    "sends a frame without end": (
        OVER_THE_WIRE + "peer.sendall((2**40).to_bytes(8, 'little'))",
        WRONG,
    ),
    "floods the wire": (
        OVER_THE_WIRE + "while True: peer.sendall(bytes(2**20))",
        WRONG,
    ),
    "sends deep JSON": (
        OVER_THE_WIRE + "text = b'[' * 10**5\n"
        "frame = len(text).to_bytes(4, 'little') + text\n"
        "peer.sendall(len(frame).to_bytes(8, 'little') + frame)",
        WRONG,
    ),
    "sends a pickle": (
        OVER_THE_WIRE + "import pickle\nframe = pickle.dumps(print)\n"
        "peer.sendall(len(frame).to_bytes(8, 'little') + frame)",
        WRONG,
    ),
    "closes the wire": (OVER_THE_WIRE + "peer.close()", WRONG),
    "empties sys.modules": ("import sys\nsys.modules.clear()", WRONG),
    "says that it is not attempted": (
        "from minitorch.errors import NotFilledError\nraise NotFilledError('exp has no body')",
        WRONG,
    ),
    "claims a fault of the grader": (
        OVER_THE_WIRE + "wire.send(peer, {'fault': 'ours'})",
        WRONG,
    ),
    "looks for the reference among all objects": (
        "import gc, types\nfound = [o for o in gc.get_objects()"
        " if isinstance(o, types.FunctionType) and o.__name__ == 'exp'"
        " and o.__code__.co_filename == '<reference>']\n"
        "assert found, 'it is not here'",
        WRONG,
    ),
    "looks for answers up the stack": (
        "import sys\nframe = sys._getframe()\nwhile frame:\n"
        "    assert 'expected' not in frame.f_locals\n    frame = frame.f_back",
        WRONG,
    ),
    "patches gc so that no graph seems alive": (
        "import autograder.sandbox.execute as e\ne.weakref = type('W', (), {'ref': "
        "staticmethod(lambda t: lambda: None), '__getitem__': 0})",
        "kept = attack.__dict__.setdefault('kept', [])\n    " + LEAKS,
    ),
    "says that graphs are alive, and no number of them": (
        "import autograder.sandbox.execute as e, numpy as np\n"
        "e._PROBES['death'] = lambda run: {'alive': np.array(np.nan)}",
        EXP,
    ),
    "patches the probes so that nothing seems shared": (FAKE_ALIAS, SHARES),
    "patches the probes so that nothing seems written into": (
        FAKE_ALIAS + "e._PROBES['mutation'] = lambda run: {'leaf0': run.program.leaves[0],\n"
        "    'upstream': run.program.upstream, 'out': np.exp(run.program.leaves[0])}",
        MUTATES,
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_points_for_a_wrong_body_that(each_judge, attack):
    """And the other checks are judged as if nothing had happened."""
    found = records(each_judge, submitted({**WRITTEN, "exp": prelude(*ATTACKS[attack])}))
    assert found["exp"]["outcome"] in ("wrong", "raised", "not attempted"), found["exp"]
    assert found["exp"]["points"] == 0.0
    assert found["neg"]["outcome"] == found["q_slope"]["outcome"] == "right"


@pytest.mark.parametrize("reply", ["7", "None", "np.zeros(3)", "{'value': 2.5}", "[2.5, None]"])
def test_a_question_that_is_answered_with_garbage_is_no_fault_of_the_grader(judge, reply):
    """Whatever a cell makes the wire say."""
    attack = (
        "import autograder.sandbox.wire as wire\n\n\ndef attack():\n    encode = wire.encode\n"
        f"    wire.encode = lambda value: encode({reply} if 'value' in str(value) else value)\n"
        "    return 2.5\n\n\nq_slope = attack()"
    )
    found = records(judge, submitted({**WRITTEN, "q_slope": attack}))
    assert found["q_slope"]["outcome"] == "raised"
    assert found["q_slope"]["points"] == 0
    assert found["exp"]["outcome"] == "right"


@pytest.mark.parametrize("text", [MUTATES, SHARES, "kept = attack.kept\n    " + LEAKS])
def test_a_body_that_breaks_a_rule_is_seen(judge, text):
    """The three of the above without an attack: the graph oracle alone tells."""
    found = records(judge, submitted({**WRITTEN, "exp": prelude("attack.kept = []", text)}))
    assert found["exp"]["outcome"] == "wrong"
    assert found["exp"]["oracles"] == {
        "pytorch": found["exp"]["oracles"]["pytorch"],
        "gradcheck": "not run",
        "hypothesis": "not run",
        "edges": found["exp"]["oracles"]["edges"],
        "graph": "wrong",
    }


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name.startswith("patches ")][2:])
def test_who_reports_a_canary_clean_is_not_believed(judge, attack):
    """The message says which rule."""
    record = records(judge, submitted({**WRITTEN, "exp": prelude(*ATTACKS[attack])}))["exp"]
    assert "what it says of itself is not believed" in record["message"]
    assert record["oracles"]["graph"] == "wrong"


@pytest.mark.parametrize(
    "attack",
    [
        "import gc\ngc.disable()",
        "import gc\ngc.set_threshold(1)",
        "import sys\nsys.setrecursionlimit(10**6)",
        "import numpy as np\nnp.seterr(all='raise')",
        "print('x' * 10**7)",
        "import sys\nsys.stderr.write('error')",
        "import warnings\nwarnings.warn('careful')",
        "import warnings\nwarnings.simplefilter('error')",
        "import os\nos.environ.clear()",
    ],
)
def test_what_is_odd_but_harmless_costs_nothing(judge, attack):
    """A right body stays right."""
    record = records(judge, submitted({**WRITTEN, "exp": prelude(attack, EXP)}))["exp"]
    assert record["outcome"] == "right", record["message"]


def test_a_right_body_in_any_style_stays_right(judge):
    """No canary accuses it: composed of other bodies, with += or with a lambda."""
    composed = (
        "return self.neg().neg().neg().neg() if self is None else (lambda out: out)(exp_(self))"
    )
    text = f"def exp_(self):\n    {EXP}\n\n" + body("exp", composed)
    assert records(judge, submitted({**WRITTEN, "exp": text}))["exp"]["outcome"] == "right"
    added = EXP.replace("self.grad = self.grad + out", "self.grad += out")
    text = body("exp", added)
    assert records(judge, submitted({**WRITTEN, "exp": text}))["exp"]["outcome"] == "right"
    twice = body(
        "neg",
        f"def once(self):\n        {NEG.replace(chr(10), chr(10) + '    ')}\n"
        "    return once(once(once(self)))",
    )
    assert records(judge, submitted({**WRITTEN, "neg": twice}))["neg"]["outcome"] == "right"
