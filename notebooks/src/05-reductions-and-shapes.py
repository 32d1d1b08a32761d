# %% [markdown]
# # 05 Reductions and shapes: where did each number go?
#
# Eight ops that hardly calculate. `sum` and `mean` add, the other six only move numbers about:
# reshape, transpose, copy, pick, glue. There is not one derivative to look up in this notebook.
# Instead there is one question, asked eight times: *where did each number go?* Answer it, and the
# gradient walks the same way back.
#
# | | |
# |---|---|
# | **What you'll do** | write eight bodies, most of them with a closure of one line; fall into the trap of an axis that is gone, and into that of an index that comes twice |
# | **What you'll learn** | sums and copies are each other's backward; why `keepdims` exists; how to invert a permutation; why `z[i] = g` loses gradients |
# | **What you need** | notebooks 01, 02 and 04 |
# | **Time to plan** | two and a half hours; a good place to pause is after `mean` |
#
# | slot | what it computes | points |
# |---|---|---|
# | `sum(axis, keepdims)` | a sum over some axes | 3 |
# | `mean(axis, keepdims)` | the same, divided by how many were added | 3 |
# | `broadcast_to(shape)` | the copy that broadcasting would make | 2 |
# | `reshape(*shape)` | the same numbers in another shape | 2 |
# | `transpose(*axes)` | the axes in another order | 3 |
# | `getitem(index)` | the numbers at an index, any index that NumPy takes | 4 |
# | `cat(tensors, axis)` | end to end along an axis | 3 |
# | `stack(tensors, axis)` | side by side along a new axis | 3 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your bodies combined at random | 2 |

# %%
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, cat, implement, stack, unbroadcast
from minitorch.draw import draw

# %% [markdown]
# ## 1. `sum`: the backward of a sum is a copy
#
# One verb's scores have shape $(3, 5)$, person by tense. Summing over the persons, axis 0, leaves
# one number for each tense, shape $(5,)$:
#
# $$\underset{(5,)}{y_j} = \sum_{i} \underset{(3, 5)}{x_{ij}}$$
#
# **Derive.** Nudge one $x_{ij}$: exactly one output moves, $y_j$, and it moves just as far. So
# the local derivative is 1, and
#
# $$\underset{(3, 5)}{\bar x_{ij}} = \underset{(5,)}{\bar y_j} \qquad\text{for every } i.$$
#
# The upstream gradient of a tense is **copied** to all three persons. In notebook 04 the backward
# of a copy was a sum. Here it is the other way round, and both are the same fact.

# %% [markdown]
# **By hand.** If $\bar y = (1, 2, 3, 4, 5)$, then $\bar x$ is three rows of it. NumPy makes them
# for us, since $(5,)$ broadcasts to $(3, 5)$. And if we sum over the tenses, axis 1? Then $\bar y$
# has shape $(3,)$, and $(3,)$ does *not* broadcast to $(3, 5)$:

# %%
upstream = np.array([10.0, 20.0, 30.0])
try:
    np.broadcast_to(upstream, (3, 5))
except ValueError as error:
    print(error)

np.broadcast_to(upstream.reshape(3, 1), (3, 5))

# %% [markdown]
# The axis that was summed away has to be **put back** with side 1; then the copy happens along it.
# That is what `keepdims=True` is for: the result keeps a side of 1 in every place where it summed.
#
# Worse than an error is the case without one. Had the shape been $(5, 5)$, the copy would have
# worked, *along the wrong axis*: nothing fails, all shapes are right, and with an upstream
# gradient of ones even the numbers are. This is bug 4 of the course.
#
# The axis can be given in many ways, and they all mean a set of axes: `None` (all of them), `1`,
# `-1`, `(0, 2)`, `(2, 0)`. Is there one way to find the shape with the 1s that serves all?
#
# Two remarks before you write. An axis may have side 0: a sum over nothing is 0, and the gradient
# has shape $(3, 0)$, say, without a single number in it. You need no special case, but the check
# tries it. And `def sum` would normally hide Python's own `sum`; `@implement` sees to it that it
# does not.

