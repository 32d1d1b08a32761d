# %% [markdown]
# # 08 Two oracles: now you are the grader
#
# For seven notebooks something judged your code. Today you change sides. You write the tests, and
# they are graded the only way that tests can be: they are handed engines, some right and some with
# one quiet mistake, in random order and without labels. A good test says yes to every right one and
# no to every wrong one. There is no other kind of good.
#
# | | |
# |---|---|
# | **What you'll do** | write a cross-check against PyTorch, strategies that make up inputs, property tests for `mul` and `sum`, and a fuzzer that makes up whole programs |
# | **What you'll learn** | what each oracle can't see, by experiment; why random upstream gradients, random shapes and tight tolerances are not pedantry; how shrinking turns a failure into an explanation |
# | **What you need** | notebooks 01 to 07; `st.composite` from 04 |
# | **Time to plan** | two and a half hours |
#
# | exercise | what it does | points |
# |---|---|---|
# | `cross_check` | compares an op with PyTorch's, forward and backward | 4 |
# | `shapes` | a strategy: any shape worth trying | 2 |
# | `operands` | a strategy: two arrays that broadcast | 2 |
# | `test_mul` | tells right `mul`s from wrong ones | 4 |
# | `test_sum` | tells right `sum`s from wrong ones | 4 |
# | `test_programs` | a fuzzer: finds an engine whose ops are only wrong *together* | 6 |
# | two quiz questions | a number each | 2 |
#
# The tests are graded in shares: a test that catches three of four mistakes gets three quarters of
# its points, and one that refuses a right engine gets none.

# %%
import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import minitorch
from autograder import check
from minitorch import Tensor

# %% [markdown]
# ## 1. Two witnesses
#
# An *oracle* is something that knows the right answer, or at least a wrong one. You have met two
# that know gradients, and they know them for entirely different reasons:
#
# | | PyTorch | central differences |
# |---|---|---|
# | knows | its own formulas, written by others | your own forward, nudged |
# | precise to | the last digits | about $10^{-11}$, at a good step |
# | can't see | what both engines get wrong in the same way | a wrong *forward* |
# | fails when | it has no such op, or another convention | the function has a kink, or the step is bad |
#
# Two witnesses who have never met are worth more than one who talks twice as loud. Most of all when
# they **disagree**:
#
# | PyTorch says | differences say | so look at |
# |---|---|---|
# | right | right | the next thing |
# | wrong | wrong | your backward formula |
# | wrong | right | your forward, or a convention |
# | right | wrong | the difference: step, kink, precision |

# %% [markdown]
# Seeing is believing. Here is a table of culprits, each a function that returns a body of `exp`, and
# four quick witnesses. Which culprit will which of them miss?


# %%
def exp_with(forward=np.exp, slope=None):
    """A body of exp with a forward and a closure of our choice."""

    def body(self):
        out = Tensor(forward(self.data), _prev=(self,), _op="exp")

        def _backward():
            self.grad = self.grad + slope(self.data, out.data, out.grad)

        out._backward = _backward
        return out

    return body


culprits = {
    "right": exp_with(slope=lambda x, y, g: y * g),
    "sign": exp_with(slope=lambda x, y, g: -y * g),
    "upstream ignored": exp_with(slope=lambda x, y, g: y),
    "one in a million off": exp_with(slope=lambda x, y, g: y * g * (1 + 1e-6)),
    "another function": exp_with(lambda x: np.exp(x) + x, lambda x, y, g: (np.exp(x) + 1) * g),
}

# %%
x0 = np.array([0.5, -1.0, 2.0])


def gradient(upstream):
    x = Tensor(x0, requires_grad=True)
    x.exp().backward(upstream)
    return x.grad


def differences(upstream, h=1e-6):
    above, below = Tensor(x0 + h).exp().data, Tensor(x0 - h).exp().data
    return (above - below) / (2 * h) * upstream  # exp is elementwise


def pytorch(upstream):
    return np.exp(x0) * upstream  # what PyTorch would say; it is only exp


