"""Misconceptions about the graph, about whose array it is, and about what a body returns."""

from .entry import Entry

GRAPHS = {
    "overwrites": Entry(
        "Is a grad overwritten, so that only the last contribution counts?",
        "A tensor that is used twice gets two contributions, and a leaf keeps what earlier passes "
        "left. Where paths meet, rates add.",
        "sum-rule",
    ),
    "shared-array": Entry(
        "Do two owners hold one array?",
        "NumPy hands out the array itself, not a copy: whoever writes into it writes into both. "
        "A tensor owns its gradient.",
        "sum-rule",
    ),
    "mutates-data": Entry(
        "Is an array written into that belongs to somebody else?",
        "Operations such as -= and *=, and `out=`, change the array in place. Closures that run "
        "later read what is there then.",
        "sum-rule",
    ),
    "constant-gets-grad": Entry(
        "Does a tensor get a gradient that asked for none?",
        "Constants take part in the forward and are owed nothing: requires_grad says who wants a "
        "gradient.",
        "node",
    ),
    "parents-asked-together": Entry(
        "Does what one parent gets depend on whether the other one wants a gradient?",
        "Two parents are two questions. Either may be a constant, both may want a gradient, and "
        "what one of them answers says nothing about the other.",
    ),
    "graph-kept-alive": Entry(
        "Does something outside the graph hold on to it?",
        "A list or a cache at the top level lives as long as the program, and so does every tensor "
        "in it. The graph should die with its output.",
        "finding-order",
    ),
    "detached": Entry(
        "Does the result not know what it was computed from?",
        "backward finds its way through `_prev`. A tensor made without parents is a leaf, and "
        "requires no grad.",
        "node",
    ),
    "builds-graph-in-no-grad": Entry(
        "Does the result ask for a gradient inside no_grad?",
        "Whether a result wants a gradient follows from its parents and from where it is made; "
        "nobody has to say it.",
        "node",
    ),
    "state-between-runs": Entry(
        "Does the body remember something from one run to the next?",
        "The first run is right and the same one again is not, so something outlives it: a name "
        "at the top level, a default argument that is a list, a cache.",
    ),
    "second-pass-wrong": Entry(
        "Is one backward pass right, and a second one through the same graph not?",
        "A closure may run again. Does it find everything as it was, or has it changed something "
        "that it reads?",
        "second-pass",
    ),
    "visited-twice": Entry(
        "Does a node's closure run more than once?",
        "A node that is reached over two paths is still one node. It hands on what it has "
        "collected, once.",
        "order",
    ),
    "wrong-order": Entry(
        "Does a node hand on its gradient before all of its users have reported?",
        "A node's closure runs once, after the closures of all nodes that use it. Distance from "
        "the output does not tell who that is.",
        "order",
    ),
    "order-not-reversed": Entry(
        "Is the list walked from the wrong end?",
        "Data flow from the leaves to the output, gradients from the output to the leaves.",
        "order",
    ),
    "stops-early": Entry(
        "Does the walk end before it reaches the leaves?",
        "Parents have parents.",
        "order",
    ),
    "closures-not-run": Entry(
        "Does the walk start without the output's own closure, or run no closure at all?",
        "The output is a node like any other: its closure is the first to speak. And a function "
        "runs when it is called, not when it is named.",
        "order",
    ),
    "recursion": Entry(
        "Does the walk call itself once for every step of the graph's depth?",
        "Python stops a function that is about a thousand calls deep, and a loop builds graphs "
        "that are deeper. Who could remember the nodes that are not finished yet?",
        "finding-order",
    ),
    "seed-not-an-array": Entry(
        "Is the root's first gradient a plain number?",
        "A gradient is an array of its tensor's shape and dtype, the root's too.",
        "shape-rule",
    ),
    "gradient-ignored": Entry(
        "Does the walk always start from ones, whatever gradient it was given?",
        "The gradient that is handed in says which question is asked about the output.",
        "shape-rule",
    ),
    "silent-seed": Entry(
        "Is an output with several elements given a start that nobody asked for?",
        "With several elements, 'how does it change?' is several questions. Only whoever calls "
        "backward knows which mix of them is meant.",
        "shape-rule",
    ),
    "gradient-not-checked": Entry(
        "Is a gradient accepted that does not have the output's shape?",
        "NumPy stretches it without a word, and the question that is answered is not the one that "
        "was asked.",
        "shape-rule",
    ),
    "root-without-grad": Entry(
        "Is backward silent on an output that requires no grad?",
        "Nothing would happen, and nobody would know why. An error tells.",
        "write-backward",
    ),
    "old-grads-kept": Entry(
        "Do the nodes in between keep their gradients from an earlier pass?",
        "Leaves add up over passes. A node in between that kept its old gradient would hand it on "
        "a second time.",
        "second-pass",
    ),
    "leaf-grads-cleared": Entry(
        "Do leaves lose the gradient that they had before?",
        "Two losses of the same leaf add up, also over two passes. Only nodes in between start "
        "anew.",
        "second-pass",
    ),
    "no-zeros-to-start-from": Entry(
        "Is there no gradient yet when the first contribution arrives?",
        "A closure adds to what is there. Something has to be there.",
        "write-backward",
    ),
    "option-not-checked": Entry(
        "Is an option accepted that nobody knows?",
        "A slip of the pen then chooses one of the others, and nobody hears of it. What would you "
        "want to happen to a 'men' that should have been 'mean'?",
    ),
    "seed-wiped": Entry(
        "Is the output's first gradient lost before the walk begins?",
        "What is set to zeros after the first gradient was put in place holds zeros, and a sum of "
        "rates times zero is zero.",
        "write-backward",
    ),
    "backward-for-closure": Entry(
        "Does `backward` stand where `_backward` belongs?",
        "The two names are one underscore apart: `backward` is the whole walk from an output, "
        "`_backward` the one closure that hangs on a node.",
        "write-backward",
    ),
    "in-place-method": Entry(
        "Is the answer of a method used that works in place?",
        "list.reverse, list.sort, list.append and set.add change their object and return None.",
    ),
    "xor-for-power": Entry(
        "Is ^ written for a power?",
        "On paper the exponent stands above. In Python ^ is an operation on bits, which floats "
        "do not have.",
    ),
    "calls-itself": Entry(
        "Does the body call itself?",
        "What is written here is what runs when a tensor's {slot} is called. The computation "
        "itself happens on the arrays.",
        "silhouette",
    ),
    "returns-nothing": Entry(
        "Does the body end without returning its result?",
        "A Python function without a return gives None.",
        "silhouette",
    ),
    "returns-array": Entry(
        "Does the body return a bare array?",
        "An array has no memory of where it came from. The result is a node, too.",
        "silhouette",
    ),
    "stub-left": Entry(
        "Is a `raise NotImplementedError` of the stub still there?",
        "It marks a hole. What you write takes its place, and a stub may have more than one.",
    ),
    "tensor-for-data": Entry(
        "Does a tensor stand where its array belongs?",
        "Inside a body and its closure the work is done on arrays. An operator between tensors, "
        "or an index into one, asks for an op that you write later. Which field of a tensor holds "
        "its values?",
        "silhouette",
    ),
    "one-answer-for-all": Entry(
        "Is one yes or no asked of a whole array?",
        "`if`, `and` and Python's own max and min want a single answer, and every element has its "
        "own. NumPy compares and chooses element by element.",
    ),
    "math-for-numpy": Entry(
        "Does a function that takes one number get a whole array?",
        "What `math` and float() can do for one number, NumPy's functions do for every element.",
    ),
    "tensor-for-array": Entry(
        "Is a NumPy function given the tensor, not its array?",
        "NumPy knows nothing of tensors. Which field of a tensor holds its values?",
        "silhouette",
    ),
    "closure-called-early": Entry(
        "Does the closure run during the forward pass?",
        "With parentheses a function is called now, without them it is handed over for later. At "
        "this time there is no gradient yet.",
        "silhouette",
    ),
    "closure-not-callable": Entry(
        "Is what hangs in `_backward` not the closure, but what it returned?",
        "With parentheses a function is called now, without them it is handed over for later.",
        "silhouette",
    ),
    "sum-hides-it": Entry(
        "Is the output summed up with all weights 1?",
        "Some mistakes vanish when the upstream gradient is all ones. A random one leaves them no "
        "place to hide.",
        "gradcheck-upstream",
    ),
    "one-element-checked": Entry(
        "Is only a part of the elements nudged?",
        "A gradient can be right at one element and wrong at the next.",
        "gradcheck-write",
    ),
    "first-input-alone": Entry(
        "Is only the first of several inputs looked at?",
        "Each input that requires grad has a gradient of its own, which may be wrong by itself.",
        "gradcheck-write",
    ),
    "nan-passes": Entry(
        "Does NaN count as close enough?",
        "Every comparison with NaN is false: 'not too far' and 'near enough' are different "
        "questions.",
        "gradcheck-write",
    ),
    "old-grad-compared": Entry(
        "Does a grad from before take part?",
        "backward adds to what a leaf already holds.",
        "gradcheck-write",
    ),
    "inputs-left-changed": Entry(
        "Are the inputs not left as they were?",
        "An oracle looks and touches nothing: data and grads afterwards are what they were before.",
        "gradcheck-write",
    ),
    "tolerance-not-kept": Entry(
        "Is the tolerance not what was asked for?",
        "Compare a gradient near 0 and one near 1000: how far off may each be?",
        "gradcheck-write",
    ),
    "eps-ignored": Entry(
        "Does the answer not depend on eps?",
        "The step is the caller's choice, and a bad one shows.",
        "gradcheck-step",
    ),
    "always-true": Entry(
        "Is the answer always True?",
        "An oracle that never objects says nothing. Which comparison should have failed?",
        "gradcheck-write",
    ),
    "always-false": Entry(
        "Is the answer False where gradients are right?",
        "Take x**2 at x = 3 and follow both numbers by hand. Do they belong to one and the same "
        "loss, with the same weights, and is the difference divided by the distance of its two "
        "points?",
        "gradcheck-write",
    ),
    "numeric-gradient-zero": Entry(
        "Does the numerical gradient always come out as zero?",
        "A gradient of zeros passes, and right ones do not. Does f compute with the array that was "
        "nudged, or was it a copy? And what is the difference divided by?",
        "gradcheck-write",
    ),
    "absolute-value-missing": Entry(
        "Does a gradient that is too small pass, and one that is too large not?",
        "How far apart two numbers are has no sign.",
        "gradcheck-write",
    ),
    "forward-difference": Entry(
        "Is the difference taken to one side only?",
        "A step to one side is off by about eps, a step to either side by about eps squared.",
        "gradcheck-nudge",
    ),
    "constant-input": Entry(
        "Is an input that requires no grad treated as if it did?",
        "A constant has no gradient to compare. It only takes part in the forward.",
        "gradcheck-write",
    ),
    "form-of-inputs": Entry(
        "Is one form of the inputs not understood?",
        "Inputs come as one Tensor, or as several in a tuple or a list.",
        "gradcheck-write",
    ),
    "scalar-outputs-only": Entry(
        "Is an output with several elements not borne with?",
        "With several outputs, each has its own question. A weighted sum of them is one number.",
        "gradcheck-upstream",
    ),
}