# %% [markdown]
# <details><summary>Hint 1: the shape with the 1s</summary>
#
# Let NumPy find it: `self.data.sum(axis=axis, keepdims=True).shape` works for every form of
# `axis`. (It sums once more, which is cheap; you may also compute the shape yourself.)
# </details>
#
# <details><summary>Hint 2: two steps back</summary>
#
# `out.grad.reshape(kept)` puts the axes back, whether or not the caller said `keepdims`. Then
# `np.broadcast_to(..., self.shape)` copies.
# </details>
#
# <details><summary>Hint 3: whose array is it?</summary>
#
# `np.broadcast_to` gives a read-only *view*: all copies are one number in memory. Adding it to
# `self.grad` with `self.grad + ...` makes a fresh array. Assigning it would not.
# </details>


# %% answer="sum"
@implement
def sum(self, axis=None, keepdims=False):
    """y = the sum of x over some axes.

    self      any shape S
    axis      None (all), an int, a negative int, or a tuple of them in any order
    keepdims  leave a side of 1 where an axis was summed
    returns   a Tensor: S without those axes, or with side 1 in their place

    Formula:  grad(x)[..., i, ...] = grad(y)[...]         every number added gets a copy
    Example:  x = [[1, 2], [3, 4]], axis=1, grad(y) = [10, 20]
              ->  y = [3, 7], grad(x) = [[10, 10], [20, 20]]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            kept = self.data.sum(axis=axis, keepdims=True).shape
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="sum" points=3
check("sum")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("sum")
passes_gradcheck("sum")
survives_hypothesis("sum", examples=100)
handles_edges("sum")
keeps_the_graph("sum")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: the axis is not put back.** Here is bug 4 in its usual form. It trusts
# broadcasting to find the right place. Before the check, ask yourself for which `axis` it is
# right, always.


# %%
def axis_lost(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad, self.shape)

    out._backward = _backward
    return out


# %% raises=true
with minitorch.trying(sum=axis_lost):
    check("sum")

# %% [markdown]
# For `None`, for axis 0 of a matrix, and for every call with `keepdims=True` it is right. You can
# use a library with this bug for months.
#
# ### Quiz 1
#
# $x$ has shape $(20, 3, 5)$, all ones, and $L = \sum_j \left(\sum_{v, p} x_{vpj}\right)^2$: sum over
# verbs and persons, square, sum over tenses. What is every entry of $\bar x$?

# %% quiz="q05_sum"
q05_sum = ...
### BEGIN SOLUTION
q05_sum = 120
### END SOLUTION

# %% check="q05_sum" points=1
check("q05_sum")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q05_sum", 120)
hint("q05_sum", 60, "that is the inner sum; how does its square move with it?")
hint("q05_sum", 2, "the derivative of the square is taken at the inner sum, not at one entry")
hint("q05_sum", 7200, "the gradient is copied on the way back, not summed")
hint("q05_sum", 600, "each entry is used in one tense alone")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. `mean`: count what was averaged
#
# A mean is a sum divided by the number $N$ of what was added: not the size of $x$, not the length
# of the first axis, but *how many numbers went into each output*.
#
# $$y_j = \frac1N \sum_i x_{ij} \qquad\Longrightarrow\qquad \bar x_{ij} = \frac{\bar y_j}{N}$$
#
# For $(20, 3, 5)$ averaged over axes $(0, 2)$ it is $N = 20 \cdot 5 = 100$. You can multiply the
# sides of the reduced axes, or count: how many numbers went in for each that came out? (A mean
# over nothing at all is never tested. What would you want it to be?)
#
# <details><summary>Hint 1: counting</summary>
#
# Size of the input divided by size of the output. It works for every form of `axis`, as long as
# there is an output: with none, in shape $(0,)$ say, there is nobody to divide by, and `max(..., 1)`
# helps. Multiplying the sides, mind that `np.prod` gives a NumPy number, even if it is an integer,
# and pulls a float32 gradient up to FP64 (notebook 02, section 8). `math.prod` gives a plain one.
# </details>
#
# <details><summary>Hint 2: the rest</summary>
#
# The closure of `sum`, with one division more. Or no closure: `self.sum(axis, keepdims)` divided by
# a plain number is a mean, made of two ops of yours.
# </details>


# %% answer="mean"
@implement
def mean(self, axis=None, keepdims=False):
    """y = the mean of x over some axes.

    self      any shape S
    axis      None (all), an int, a negative int, or a tuple of them in any order
    keepdims  leave a side of 1 where an axis was averaged
    returns   a Tensor: S without those axes, or with side 1 in their place

    Formula:  grad(x)[..., i, ...] = grad(y)[...] / N     N numbers went into each mean
    Example:  x = [[1, 2], [3, 4]], axis=1, grad(y) = [10, 20]
              ->  y = [1.5, 3.5], grad(x) = [[5, 5], [10, 10]]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            kept = self.data.sum(axis=axis, keepdims=True).shape
            count = self.size // max(out.size, 1)
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / count

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="mean" points=3
check("mean")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("mean")
passes_gradcheck("mean")
survives_hypothesis("mean", examples=100)
handles_edges("mean")
keeps_the_graph("mean")
### END HIDDEN TESTS