# %%
random = np.array([0.3, -1.7, 0.9])
witnesses = {
    "pytorch, .sum()": lambda: np.allclose(gradient(np.ones(3)), pytorch(np.ones(3)), rtol=1e-9),
    "pytorch, random": lambda: np.allclose(gradient(random), pytorch(random), rtol=1e-9),
    "differences, random": lambda: np.allclose(gradient(random), differences(random), rtol=1e-5),
    "differences, 1e-2": lambda: np.allclose(gradient(random), differences(random), rtol=1e-2),
}
print(f"{'':22}" + "".join(f"{name:>22}" for name in witnesses))
for culprit, body in culprits.items():
    with minitorch.trying(exp=body):
        said = ["passes" if witness() else "caught" for witness in witnesses.values()]
    print(f"{culprit:22}" + "".join(f"{word:>22}" for word in said))

# %% [markdown]
# Such a table is called a *kill matrix*, and it is worth reading by rows and by columns. Rows: each
# culprit, and who catches it. "One in a million off" passes the differences because we gave them a
# tolerance of $10^{-5}$, "another function" because they nudge the same wrong forward. Columns: only
# one witness catches all four; the first, the most popular test in the world, misses the most popular
# bug. The autograder keeps such a matrix of its own, with more than a hundred culprits; that is how
# it was graded.
#
# ### Quiz 1
#
# In your kill matrix: how many of the four culprits are caught by "differences, 1e-2"?

# %% quiz="q08_matrix"
q08_matrix = ...
### BEGIN SOLUTION
q08_matrix = 2
### END SOLUTION

# %% check="q08_matrix" points=1
check("q08_matrix")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q08_matrix", 2)
hint("q08_matrix", 3, "look at its column once more: 'right' passes, and who else?")
hint("q08_matrix", 4, "only 'pytorch, random' catches all four; look at its own column")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. A cross-check
#
# Your first tool: a function that is given an op of yours, the same op in PyTorch, and arrays. It
# says nothing if they agree, and raises `AssertionError` if they don't. What must it compare? Go
# through the culprits: the **output**, its shape and its values; **each** gradient, its shape and
# its values; with an upstream gradient that is not all ones; at a tolerance that a bug can't hide
# under. FP64 agrees to about $10^{-15}$, so $10^{-9}$ is generous.
#
# <details><summary>Hint 1: the parts</summary>
#
# Tensors on one side, `torch.tensor(array, requires_grad=True)` on the other. The upstream:
# `np.random.default_rng(0).standard_normal(out.shape)`, for both.
# </details>
#
# <details><summary>Hint 2: comparing</summary>
#
# `np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)` raises AssertionError with a
# good message. But for it a number equals an array that is full of it, and its sister `np.allclose`
# *broadcasts*: shapes $(3, 1)$ and $(3, 5)$ may count as equal. Compare the shapes first.
# </details>


# %% answer="cross_check" function=true
def cross_check(op, torch_op, *arrays):
    """Raise AssertionError unless an op and its gradients agree with PyTorch's.

    op        Tensors -> Tensor, e.g. Tensor.mul
    torch_op  the same for torch tensors, e.g. torch.mul
    *arrays   float64 arrays, one an operand
    returns   None

    Example:  cross_check(Tensor.exp, torch.exp, np.zeros((3, 5))) says nothing
    """
    ### BEGIN SOLUTION
    mine = [Tensor(array, requires_grad=True) for array in arrays]
    theirs = [torch.tensor(array, requires_grad=True) for array in arrays]
    out, expected = op(*mine), torch_op(*theirs)
    assert out.shape == tuple(expected.shape), f"shape {out.shape}, not {tuple(expected.shape)}"
    np.testing.assert_allclose(out.data, expected.detach().numpy(), rtol=1e-9, atol=1e-12)
    upstream = np.random.default_rng(0).standard_normal(out.shape)
    out.backward(upstream)
    expected.backward(torch.tensor(upstream))
    for number, (x, other) in enumerate(zip(mine, theirs, strict=True)):
        assert x.grad.shape == x.shape, f"operand {number}: grad {x.grad.shape} for {x.shape}"
        np.testing.assert_allclose(x.grad, other.grad.numpy(), rtol=1e-9, atol=1e-12)
    ### END SOLUTION


# %% check="cross_check" points=4
check("cross_check")
### BEGIN HIDDEN TESTS
from autograder.hidden import catches

catches("cross_check", points=4)
### END HIDDEN TESTS

# %%
cross_check(Tensor.exp, torch.exp, np.zeros((3, 5)))
cross_check(Tensor.mul, torch.mul, np.ones((3, 1)), np.ones(5))

