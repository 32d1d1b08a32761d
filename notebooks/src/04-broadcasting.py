# %% [markdown]
# # 04 Broadcasting: copies that nobody made
#
# Add a number to an array, a row to a table, a column to a row: NumPy stretches whatever is too
# small and gets on with it. On the way forward that is a convenience. On the way back it is the
# most productive source of wrong gradients in the whole course, and it comes down to one sentence
# that you know already: *a number used several times collects from every use*.
#
# | | |
# |---|---|
# | **What you'll do** | predict shapes, derive the gradient of a copy, write `unbroadcast` and with it `add`, `sub`, `mul`, `div`; then teach Hypothesis to make up pairs of shapes |
# | **What you'll learn** | the broadcasting rule, and its two quite different ways of copying; why the backward of a copy is a sum; how a random test finds what three hand-picked shapes miss |
# | **What you need** | notebooks 01 and 02; 03 helps |
# | **Time to plan** | two hours |
#
# | exercise | what it computes | points |
# |---|---|---|
# | `unbroadcast` (a slot) | the gradient of a broadcast, summed back to the shape it came from | 4 |
# | `add` | $a + b$ | 2 |
# | `sub` | $a - b$ | 2 |
# | `mul` | $a \cdot b$ | 2 |
# | `div` | $a / b$ | 3 |
# | `broadcastable_pairs` | a Hypothesis strategy: two shapes that fit each other | 3 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your bodies combined at random | 2 |

# %%
import matplotlib.pyplot as plt
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import minitorch
from autograder import check
from minitorch import Tensor, implement, unbroadcast
from minitorch.draw import draw

# %% [markdown]
# ## 1. Two ways to be copied
#
# The verb grid holds a score for each verb, person and tense: shape $(20, 3, 5)$. Say that the
# past tense is rarer in speech than the present, whatever the verb and the person: one correction
# for each tense, shape $(5,)$. And the third person takes its own correction, whatever the tense:
# shape $(3, 1)$. NumPy adds all of it in one line.

# %%
grid = np.zeros((20, 3, 5))
by_tense = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
by_person = np.array([[10.0], [20.0], [30.0]])

(grid + by_tense + by_person).shape, by_tense + by_person

# %% [markdown]
# The rule has two steps. **Align** the shapes at their *right* end, and put 1s in front of the
# shorter one. Then go through the axes: two sides **fit** if they are equal, or if one of them
# is 1, and that one is *stretched* to the other.
#
# $$\begin{array}{lrrr}
# \text{grid} & 20 & 3 & 5\\
# \text{by tense} & & & 5\\
# \text{by person} & & 3 & 1\\ \hline
# \text{result} & 20 & 3 & 5
# \end{array}$$
#
# Look closely at what happens to `by_person`. It is copied in two different ways:
#
# - along the first axis, which it **does not have**. That axis is *added*: the number of axes
#   changes;
# - along the last axis, which it has, with side 1. That axis is *stretched*: the number of axes
#   stays, the side changes.
#
# On the way back both copies must be undone, and they are undone differently. Here is the second
# kind of copy as a picture: a column and a row, and what they become when they meet.

# %%
column, row = np.arange(3.0).reshape(3, 1) * 5, np.arange(5.0).reshape(1, 5)
figure, axes = plt.subplots(1, 3, figsize=(9, 2.4), width_ratios=[1, 5, 5], layout="constrained")
for axis, array in zip(axes, (column, row, column + row), strict=True):
    axis.imshow(array, cmap="cividis", vmin=0, vmax=14)
    axis.set(title=f"{array.shape}", xlim=(-0.5, array.shape[1] - 0.5), ylim=(2.5, -0.5))
    axis.axis("off")
    for (i, j), value in np.ndenumerate(array):
        color = "white" if value < 8 else "black"
        axis.text(j, i, f"{value:g}", ha="center", va="center", color=color)
plt.show()