# %% [markdown]
# What does a mean do to the size of a gradient? Here are the scores of the whole grid, once
# summed and once averaged, as a loss would do it.

# %%
x = Tensor(np.random.default_rng(0).standard_normal((20, 3, 5)), requires_grad=True)
for name, loss in (("sum", x.sum()), ("mean", x.mean())):
    x.zero_grad()
    loss.backward()
    print(f"{name:>4}: every gradient is {x.grad[0, 0, 0]:.5f}")

# %% [markdown]
# 300 times smaller. With a mean, a learning rate keeps its meaning when the batch grows; with a
# sum it has to be chosen anew. Now you know why losses are averaged.
#
# ## 3. `broadcast_to`: the copy, as an op
#
# `sum` copies on its way back. Can you guess what an op that copies on its way *forward* needs?
# You have written it already.
#
# $$y = \text{copies of } x \qquad\qquad \bar x = \operatorname{unbroadcast}(\bar y)$$


# %% answer="broadcast_to"
@implement
def broadcast_to(self, shape):
    """y = x, copied to a larger shape as broadcasting does.

    self     any shape A that broadcasts to shape
    shape    the shape S of the result, a tuple
    returns  a Tensor of shape S

    Formula:  grad(x) = unbroadcast(grad(y), A)           shapes: A <- S
    Example:  x = [[1], [2]], shape (2, 3), grad(y) = ones  ->  grad(x) = [[3], [3]]
    """
    ### BEGIN SOLUTION
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="broadcast_to" points=2
check("broadcast_to")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("broadcast_to")
passes_gradcheck("broadcast_to")
survives_hypothesis("broadcast_to", examples=100)
handles_edges("broadcast_to")
keeps_the_graph("broadcast_to")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. `reshape`: nothing moves
#
# An array's numbers stand in memory one after the other; the shape says how to count through
# them. `reshape` changes how we count, and moves nothing. So the way back is to count the old way
# again: **the same numbers, in the old shape**.
#
# $$\underset{(3, 5)}{x} \to \underset{(15,)}{y} \qquad\qquad
# \underset{(15,)}{\bar y} \to \underset{(3, 5)}{\bar x}$$
#
# The one thing to get wrong is the order of counting. NumPy counts along the *last* axis first,
# and both directions must count alike. Compare with a transpose:

# %%
grid = np.arange(6.0).reshape(2, 3)
print(grid)
print(grid.reshape(3, 2))
print(grid.T)

# %% [markdown]
# Look at the last two. Both have shape $(3, 2)$, and they are not the same: a transpose *moves*
# numbers. Confusing the two is common in code that "only fixes a shape", and every shape check in
# the world says yes to it.
#
# `reshape` takes integers or one tuple, `x.reshape(3, 5)` and `x.reshape((3, 5))`, and one side may
# be $-1$: work it out. NumPy's own `reshape` takes both forms, so you can pass on what you get.