# %% [markdown]
# Silence is consent. Notice that `cross_check` is only as good as the arrays it is fed. Ones and
# zeros make most bugs disappear: with $b = 1$, a `mul` that hands on $\bar y$ instead of $b\,\bar y$
# is right. And with equal shapes nothing ever has to be unbroadcast. So who chooses the arrays?
#
# ## 3. Strategies
#
# You do, but by rule and not by hand. A good strategy for shapes covers every rank from 0 to 4; it has
# sides of 0 and 1 among the larger ones, because that is where code goes wrong; and it has
# rectangles, because squares forgive. Sides need not be large: a bug that shows at 100 nearly always
# shows at 3.


# %% answer="shapes" function=true
@st.composite
def shapes(draw):
    """A shape: up to 4 axes, sides from 0 to 5.

    draw     given by Hypothesis
    returns  a tuple of integers

    Example:  (), (3,), (2, 1), (0, 4), (1, 3, 5, 2)
    """
    ### BEGIN SOLUTION
    return tuple(draw(st.lists(st.integers(0, 5), max_size=4)))
    ### END SOLUTION


# %% check="shapes" points=2
check("shapes")
### BEGIN HIDDEN TESTS
from autograder.hidden import survives_hypothesis

survives_hypothesis("shapes", examples=300)
### END HIDDEN TESTS

# %% [markdown]
# And values? Hypothesis can draw floats one by one, and it loves extreme ones: 0, $10^{308}$, the
# smallest number there is. That is great for finding overflow and terrible for finding wrong
# formulas: it draws the same few numbers over and over, and hits every kink. A better division of
# labour: **let Hypothesis draw the shape and an integer seed, and let NumPy make the values from the
# seed**. Values from a normal distribution are all different, of both signs, and never exactly 0.


# %%
def values(shape, seed):
    """Float64 values of a shape, made from a seed."""
    return np.random.default_rng(seed).standard_normal(shape)


seeds = st.integers(0, 2**32 - 1)

# %% [markdown]
# Put both together: two arrays whose shapes broadcast. (You wrote the shapes in notebook 04; feel
# free to bring your `broadcastable_pairs` along, but draw the result's shape from `shapes()`: sides of
# 0 belong in it.)
#
# <details><summary>Hint</summary>
#
# Draw the result's shape; make an operand's shape from it by dropping leading axes and setting some
# sides to 1; do that twice; draw two seeds. Are two equal seeds harmful?
# </details>


# %% answer="operands" function=true
@st.composite
def operands(draw):
    """Two float64 arrays whose shapes broadcast.

    draw     given by Hypothesis
    returns  a pair of arrays, up to 4 axes each, sides from 0 to 5, their values different from
             one another

    Example:  arrays of shapes (3, 1) and (5,)
    """
    ### BEGIN SOLUTION
    result = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))

    def operand():
        kept = draw(st.integers(0, len(result)))
        shape = tuple(1 if draw(st.booleans()) else side for side in result[len(result) - kept :])
        return values(shape, draw(seeds))

    return operand(), operand()
    ### END SOLUTION


# %% check="operands" points=2
check("operands")
### BEGIN HIDDEN TESTS
from autograder.hidden import survives_hypothesis

survives_hypothesis("operands", examples=300)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Property tests
#
# A *property test* is a sentence that begins with "for all". For all operands, `mul` agrees with
# PyTorch. `@given` turns a function into such a test: call it, and it draws a hundred inputs and
# raises at the first that fails, after having made it as small as it can.
#
# The `settings` keep it quiet: no database of old failures, no deadline. What it draws is new each
# time that you call it. From here on a check may take half a minute: it calls your test on some
# fifteen engines.


# %% answer="test_mul" function=true
@settings(max_examples=100, database=None, deadline=None)
@given(operands())
def test_mul(pair):
    """For all operands, x * y agrees with PyTorch, forward and backward.

    Called as test_mul(). It uses Tensor.mul, whatever hangs there.
    """
    ### BEGIN SOLUTION
    cross_check(lambda a, b: a * b, torch.mul, *pair)
    ### END SOLUTION


# %% check="test_mul" points=4
check("test_mul")
### BEGIN HIDDEN TESTS
from autograder.hidden import catches

catches("test_mul", points=4)
### END HIDDEN TESTS