# %% [markdown]
# Each number of the column went into five results, each number of the row into three. Nobody made
# those copies in memory (NumPy just reads the same number again), but in the graph they are there.
#
# ### Quiz 1
#
# `a` has shape $(4, 1, 3)$ and `b` has shape $(2, 1)$. How many numbers does `a + b` hold, and
# how often is each number of `b` used? Answer with the second.

# %% quiz="q04_uses"
q04_uses = ...
### BEGIN SOLUTION
q04_uses = 12
### END SOLUTION

# %% check="q04_uses" points=1
check("q04_uses")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q04_uses", 12)
hint("q04_uses", 24, "that is how many numbers the result holds; b has two to share them")
hint("q04_uses", 3, "b is stretched along its last axis, and copied along one more that it lacks")
hint("q04_uses", 4, "b is copied along the axis it lacks, and stretched along its last one as well")
hint("q04_uses", 2, "that is how often each number of a is used")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. The gradient of a copy is a sum
#
# **Derive.** Take $y = a + b$ with $a$ of shape $(3, 5)$ and $b$ of shape $(5,)$. Written with
# indices, the broadcast becomes visible: $b$ has no index $i$, so every row reads the same $b_j$.
#
# $$y_{ij} = a_{ij} + b_j$$
#
# Now the sum rule of notebook 01: $b_j$ is used once in each of the three rows, with local
# derivative 1 each time, so it collects three contributions. And for a column $c$ of shape
# $(3, 1)$, whose only column is read five times:
#
# $$\underset{(5,)}{\bar b_j} = \sum_{i} \bar y_{ij}
# \qquad\qquad
# \underset{(3, 1)}{\bar c_{i0}} = \sum_{j} \bar y_{ij}$$
#
# **Sum over the axes along which it was copied.** An axis that was *added* is summed and
# disappears: $(3, 5) \to (5,)$. An axis that was *stretched* is summed and **stays, with side
# 1**: $(3, 5) \to (3, 1)$. Only then does the gradient have the shape of its tensor, the first
# rule of notebook 01.

# %%
upstream = np.arange(15.0).reshape(3, 5)
print(upstream)
print("added axis:    ", upstream.sum(axis=0))
print("stretched axis:", upstream.sum(axis=1, keepdims=True).tolist())

# %% [markdown]
# Why insist on the shape, if the numbers are there? Because $(3,)$ in the place of $(3, 1)$ does
# not fail. It *broadcasts*: next time somebody adds it to something of shape $(3, 1)$, NumPy makes
# a table of $(3, 3)$ out of the two, without a word.

# %% [markdown]
# ### Quiz 2
#
# `c` has shape $(3, 1)$ and is added to something of shape $(20, 3, 5)$. The upstream gradient is
# 1 everywhere. What is $\bar c_{00}$?

# %% quiz="q04_column"
q04_column = ...
### BEGIN SOLUTION
q04_column = 100
### END SOLUTION

# %% check="q04_column" points=1
check("q04_column")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q04_column", 100)
hint("q04_column", 300, "that would be every result; which of them read this one number?")
hint("q04_column", 60, "that is one tense's share; which axis does c lack, and which is stretched?")
hint("q04_column", 5, "it is stretched over 5 tenses, and copied over an axis that it lacks")
hint("q04_column", 20, "it is copied over 20 verbs, and also stretched along its last axis")
hint("q04_column", 1, "one use gives 1; how many uses are there?")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Write `unbroadcast`
#
# All four arithmetic ops need the same thing: a gradient of the *result's* shape, summed back to
# the shape of an operand. So write it once, for plain arrays. It is a tool rather than an op: an
# array goes in and an array comes out, with no Tensor and no closure.
#
# <details><summary>Hint 1: which axes were added</summary>
#
# Shapes are aligned at the right end, so the added axes are the first
# `grad.ndim - len(shape)` ones.
# </details>
#
# <details><summary>Hint 2: which were stretched</summary>
#
# Those where `shape` has a 1. (If the gradient has a 1 there as well, summing over one number
# changes nothing, so you need not ask.) Mind the offset: axis `i` of `shape` is axis
# `grad.ndim - len(shape) + i` of `grad`.
# </details>
#
# <details><summary>Hint 3: nearly there</summary>
#
# `grad.sum(axis=...)` takes a tuple of axes, each of them once. Sum over all of them at once with
# `keepdims=True`; the axes that were added are still there with side 1, and `.reshape(shape)`
# drops them. (An empty tuple sums over nothing, which is just right; `None` sums over everything.)
# </details>