# %% answer="reshape"
@implement
def reshape(self, *shape):
    """y = the same numbers, counted in another shape.

    self     any shape S
    *shape   integers, or one tuple; one of them may be -1
    returns  a Tensor of that shape, of as many numbers as S

    Formula:  grad(x) = grad(y), counted in shape S again
    Example:  x = [[1, 2], [3, 4]], shape (4,), grad(y) = [5, 6, 7, 8]
              ->  y = [1, 2, 3, 4], grad(x) = [[5, 6], [7, 8]]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data.reshape(*shape), _prev=(self,), _op="reshape")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="reshape" points=2
check("reshape")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("reshape")
passes_gradcheck("reshape")
survives_hypothesis("reshape", examples=100)
handles_edges("reshape")
keeps_the_graph("reshape")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. `transpose`: a permutation, and its inverse
#
# `x.transpose(2, 0, 1)` says: axis 0 of the result is my axis 2, axis 1 is my axis 0, axis 2 is my
# axis 1. For the verb grid, $(20, 3, 5)$ becomes $(5, 20, 3)$. To come back, which order of axes
# leads from $(5, 20, 3)$ to $(20, 3, 5)$?
#
# Not $(2, 0, 1)$ again: that leads to $(3, 5, 20)$. We need the *inverse* permutation, the one that
# answers "where did my axis $k$ go?". Axis 0 went to place 1, axis 1 to place 2, axis 2 to place
# 0: $(1, 2, 0)$.

# %%
order = (2, 0, 1)
x = np.zeros((20, 3, 5))
back = np.argsort(order)
x.transpose(order).shape, back, x.transpose(order).transpose(back).shape

# %% [markdown]
# `np.argsort` answers just that question: it says where each of $0, 1, 2, \dots$ is found. (Two
# axes can only be swapped, and a swap is its own inverse. So whoever tests with matrices alone can
# forget the inverse and never know.)
#
# ### Quiz 2
#
# A tensor of rank 4 is transposed with the order $(1, 3, 0, 2)$. What is the order that brings it
# back? Answer with its four digits as one number, for instance 3201.

# %% quiz="q05_inverse"
q05_inverse = ...
### BEGIN SOLUTION
q05_inverse = 2031
### END SOLUTION

# %% check="q05_inverse" points=1
check("q05_inverse")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q05_inverse", 2031)
hint("q05_inverse", 1302, "the same order again leads somewhere else; try it on shape (2, 3, 4, 5)")
hint("q05_inverse", 2013, "close: in which place of the order does a 2 stand, and in which a 3?")
hint("q05_inverse", 3210, "that is the reversal; where did axis 0 go?")
### END HIDDEN TESTS

# %% [markdown]
# Three forms of call: none at all (reverse the axes), integers, or one tuple; and integers may be
# negative, which counts from the end. `np.argsort` does not know that $-1$ means "the last", so
# make the order plain first.
#
# <details><summary>Hint 1: one tuple or several integers</summary>
#
# With `*axes`, a call with a tuple arrives as a tuple in a tuple: `len(axes) == 1` and
# `axes[0]` is no integer.
# </details>
#
# <details><summary>Hint 2: negative axes</summary>
#
# `axis % self.ndim` turns $-1$ into the last axis and leaves the others alone.
# </details>


# %% answer="transpose"
@implement
def transpose(self, *axes):
    """y = x with its axes in another order.

    self     any shape S of rank R
    *axes    R integers, negative ones count from the end; or one tuple; none reverses
    returns  a Tensor whose axis k is self's axis axes[k]

    Formula:  grad(x) = grad(y) with its axes in the inverse order
    Example:  x of shape (2, 3, 4), axes (2, 0, 1)  ->  y of shape (4, 2, 3); back: (1, 2, 0)
    """
    ### BEGIN SOLUTION
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    order = [axis % self.ndim for axis in axes] if axes else list(reversed(range(self.ndim)))
    out = Tensor(self.data.transpose(order), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.transpose(np.argsort(order))

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="transpose" points=3
check("transpose")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("transpose")
passes_gradcheck("transpose")
survives_hypothesis("transpose", examples=100)
handles_edges("transpose")
keeps_the_graph("transpose")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. `getitem`: picking, and picking twice
#
# `x[2]`, `x[:, ::2]`, `x[..., None]`, `x[mask]`, `x[[0, 0, 3]]`: NumPy has many ways to pick, and
# in all of them the forward is `self.data[index]`. Back: a number that was picked gets the
# gradient of the place it went to; one that was not picked gets 0.
#
# $$y_k = x_{i(k)} \qquad\Longrightarrow\qquad \bar x_i = \sum_{k:\; i(k) = i} \bar y_k$$
#
# Do you see the sum? An index may come **twice**. A model that looks up one row for each word of a
# sentence does that all the time: in *go, going, go* the row of *go* is used twice, and it is owed
# two contributions.

# %%
index = np.array([0, 0, 3])
g = np.array([1.0, 10.0, 100.0])

assigned, added, right = np.zeros(5), np.zeros(5), np.zeros(5)
assigned[index] = g
added[index] += g
np.add.at(right, index, g)
print(assigned, added, right, sep="\n")

# %% [markdown]
# Only the last one is right. `z[i] = g` keeps the last; and `z[i] += g`, which looks as if it
# added, reads all old values *first*, then adds, then writes: the last one wins again. `np.add.at`
# adds one by one. It takes every kind of index that `z[index]` takes.
#
# ### Quiz 3
#
# $x$ has shape $(5,)$, and $y = x[[4, 1, 4, 4]]$. The upstream gradient is $(1, 2, 3, 4)$. What is
# $\bar x_4$?

# %% quiz="q05_repeated"
q05_repeated = ...
### BEGIN SOLUTION
q05_repeated = 8
### END SOLUTION

# %% check="q05_repeated" points=1
check("q05_repeated")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q05_repeated", 8)
hint("q05_repeated", 4, "that is the last use alone; x[4] was picked three times")
hint("q05_repeated", 1, "that is the first use alone; x[4] was picked three times")
hint("q05_repeated", 10, "one of the four went to x[1]")
hint("q05_repeated", 3, "that is how often it was picked; with which upstream gradients?")
### END HIDDEN TESTS

# %% [markdown]
# Three lines are enough for the closure, and none of them asks what kind of index it is: NumPy
# understands the same index on the way back.
#
# <details><summary>Hint</summary>
#
# Start from `np.zeros_like(self.data)`, add into it with `np.add.at`, and add the result to
# `self.grad`. (Adding straight into `self.grad` works too: it is the tensor's own array.)
# </details>


# %% answer="getitem"
@implement
def getitem(self, index):
    """y = x[index].

    self     any shape S
    index    anything that NumPy takes: int, slice, ..., None, integer or bool arrays, tuples
    returns  a Tensor of what was picked, a copy

    Formula:  grad(x)[i] = sum of grad(y)[k] over all k that were picked from i
    Example:  x = [5, 6, 7], index [0, 0, 2], grad(y) = [1, 10, 100]
              ->  y = [5, 5, 7], grad(x) = [11, 0, 100]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self.grad = self.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="getitem" points=4