# %% [markdown]
# Watch it at work, on a `mul` that forgets to sum back. Look at the pair in the last lines: it is the
# *smallest* pair on which anything goes wrong.


# %% raises=true
def not_reduced(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + other.data * out.grad
        if other.requires_grad:
            other.grad = other.grad + self.data * out.grad

    out._backward = _backward
    return out


with minitorch.trying(mul=not_reduced):
    test_mul()

# %% [markdown]
# Next, `sum`, where the inputs are more than arrays: an axis in all its forms, and `keepdims`. Remember
# which `sum` was right for axis 0, for `None` and for `keepdims=True`, and wrong otherwise? A test
# that draws only the shape lets it through.
#
# <details><summary>Hint 1: an axis for a shape</summary>
#
# With rank 0 there is only `None`. Otherwise `None`, an integer from `-ndim` to `ndim - 1`, or a
# tuple, in the order drawn:
# `data.draw(st.lists(st.integers(0, ndim - 1), unique=True, min_size=1).map(tuple))`.
# `st.none()` is the strategy that draws `None`, and `st.one_of(a, b)` draws from either of two
# strategies, or of more.
# </details>
#
# <details><summary>Hint 2: PyTorch's words</summary>
#
# `torch.sum(x, dim=axis, keepdim=keepdims)`. `dim=None` is all axes, for rank 0 as well. So is an
# empty tuple, which to NumPy is no axis at all: hence `min_size=1`.
# </details>


# %% answer="test_sum" function=true
@settings(max_examples=100, database=None, deadline=None)
@given(st.data())
def test_sum(data):
    """For all shapes, axes and keepdims, x.sum(axis, keepdims) agrees with PyTorch.

    Called as test_sum(). data.draw(strategy) is a value of a strategy. It uses Tensor.sum.
    """
    ### BEGIN SOLUTION
    x = values(data.draw(shapes()), data.draw(seeds))
    keepdims = data.draw(st.booleans())
    axis = None
    if x.ndim:
        several = st.lists(st.integers(0, x.ndim - 1), unique=True, min_size=1).map(tuple)
        axis = data.draw(st.one_of(st.none(), st.integers(-x.ndim, x.ndim - 1), several))
    cross_check(
        lambda t: t.sum(axis=axis, keepdims=keepdims),
        lambda t: torch.sum(t, dim=axis, keepdim=keepdims),
        x,
    )
    ### END SOLUTION


# %% check="test_sum" points=4
check("test_sum")
### BEGIN HIDDEN TESTS
from autograder.hidden import catches

catches("test_sum", points=4)
### END HIDDEN TESTS

# %% [markdown]
# ### Quiz 2
#
# A `sum` has a closure that is wrong only for *unsorted* tuples of axes, such as `(2, 0)`. Which is
# the smallest rank at which the bug can show?

# %% quiz="q08_unsorted"
q08_unsorted = ...
### BEGIN SOLUTION
q08_unsorted = 2
### END SOLUTION

# %% check="q08_unsorted" points=1
check("q08_unsorted")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q08_unsorted", 2)
hint("q08_unsorted", 3, "(1, 0) is unsorted, too")
hint("q08_unsorted", 1, "a tuple of one axis is always sorted")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. A fuzzer
#
# Each op may be right by itself and the engine still wrong. `=` for `+=` passes every test in which a
# tensor is used once. What finds it is a *program*: a few steps in which results meet again.
#
# So let Hypothesis make up programs. Here is one way to write a program down: a list of steps, each the
# name of an op and which values it takes. A value is a number: 0 and 1 are the inputs, 2 is the result
# of the first step, and so on. It runs on both engines, because both have methods of these names.

# %%
OPS = {
    "add": (lambda a, b: a + b, 2),
    "mul": (lambda a, b: a * b, 2),
    "sub": (lambda a, b: a - b, 2),
    "tanh": (lambda a: a.tanh(), 1),
    "neg": (lambda a: -a, 1),
}


def run(program, inputs):
    """The last value of a program, on Tensors of either engine."""
    values = list(inputs)
    for name, operands in program:
        values.append(OPS[name][0](*(values[number] for number in operands)))
    return values[-1]


diamond = [("mul", (0, 1)), ("tanh", (2,)), ("add", (2, 3))]
cross_check(lambda a, b: run(diamond, [a, b]), lambda a, b: run(diamond, [a, b]), *[np.ones(5)] * 2)

# %% [markdown]
# In `diamond`, value 2 is used twice. All values have the shape of the inputs here, so every program
# fits together. Write the test: draw a few steps, each with operands among the values that exist by
# then, and compare both engines. Then it is given engines in which *one* op has a mistake that only
# shows in company.
#
# One trap: an input that the last value does not depend on has no gradient in PyTorch (`None`). Make
# sure that your programs use what they have, or that your comparison knows about it.
#
# <details><summary>Hint 1: drawing a program</summary>
#
# In a loop: `name = data.draw(st.sampled_from(sorted(OPS)))`, which is one of the list, then for each
# operand `data.draw(st.integers(0, last))`, where `last` is the number of the newest value.
# </details>
#
# <details><summary>Hint 2: using both inputs</summary>
#
# The simplest way: end each program with two additions, of one input each. Then every input has a
# gradient.
# </details>


# %% answer="test_programs" function=true
@settings(max_examples=150, database=None, deadline=None)
@given(st.data())
def test_programs(data):
    """For all small programs, both engines agree on the output and on the inputs' gradients.

    Called as test_programs(). It uses the ops in OPS, whatever hangs in their slots.
    """
    ### BEGIN SOLUTION
    program, last = [], 1
    for _ in range(data.draw(st.integers(1, 6))):
        name = data.draw(st.sampled_from(sorted(OPS)))
        operands = tuple(data.draw(st.integers(0, last)) for _ in range(OPS[name][1]))
        program.append((name, operands))
        last += 1
    program += [("add", (last, 0)), ("add", (last + 1, 1))]
    inputs = [values((3,), data.draw(seeds)) for _ in range(2)]
    cross_check(lambda a, b: run(program, [a, b]), lambda a, b: run(program, [a, b]), *inputs)
    ### END SOLUTION


# %% check="test_programs" points=6
check("test_programs")
### BEGIN HIDDEN TESTS
from autograder.hidden import catches

catches("test_programs", points=6)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Break it on purpose: a test that looks busy
#
# Last, an exercise in humility. The test below has everything: a hundred draws, a strategy, PyTorch, a
# comparison. It was, line for line, somebody's homework. Before you run it, find the three reasons why
# it lets nearly everything through.


# %%
@settings(max_examples=100, database=None, deadline=None)
@given(seeds)
def busy_test(seed):
    a, b = values((3, 3), seed), values((3, 3), seed)
    mine = [Tensor(array, requires_grad=True) for array in (a, b)]
    theirs = [torch.tensor(array, requires_grad=True) for array in (a, b)]
    (mine[0] * mine[1]).backward(np.ones((3, 3)))
    (theirs[0] * theirs[1]).sum().backward()
    for x, other in zip(mine, theirs, strict=True):
        assert np.allclose(x.grad, other.grad.numpy(), rtol=1e-2)


# %% raises=true
check("test_mul", busy_test)

# %% [markdown]
# One square shape, so broadcasting is never tried. An upstream of ones, so it may be ignored. A
# tolerance of $10^{-2}$. And a fourth, which is sly: both operands come from the *same seed*, so they
# are equal, and a `mul` that mixes up its operands is right. Each of these was a reasonable shortcut on
# the day that it was taken.
#
# ### In your own words
#
# A colleague says: "We have 100 % test coverage." What do you ask? (Not part of the automatic grade.)

# %% [markdown] written="essay_08" points=0
# Which wrong programs would those tests refuse? Coverage says that each line was run, not that anybody
# looked at what came out. Put a mistake into the code on purpose, a sign, a missing factor, an operand
# swapped, and see whether a test notices. A test that has never failed has never said anything.

# %% [markdown]
# ## Where you are, and what is next
#
# You have tests that you can trust, because you have seen them catch something.
#
# - **Next:** `09-tense-classifier`, where the engine goes to work, and where two green oracles will tell
#   you something surprising.
# - **To think about:** your cross-check trusts PyTorch. How would you test PyTorch?
# - **To read:** Claessen and Hughes, *QuickCheck* (2000), where all of this began; MacIver and
#   Donaldson, *Test-Case Reduction via Test-Case Generation* (2020), on how Hypothesis shrinks.