# %% answer="unbroadcast"
@implement
def unbroadcast(grad, shape):
    """Sum a gradient over the axes that broadcasting added or stretched.

    grad     array of any shape that `shape` broadcasts to; never written into
    shape    the shape of the operand, a tuple
    returns  array of that shape, not a Tensor

    Formula:  sum over added axes (gone) and stretched axes (side 1 kept)
    Example:  grad = [[1, 2], [3, 4]]:  shape (2,) -> [4, 6],  (2, 1) -> [[3], [7]],  () -> 10
    """
    ### BEGIN SOLUTION
    added = grad.ndim - len(shape)
    stretched = tuple(
        added + axis
        for axis, side in enumerate(shape)
        if side == 1 and grad.shape[added + axis] != 1
    )
    return grad.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)
    ### END SOLUTION


# %% check="unbroadcast" points=4
check("unbroadcast")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("unbroadcast")
passes_gradcheck("unbroadcast")
survives_hypothesis("unbroadcast", examples=100)
handles_edges("unbroadcast")
keeps_the_graph("unbroadcast")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: keepdims.** This one was written in good faith, and it is right for every
# operand that has no side of 1. Before you run the check: what does it return for shape $(3, 1)$?


# %% raises=true
def without_keepdims(grad, shape):
    added = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(added)))
    for axis, side in enumerate(shape):
        if side == 1:
            grad = grad.sum(axis=axis)
    return grad


with minitorch.trying(unbroadcast=without_keepdims):
    check("unbroadcast")

# %% [markdown]
# An axis that should have stayed is gone. With two such axes it gets worse: the first sum moves
# the axes behind it up by one, and the second hits the wrong axis, or none at all.
#
# ## 4. `add`: two parents
#
# An op with two operands has two gradients, and each parent is asked by itself whether it wants
# one. In a model the data are often constants, so one of the two questions is answered with no.
#
# $$y = a + b \qquad \bar a = \operatorname{unbroadcast}(\bar y) \qquad
# \bar b = \operatorname{unbroadcast}(\bar y)$$
#
# A body always gets two Tensors: in `x + 2` and `2 + x` the class has wrapped the number for you.
# One question to keep in mind: what if both operands are *the same tensor*, as in `x + x`?

# %% [markdown]
# <details><summary>Hint: the silhouette with two parents</summary>
#
# `_prev=(self, other)`, and in the closure two `if`s, one after the other. Not `elif`: in
# `x + x` both are true of the same tensor, and it is owed two contributions.
# </details>