check("getitem")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("getitem")
passes_gradcheck("getitem")
survives_hypothesis("getitem", examples=100)
handles_edges("getitem")
keeps_the_graph("getitem")
### END HIDDEN TESTS

# %% [markdown]
# With `getitem` in place, square brackets work on tensors. (Not on the left side of `=`. Try
# `x[0] = 1` some time, and read what the error says about closures.)

# %%
x = Tensor(np.arange(15.0).reshape(3, 5), requires_grad=True)
present, past = x[:, 1], x[:, 2]
(past - present).sum().backward()
x.grad

# %% [markdown]
# Each number of the past column pushes the sum up, each of the present column pulls it down, and
# the tenses that nobody picked get 0.
#
# **Break it on purpose: `z[i] = g`.** Everything is right until an index comes twice. Which
# oracles have the imagination for that?


# %%
def assigning(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            grad = np.zeros_like(self.data)
            grad[index] = out.grad
            self.grad = self.grad + grad

    out._backward = _backward
    return out


# %% raises=true
with minitorch.trying(getitem=assigning):
    check("getitem")

# %% [markdown]
# Look at the index in the report. Which of its entries mean the same place? (A negative one counts
# from the end.)
#
# ## 7. `cat`: end to end
#
# `cat` and `stack` take a *list* of tensors, so they are functions, not methods; otherwise they
# are slots like all others. `cat` glues along an axis that is there: $(2, 5)$ and $(3, 5)$ along
# axis 0 give $(5, 5)$. Where did each number go? Into its own stretch of that axis, behind those
# who came before. So back it is **cutting at the same places**.
#
# $$\text{sides } n_1, n_2, n_3 \quad\text{begin at}\quad 0,\; n_1,\; n_1 + n_2$$

# %%
sides = [2, 3, 1]
g = np.arange(12.0).reshape(6, 2)
for part in np.split(g, np.cumsum(sides)[:-1], axis=0):
    print(part.tolist())

# %% [markdown]
# `np.split` wants the places of the cuts, which are the running sums of the sides without the
# last one. Two traps: an offset that is never moved on (everybody gets the first stretch), and an
# axis that is always 0.
#
# <details><summary>Hint: parents in a list</summary>
#
# `_prev=tuple(tensors)`. In the closure, go through tensors and parts together, with `zip`, and
# ask each tensor whether it requires grad. The same tensor may be in the list twice; `+` takes
# care of that.
# </details>


# %% answer="cat"
@implement
def cat(tensors, axis=0):
    """y = the tensors, end to end along an axis.

    tensors  a sequence of Tensors of one rank, whose shapes differ along `axis` alone
    axis     an int, may be negative
    returns  a Tensor; its side along `axis` is the sum of theirs

    Formula:  grad(tensors[i]) = the i-th stretch of grad(y) along `axis`
    Example:  [1, 2] and [3], grad(y) = [10, 20, 30]  ->  y = [1, 2, 3], grads [10, 20] and [30]
    """
    ### BEGIN SOLUTION
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        ends = np.cumsum([t.shape[axis] for t in tensors])[:-1]
        for t, grad in zip(tensors, np.split(out.grad, ends, axis=axis), strict=True):
            if t.requires_grad:
                t.grad = t.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="cat" points=3
check("cat")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("cat")
passes_gradcheck("cat")
survives_hypothesis("cat", examples=100)
handles_edges("cat")
keeps_the_graph("cat")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. `stack`: side by side
#
# `stack` makes a **new** axis: three tensors of shape $(5,)$ become $(3, 5)$ along axis 0, or
# $(5, 3)$ along axis 1. All shapes are equal, and tensor number $i$ becomes slice number $i$ of
# the new axis. Back: hand slice $i$ to tensor $i$. `np.moveaxis(g, axis, 0)` puts the new axis in
# front, so that a loop over $g$ walks along it.
#
# A negative axis counts in the *result*, which has one axis more than its parts: for parts of shape
# $(5,)$, `axis=-1` means axis 1. NumPy knows; a body that works out offsets by hand had better know
# as well.
#
# <details><summary>Hint</summary>
#
# The body of `cat`, with `np.stack` on the way forward, and `np.moveaxis(out.grad, axis, 0)` in the
# place of the parts on the way back.
# </details>


# %% answer="stack"
@implement
def stack(tensors, axis=0):
    """y = the tensors, side by side along a new axis.

    tensors  a sequence of Tensors of one shape S
    axis     where the new axis stands in the result, may be negative
    returns  a Tensor of rank one more than S

    Formula:  grad(tensors[i]) = slice i of grad(y) along `axis`
    Example:  [1, 2] and [3, 4], axis=1, grad(y) = [[5, 6], [7, 8]]
              ->  y = [[1, 3], [2, 4]], grads [5, 7] and [6, 8]
    """
    ### BEGIN SOLUTION
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        for t, grad in zip(tensors, np.moveaxis(out.grad, axis, 0), strict=True):
            if t.requires_grad:
                t.grad = t.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="stack" points=3
check("stack")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("stack")
passes_gradcheck("stack")
survives_hypothesis("stack", examples=100)
handles_edges("stack")
keeps_the_graph("stack")
### END HIDDEN TESTS

# %% [markdown]
# Put to use: the present tense scores of the three persons, picked one by one and put together
# again in reverse order. Every number makes the round trip, so the gradient must be a shuffled
# copy of the upstream.

# %%
x = Tensor(np.arange(15.0).reshape(3, 5), requires_grad=True)
y = stack([x[2, 1], x[1, 1], x[0, 1]])
y.backward([1.0, 2.0, 3.0])
print(x.grad)
draw(y, x=x, y=y)

# %% [markdown]
# ## 9. All of it together
#
# Random programs from your eight ops and those before. Shapes change at each step, so this is where
# a gradient that has the right numbers in the wrong place comes to light.

# %% check="engine_05" points=2
check("engine_05")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("05-reductions-and-shapes")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# Make a table with two columns: each of the eight ops, and what its backward does. Which pairs of
# ops are each other's backward? Is one of them its own? (Not part of the automatic grade.)

# %% [markdown] written="essay_05" points=0
# sum and broadcast_to are each other's backward, and so are cat and cutting (getitem with slices),
# stack and picking slices. reshape goes back by reshape, transpose by a transpose with the inverse
# order, so these families are closed; a swap of two axes is its own backward. getitem goes back by
# adding into zeros, which is no op of ours, but forward it would be a sum of contributions. mean is
# sum with a factor.

# %% [markdown]
# ## Where you are, and what is next
#
# You can move numbers anywhere, and gradients find their way home. Only two things are missing for
# a neural network: the op that mixes, and the one that decides.
#
# - **Next:** `06-matmul`, where every output uses a whole row and a whole column.
# - **To think about:** `sum`, `reshape`, `transpose`, `getitem`, `cat`: all of them are *linear*, so
#   their Jacobian does not depend on $x$. What does that say about gradcheck with a large step?
# - **To read:** NumPy's guide to indexing, for the forms of `getitem` that you have not met; the
#   *einops* documentation, where all of these shapes get names.