# %% answer="add"
@implement
def add(self, other):
    """y = a + b, broadcasting as NumPy does.

    self, other  any shapes A and B that broadcast to a shape S
    returns      a Tensor of shape S

    Formula:  grad(a) = unbroadcast(grad(y), A)           shapes: A <- S
              grad(b) = unbroadcast(grad(y), B)           shapes: B <- S
    Example:  a = [1, 2], b = 10, grad(y) = [3, 4]  ->  grad(a) = [3, 4], grad(b) = 7
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")
    ### END SOLUTION

    def _backward():
        if self.requires_grad:
            ### BEGIN SOLUTION
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
            ### END SOLUTION
        if other.requires_grad:
            ### BEGIN SOLUTION
            other.grad = other.grad + unbroadcast(out.grad, other.shape)
            ### END SOLUTION

    out._backward = _backward
    return out


# %% check="add" points=2
check("add")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("add")
passes_gradcheck("add")
survives_hypothesis("add", examples=100)
handles_edges("add")
keeps_the_graph("add")
### END HIDDEN TESTS

# %% [markdown]
# From now on `+` is a real operator. Here are the corrections of section 1 once more, now with a
# question that flows back: which gradient do five tense corrections get from a grid of 300 scores?

# %%
tense = Tensor(by_tense, requires_grad=True)
person = Tensor(by_person, requires_grad=True)
total = Tensor(grid) + tense + person
total.backward(np.ones(total.shape))
print(tense.grad, person.grad.ravel())
draw(total, tense=tense, person=person, total=total)

# %% [markdown]
# 60 and 100: each tense is read by $20 \times 3$ scores, each person by $20 \times 5$. The grey
# box is the grid, a constant: it takes part on the way forward, and is owed nothing on the way
# back.
#
# **Break it on purpose: bug 3, not reduced at all.** The shortest `add` that one can write. It is
# right whenever both shapes are equal, and so is every test that only tries equal shapes.


# %%
def not_reduced(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad
        if other.requires_grad:
            other.grad = other.grad + out.grad

    out._backward = _backward
    return out


# %% raises=true
with minitorch.trying(add=not_reduced):
    check("add")

# %% [markdown]
# Look at the shapes in the report: the gradient has grown to the shape of the *result*. That
# happened in `... .grad + out.grad`, by the same broadcasting that we are trying to undo. Had the
# body said `... .grad += out.grad`, NumPy would have refused to grow an array in place, and you
# would have seen an exception. One mistake, two faces; it is good to know both.
#
# ## 5. `sub`: mind the second sign
#
# $$y = a - b \qquad \bar a = \bar y \qquad \bar b = -\bar y
# \qquad\text{(each summed back to its shape)}$$
#
# This time the body is all yours. (`return self + (-other)` is a fine body as well, made of two
# ops that have their gradients already; it then stands and falls with your `add` and `neg`. Which
# of the two ways makes the smaller graph?)


# %% answer="sub"
@implement
def sub(self, other):
    """y = a - b, broadcasting as NumPy does.

    self, other  any shapes A and B that broadcast to a shape S
    returns      a Tensor of shape S

    Formula:  grad(a) = unbroadcast(grad(y), A),  grad(b) = unbroadcast(-grad(y), B)
    Example:  a = [1, 2], b = 10, grad(y) = [3, 4]  ->  y = [-9, -8], grad(b) = -7
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad, other.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="sub" points=2
check("sub")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("sub")
passes_gradcheck("sub")
survives_hypothesis("sub", examples=100)
handles_edges("sub")
keeps_the_graph("sub")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. `mul`: each gets the other
#
# **Derive**, by indices again, for the general case: $y = a\,b$ number by number, where $a$ and
# $b$ stand for the already stretched operands of shape $S$. If $a$ grows by $\varepsilon$, then
# $y$ grows by $b\,\varepsilon$. So
#
# $$\underset{S}{\bar a} = \underset{S}{b} \odot \underset{S}{\bar y}
# \qquad
# \underset{S}{\bar b} = \underset{S}{a} \odot \underset{S}{\bar y}
# \qquad\text{then sum each back to its own shape.}$$
#
# **By hand.** $a = (1, 2, 3)$ and $b = 10$, with $\bar y = (1, 1, 2)$: then
# $\bar a = (10, 10, 20)$ and $\bar b = 1 \cdot 1 + 2 \cdot 1 + 3 \cdot 2 = 9$.
#
# *First* multiply, *then* sum: the sum of products is not the product of sums. In which order
# does your line say it?

# %% [markdown]
# <details><summary>Hint</summary>
#
# `unbroadcast(other.data * out.grad, self.shape)`. The product has the result's shape $S$, by
# broadcasting, and `unbroadcast` takes it from there.
# </details>


# %% answer="mul"
@implement
def mul(self, other):
    """y = a * b, number by number, broadcasting as NumPy does.

    self, other  any shapes A and B that broadcast to a shape S
    returns      a Tensor of shape S

    Formula:  grad(a) = unbroadcast(b * grad(y), A),  grad(b) = unbroadcast(a * grad(y), B)
    Example:  a = [1, 2, 3], b = 10, grad(y) = [1, 1, 2]  ->  grad(a) = [10, 10, 20], grad(b) = 9
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * out.grad, other.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="mul" points=2
check("mul")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("mul")
passes_gradcheck("mul")
survives_hypothesis("mul", examples=100)
handles_edges("mul")
keeps_the_graph("mul")
### END HIDDEN TESTS

# %% [markdown]
# A test that needs no oracle: $x \cdot x$ is $x^2$, and your `pow` knows what comes back from
# that. Here the same tensor is both operands, so its gradient arrives in two halves. Do they add
# up to the same?

# %%
x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
(x * x).backward([1.0, 1.0, 1.0])
twice = x.grad
x.zero_grad()
(x**2).backward([1.0, 1.0, 1.0])
twice, x.grad

# %% [markdown]
# ## 7. `div`: where the signs live
#
# **Derive.** $y = a / b$. With respect to $a$ it is a multiplication by $1/b$. With respect to
# $b$, write $y = a\,b^{-1}$ and use what you know from `pow`:
#
# $$\bar a = \frac{1}{b}\,\bar y
# \qquad
# \bar b = -\frac{a}{b^2}\,\bar y = -\frac{y}{b}\,\bar y$$
#
# **By hand.** $a = 6$, $b = 2$, $\bar y = 4$: then $y = 3$, $\bar a = 2$ and $\bar b = -6$. A
# larger denominator makes a smaller quotient, so the minus had to be there.
#
# ### Quiz 3
#
# $y = a/b$ with $a = (2, 4)$, shape $(2,)$, and $b = 2$, shape $()$; the upstream gradient is
# $(1, 3)$. What is $\bar b$?

# %% quiz="q04_div"
q04_div = ...
### BEGIN SOLUTION
q04_div = -3.5
### END SOLUTION

# %% check="q04_div" points=1
check("q04_div")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q04_div", -3.5)
hint("q04_div", [-0.5, -3], "b is one number, and so is its gradient: both quotients read it")
hint("q04_div", 3.5, "a larger denominator makes a smaller quotient")
hint("q04_div", -7.0, "the denominator is squared")
hint("q04_div", -6.0, "first multiply number by number, then sum: not sum times sum")
hint("q04_div", -1.5, "where did the upstream gradient go?")
### END HIDDEN TESTS

# %% [markdown]
# The quiz holds the whole recipe: first number by number, in the result's shape, then the sum.
# Where $b$ is 0, NumPy gives `inf` or `nan`, and so does PyTorch. Leave it so, as in `log`.
#
# <details><summary>Hint 1</summary>
#
# The body of `mul`, with two other products inside the two `unbroadcast(...)`. One of them has a
# minus.
# </details>
#
# <details><summary>Hint 2</summary>
#
# For `other`: `-out.grad * self.data / other.data**2`.
# </details>


# %% answer="div"
@implement
def div(self, other):
    """y = a / b, number by number, broadcasting as NumPy does.

    self, other  any shapes A and B that broadcast to a shape S
    returns      a Tensor of shape S

    Formula:  grad(a) = unbroadcast(grad(y) / b, A),  grad(b) = unbroadcast(-a / b**2 * grad(y), B)
    Example:  a = 6, b = 2, grad(y) = 4  ->  y = 3, grad(a) = 2, grad(b) = -6
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad / other.data, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(
                -out.grad * self.data / other.data**2, other.shape
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="div" points=3
check("div")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("div")
passes_gradcheck("div")
survives_hypothesis("div", examples=100)
handles_edges("div")
keeps_the_graph("div")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Let a machine make up the shapes
#
# How many pairs of shapes would you have tried by hand? Bug 3 hides from $(3, 5)$ with $(3, 5)$.
# A body that reduces *one* operand alone hides from every pair in which the other has nothing to
# reduce. What is needed is someone without habits. The library *Hypothesis* is that someone: you
# describe what an input may look like, in a *strategy*, and it makes up as many as you want.
#
# - `st.integers(1, 4)` is a strategy for one side, `st.lists(sides, max_size=3)` one for lists of
#   up to three sides, and `.map(tuple)` makes a tuple of whatever is drawn.
# - `@given(...)` takes a function with arguments and makes one without. You call that once, and
#   Hypothesis calls yours again and again, each time with something new. (`derandomize=True`: the
#   same "new" things every time you run the cell.)

# %%
sides = st.integers(min_value=1, max_value=4)
shapes = st.lists(sides, max_size=3).map(tuple)
pairs = []


@settings(max_examples=200, derandomize=True)
@given(shapes, shapes)
def collect(a, b):
    pairs.append((a, b))


collect()
pairs[-5:]

# %% [markdown]
# Two shapes at random. Do they fit? Many do, if only because one of them is empty or nearly so.
# But the best test of a `mul` is a pair like $(3, 1)$ with $(1, 5)$, in which *each* operand is
# stretched, along an axis of its own. Count the pairs that fit, and among them these.


# %%
def fit(a, b):
    try:
        np.broadcast_shapes(a, b)
    except ValueError:
        return False
    return True


def stretched(a, b):  # does an axis of a have side 1 where b's is longer?
    return any(m == 1 < n for m, n in zip(reversed(a), reversed(b), strict=False))


fitting = [(a, b) for a, b in pairs if fit(a, b)]
both = [(a, b) for a, b in fitting if stretched(a, b) and stretched(b, a)]
print(f"{len(pairs)} pairs: {len(fitting)} fit, {len(both)} with both operands stretched")

# %% [markdown]
# Of two hundred, hardly any. Drawing two shapes and hoping is a poor way to get the interesting
# ones. Better to *build* pairs that fit: draw the shape of the result, and then make each operand
# from it by undoing the two kinds of copying: **drop some of the leading axes, and set some of
# the remaining sides to 1**.
#
# `st.composite` turns a function into a strategy of your own. Its first argument, `draw`, is
# handed in by Hypothesis (and inside the function hides our `draw` for pictures): `draw(strategy)`
# is one value of that strategy. For instance, the pairs of a shape and one of its axes:


# %%
@st.composite
def shapes_with_axis(draw):
    shape = draw(st.lists(sides, min_size=1, max_size=4).map(tuple))
    axis = draw(st.integers(0, len(shape) - 1))
    return shape, axis


@settings(max_examples=5, derandomize=True)
@given(shapes_with_axis())
def show(pair):
    print(pair)


show()

# %% [markdown]
# The axis depends on the shape: once something is drawn it is an ordinary value, and the next
# draw may use it. That is all you need.
#
# Now yours. It is graded by what it draws: every pair must fit, and among a few hundred there
# must be equal shapes, added axes on either side, stretched axes on either side, pairs in which
# *both* operands are stretched (on different axes), shapes of 3 or 4 axes, and the empty shape
# $()$. The first line, the result's shape, is given; its sides begin at 2, as the 1s are yours to
# put in.
#
# <details><summary>Hint 1: one operand</summary>
#
# `dropped = draw(st.integers(0, len(result)))` says how many axes it does without, and
# `result[dropped:]` is what it keeps. For each of those sides `draw(st.booleans())` decides whether
# it becomes 1.
# </details>
#
# <details><summary>Hint 2: two operands</summary>
#
# Do the same twice, for `a` and for `b`. If both drop or shrink the same axis, the pair still
# fits; the result is only smaller than you had planned, and nobody minds.
# </details>
#
# <details><summary>Hint 3: too few that stretch both</summary>
#
# An operand that always drops axes is short, often empty, and has little left to stretch. Toss a
# coin first, `draw(st.booleans())`, and drop nothing if it says no.
# </details>


# %% answer="broadcastable_pairs" function=true
@st.composite
def broadcastable_pairs(draw):
    """Two shapes that broadcast with each other.

    draw     given by Hypothesis: draw(strategy) is a value of that strategy
    returns  a pair of tuples, up to 4 axes each, sides from 1 to 5

    Example:  ((3, 1), (5,)), ((), (2, 4)), ((2, 1, 3), (4, 1)), ((3, 5), (3, 5))
    """
    result = draw(st.lists(st.integers(2, 5), max_size=4).map(tuple))
    ### BEGIN SOLUTION

    def operand():
        dropped = draw(st.integers(0, len(result))) if draw(st.booleans()) else 0
        return tuple(1 if draw(st.booleans()) else side for side in result[dropped:])

    return operand(), operand()
    ### END SOLUTION


# %% check="broadcastable_pairs" points=3
check("broadcastable_pairs")
### BEGIN HIDDEN TESTS
from autograder.hidden import survives_hypothesis

survives_hypothesis("broadcastable_pairs", examples=300)
### END HIDDEN TESTS

# %% [markdown]
# It pays to look at what a strategy draws, since nobody else will tell you that your test never
# meets the case that matters. The count from above once more, for two hundred of yours:

# %%
pairs = []


@settings(max_examples=200, derandomize=True)
@given(broadcastable_pairs())
def collect_yours(pair):
    pairs.append(pair)


collect_yours()
print(sum(stretched(a, b) and stretched(b, a) for a, b in pairs), "with both stretched")

# %% [markdown]
# And now let it loose. The test below states one property that `mul` must have, whatever the
# shapes: a gradient has the shape of its tensor. (`deadline=None`: Hypothesis complains of a test
# that takes longer than 0.2 s, and on a busy machine any test may.)


# %%
@settings(max_examples=200, derandomize=True, deadline=None)
@given(broadcastable_pairs())
def gradients_have_their_tensors_shape(pair):
    a, b = (Tensor(np.ones(shape), requires_grad=True) for shape in pair)
    out = a * b
    out.backward(np.ones(out.shape))
    assert a.grad.shape == a.shape, f"a: {a.grad.shape} for {a.shape}"
    assert b.grad.shape == b.shape, f"b: {b.grad.shape} for {b.shape}"


gradients_have_their_tensors_shape()

# %% [markdown]
# No news is good news: your own `mul` passes two hundred pairs. **Break it on purpose: one
# operand alone.** Here is the body that hides best from tests by hand. Hypothesis does not only
# find a pair on which it fails; before it tells you, it looks for the *smallest* one. Make a guess
# which pair that is, and then watch the last lines.


# %%
def reduces_one(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + self.data * out.grad

    out._backward = _backward
    return out


# %% raises=true
with minitorch.trying(mul=reduces_one):
    gradients_have_their_tensors_shape()

# %% [markdown]
# `pair=((2,), (1,))`, or something of the kind: two numbers times one. Whatever the first pair was
# on which it failed, nothing is left of it that the mistake does not need. This making small is
# called *shrinking*, and it is what the oracle `hypothesis` in every report has been doing all along.
#
# ## 9. All of it together
#
# The last check combines your four ops at random, on random shapes, with your `unbroadcast`.

# %% check="engine_04" points=2
check("engine_04")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("04-broadcasting")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A colleague writes `loss = ((prediction - target) ** 2).mean()`, with `prediction` of shape
# $(20, 1)$ and `target` of shape $(20,)$. Nothing fails, and the model learns nothing. What happened, on the way
# forward and on the way back? (Not part of the automatic grade.)

# %% [markdown] written="essay_04" points=0
# The shapes broadcast to (20, 20): every prediction is compared with every target. On the way
# back each prediction collects from 20 differences, of which only one is its own, so all of them
# are drawn to the mean of the targets. The gradients are right, for a question that nobody wanted
# to ask.

# %% [markdown]
# ## Where you are, and what is next
#
# Four operators with which you can write most of arithmetic, and one tool that the next two
# notebooks use again.
#
# - **Next:** `05-reductions-and-shapes`. If the backward of a copy is a sum, what is the backward
#   of a sum? (You know already.)
# - **To think about:** `unbroadcast` makes a gradient as large as the *result* and then shrinks
#   it. For $(10{,}000, 1) + (1, 10{,}000)$ that is 800 MB for two vectors. Could it be avoided for
#   `add`? For `mul`?
# - **To read:** NumPy's user guide on broadcasting; the Hypothesis documentation on `composite`
#   and on shrinking.
