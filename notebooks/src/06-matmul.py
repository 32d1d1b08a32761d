# %% [markdown]
# # 06 Matmul: everyone meets everyone
#
# So far every number stayed by itself or was copied, moved, added. Now rows meet columns. Matrix
# multiplication is where a neural network spends nearly all of its time, and its gradient is the
# formula that people look up most often, transpose in the wrong place. After this notebook you
# won't have to: three letters and one rule give it to you each time.
#
# | | |
# |---|---|
# | **What you'll do** | derive both gradients by indices, write `matmul` first for matrices, then for stacks of them, then for vectors |
# | **What you'll learn** | why each gradient is a matmul again; how shapes alone tell you where the transpose goes, and when they don't; why square test matrices are a bad idea |
# | **What you need** | notebooks 01 to 05; how to multiply two matrices by hand |
# | **Time to plan** | 90 minutes |
#
# | slot | what it computes | points |
# |---|---|---|
# | `matmul` | $A\,B$ for matrices, stacks of matrices, and vectors | 6 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your body combined at random with the ops before it | 2 |

# %%
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, gradcheck, implement, unbroadcast
from minitorch.draw import draw

# %% [markdown]
# ## 1. Who meets whom
#
# A letter for each side, and they stay the same in formulas, code and docstrings:
#
# $$\underset{(N, M)}{Y} = \underset{(N, K)}{A}\;\underset{(K, M)}{B}
# \qquad\qquad Y_{nm} = \sum_{k} A_{nk} B_{km}$$
#
# One verb's scores, $(3, 5)$, might be mixed into 4 new features for each person by a matrix of
# shape $(5, 4)$: $N = 3$ persons, $K = 5$ tenses, $M = 4$ features. The letter $K$, which both
# have, is summed away.

# %%
A = np.arange(15.0).reshape(3, 5)
B = np.arange(20.0).reshape(5, 4) - 10
Y = A @ B
by_hand = sum(A[1, k] * B[k, 2] for k in range(5))
print(Y.shape, Y[1, 2], by_hand)

# %% [markdown]
# Which outputs move if we nudge $A_{nk}$? All of **row $n$** of $Y$, and no other row. And which
# move with $B_{km}$? All of **column $m$**. So each number of $A$ is used $M$ times, and each of
# $B$ is used $N$ times. You know what that means: sums.
#
# ### Quiz 1
#
# $A$ has shape $(3, 5)$ and $B$ has shape $(5, 4)$. How many entries does the full Jacobian of $Y$
# with respect to $A$ have, and how many of them can differ from zero? Answer with the second.

# %% quiz="q06_jacobian"
q06_jacobian = ...
### BEGIN SOLUTION
q06_jacobian = 60
### END SOLUTION

# %% check="q06_jacobian" points=1
check("q06_jacobian")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q06_jacobian", 60)
hint("q06_jacobian", 180, "that is how many entries there are: 12 outputs, 15 inputs")
hint("q06_jacobian", 15, "each number of A moves a whole row of Y, not one number")
hint("q06_jacobian", 12, "that is how many outputs there are; how many inputs does each depend on?")
hint("q06_jacobian", 45, "a row of Y has as many numbers as B has columns")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Derive both gradients
#
# Start with one number of $A$. It reaches $Y_{nm}$ for every $m$, with local derivative $B_{km}$:
#
# $$\bar A_{nk} = \sum_m \bar Y_{nm}\, B_{km}$$
#
# Is that a matrix product? It sums over $m$, which stands *last in both*. A product sums over the
# last letter of the first and the *first* letter of the second, so $B$ has to be turned over:
#
# $$\bar A_{nk} = \sum_m \bar Y_{nm}\, (B^\top)_{mk}
# \qquad\Longrightarrow\qquad
# \underset{(N, K)}{\bar A} = \underset{(N, M)}{\bar Y}\;\underset{(M, K)}{B^\top}$$
#
# The same for $B_{km}$, which reaches $Y_{nm}$ for every $n$, with local derivative $A_{nk}$:
#
# $$\bar B_{km} = \sum_n A_{nk}\, \bar Y_{nm}
# \qquad\Longrightarrow\qquad
# \underset{(K, M)}{\bar B} = \underset{(K, N)}{A^\top}\;\underset{(N, M)}{\bar Y}$$

# %% [markdown]
# You never have to remember where the transpose goes. You have $\bar Y$ of shape $(N, M)$ and $B$
# of shape $(K, M)$ upright or turned over, and you need $(N, K)$: there is **only one way** to
# put them together so that the letters fit. Unless letters happen to be equal! With $N = K = M$
# everything fits everything, and a test on square matrices proves nothing about shapes.

# %%
rng = np.random.default_rng(0)
for n, k, m in ((3, 5, 4), (4, 4, 4)):
    g, b = rng.standard_normal((n, m)), rng.standard_normal((k, m))
    for name, right in (("g @ B.T", b.T), ("g @ B", b)):
        try:
            print(f"{(n, k, m)}: {name:8} has shape {(g @ right).shape}")
        except ValueError:
            print(f"{(n, k, m)}: {name:8} does not fit")

# %% [markdown]
# For $(4, 4, 4)$ both fit, and one of them is wrong. So test with three different sides.
#
# ### Quiz 2
#
# $A = \begin{pmatrix}1 & 2\end{pmatrix}$,
# $B = \begin{pmatrix}3 & 0 & 1\\ 1 & 2 & 1\end{pmatrix}$, and
# $\bar Y = \begin{pmatrix}1 & 10 & 100\end{pmatrix}$. What is the second entry of $\bar A$?

# %% quiz="q06_by_hand"
q06_by_hand = ...
### BEGIN SOLUTION
q06_by_hand = 121
### END SOLUTION

# %% check="q06_by_hand" points=1
check("q06_by_hand")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q06_by_hand", 121)
hint("q06_by_hand", 103, "that is the first entry of it; which row of B does the second meet?")
hint("q06_by_hand", 20, "that is an entry of the gradient of B")
hint("q06_by_hand", 4, "where did the upstream gradient go?")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Stacks of matrices
#
# `@` takes more than two axes. The **last two** are the matrix; those in front count the matrices
# in the stack, and they *broadcast*. For instance the whole grid with one mixing matrix for all
# verbs:
#
# $$\underset{(20, 3, 5)}{A} \;@\; \underset{(5, 4)}{B} \;\to\; \underset{(20, 3, 4)}{Y}$$
#
# Nothing is new in the derivation; every formula simply holds for each matrix of the stack. Two
# things change in the code.
#
# - "Transpose" now means: swap the **last two** axes. `B.T` reverses *all* of them, so that
#   $(20, 3, 5)$ becomes $(5, 3, 20)$. `B.swapaxes(-1, -2)` gives $(20, 5, 3)$.
# - $B$ was used for 20 verbs, that is, copied along an axis that it does not have. You have a
#   tool for that.

# %%
A, B = rng.standard_normal((20, 3, 5)), rng.standard_normal((5, 4))
g = rng.standard_normal((20, 3, 4))
per_verb = A.swapaxes(-1, -2) @ g
per_verb.shape, unbroadcast(per_verb, B.shape).shape

# %% [markdown]
# ## 4. Vectors
#
# And `@` takes vectors. A vector on the left counts as a row $(1, K)$, one on the right as a column
# $(K, 1)$; after the product, the side of 1 is taken out again:
#
# $$\begin{array}{lll}
# (K) \;@\; (K) & \to () & \text{a number}\\
# (N, K) \;@\; (K) & \to (N) & \\
# (K) \;@\; (K, M) & \to (M) & \\
# (20, 3, 5) \;@\; (5) & \to (20, 3) & \text{for every matrix of the stack}
# \end{array}$$
#
# You could write a formula for each of these. But it is simpler to do what NumPy does: **make both
# of them matrices, use the formulas that you have, and shape the results back**. In $\bar Y$ the
# side of 1 is missing too, in the place where it was taken out.

# %%
row, matrix = np.arange(5.0), np.ones((20, 5, 4))
print((row @ matrix).shape)
print((row[np.newaxis, :] @ matrix).shape, "with the side of 1 still there")

# %% [markdown]
# ### Quiz 3
#
# `a` has shape $(3, 5)$ and `v` has shape $(5,)$, all ones; $y = a\,v$ has shape $(3,)$ and the
# upstream gradient is $(1, 2, 4)$. What is every entry of $\bar v$, if all entries of `a` are 2?

# %% quiz="q06_vector"
q06_vector = ...
### BEGIN SOLUTION
q06_vector = 14
### END SOLUTION

# %% check="q06_vector" points=1
check("q06_vector")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q06_vector", 14)
hint("q06_vector", 7, "that is the sum of the upstream gradient; what is each local derivative?")
hint("q06_vector", 6, "each entry of v is used in three outputs, with three upstream gradients")
hint("q06_vector", 70, "each entry of v meets one column of a, not all of a")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Write `matmul`
#
# Go in three steps. After each of them run your body, and then the cell *below* it, in which your
# own `gradcheck` of notebook 03 tries each kind of shape by itself.
#
# 1. **Matrices**: the two formulas of section 2.
# 2. **Stacks**: swap the last two axes, `unbroadcast` to the operand's shape.
# 3. **Vectors**: lift to matrices first, and bring $\bar Y$ to the lifted result's shape.

# %% [markdown]
# <details><summary>Hint 1: stacks</summary>
#
# `other.data.swapaxes(-1, -2)` in the place of `other.data.T`, and the product inside
# `unbroadcast(..., self.shape)`. For two plain matrices this changes nothing, so you need no `if`.
# </details>
#
# <details><summary>Hint 2: lifting the operands</summary>
#
# `a = self.data[np.newaxis, :] if self.ndim == 1 else self.data`, and for the right one
# `other.data[:, np.newaxis]`.
# </details>
#
# <details><summary>Hint 3: lifting the upstream gradient</summary>
#
# If the right operand was a vector, `out.grad` lacks its last axis; if the left one was, the axis
# before the last. `np.expand_dims` puts a side of 1 back. With two vectors, which of the two do you
# put back first? Do it with pencil: from $()$ to $(1, 1)$.
# </details>
#
# <details><summary>Hint 4: and back down</summary>
#
# `unbroadcast(..., a.shape).reshape(self.shape)`: sum to the lifted shape, then drop the 1.
# </details>


# %% answer="matmul"
@implement
def matmul(self, other):
    """Y = A @ B, as NumPy's @.

    self, other  (..., N, K) and (..., K, M), the dots broadcast; or a vector (K,) on either side
    returns      a Tensor (..., N, M), without N or M where a vector stood

    Formula:  grad(A) = grad(Y) @ B^T                     shapes: (N, K) = (N, M) @ (M, K)
              grad(B) = A^T @ grad(Y)                     shapes: (K, M) = (K, N) @ (N, M)
    Example:  A = [[1, 2]], B = [[3], [4]], grad(Y) = [[10]]
              ->  Y = [[11]], grad(A) = [[30, 40]], grad(B) = [[10], [20]]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(
                other.shape
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %%
def try_shapes(*shapes):
    a, b = (Tensor(rng.standard_normal(shape), requires_grad=True) for shape in shapes)
    try:
        return gradcheck(Tensor.matmul, (a, b))
    except ValueError as error:  # numpy's, where shapes do not fit
        return type(error).__name__


print("matrices:", try_shapes((3, 5), (5, 4)))
print("stacks:  ", try_shapes((2, 3, 5), (5, 4)), try_shapes((3, 5), (2, 5, 4)))
print("vectors: ", try_shapes((3, 5), (5,)), try_shapes((5,), (5, 4)), try_shapes((5,), (5,)))

# %% [markdown]
# The check draws many more shapes, and it always shows the smallest case that fails. As long as
# vectors don't work yet that is a vector of one element, so save it for after step 3. When your
# gradcheck says `True` six times, here it goes:

# %% check="matmul" points=6
check("matmul")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("matmul")
passes_gradcheck("matmul")
survives_hypothesis("matmul", examples=100)
handles_edges("matmul")
keeps_the_graph("matmul")
### END HIDDEN TESTS

# %% [markdown]
# A layer of a neural network is now one line: scores of the whole grid, mixed into 4 features,
# shifted by a bias, bent by tanh. Every op in the picture is yours, and so is each rule by which a
# gradient finds its way through it.

# %%
grid = Tensor(rng.standard_normal((20, 3, 5)))
weight = Tensor(rng.standard_normal((5, 4)), requires_grad=True)
bias = Tensor(np.zeros(4), requires_grad=True)
features = (grid @ weight + bias).tanh()
features.mean().backward()
print(weight.grad.shape, bias.grad.shape)
draw(features, grid=grid, weight=weight, bias=bias, features=features)

# %% [markdown]
# ## 6. Break it on purpose
#
# Three mistakes that nearly everyone makes once. Look at each, and say *on which shapes* it is right
# before you let the check tell you. To keep them short, vectors are left to your own body.

# %%
yours = minitorch.slots.attached("matmul")


def mistaken(left, right):  # left and right compute the two gradients
    def body(self, other):
        if self.ndim == 1 or other.ndim == 1:
            return yours(self, other)
        out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")

        def _backward():
            if self.requires_grad:
                self.grad = self.grad + left(out.grad, self.data, other.data)
            if other.requires_grad:
                other.grad = other.grad + right(out.grad, self.data, other.data)

        out._backward = _backward
        return out

    return body


# %% [markdown]
# First: the transpose forgotten, for the left operand only. (`mT`, a NumPy array's matrix transpose,
# swaps the last two axes: short for `swapaxes(-1, -2)`.)

# %% raises=true
no_transpose = mistaken(
    lambda g, a, b: unbroadcast(g @ b, a.shape),
    lambda g, a, b: unbroadcast(a.mT @ g, b.shape),
)
with minitorch.trying(matmul=no_transpose):
    check("matmul")

# %% [markdown]
# It does not even run unless $K = M$, and it is silently wrong where they are equal: both kinds are
# among the oracles' words, *raised* and *wrong*. Next: the factors in the wrong order, brought into
# shape by force. `reshape` always says yes.

# %% raises=true
forced = mistaken(
    lambda g, a, b: (b @ g.mT).reshape(a.shape),
    lambda g, a, b: unbroadcast(a.mT @ g, b.shape),
)
with minitorch.trying(matmul=forced):
    check("matmul")

# %% [markdown]
# Look at the two tables: the shape is right, the diagonal too, and nothing else. `x` is both
# operands here, so its gradient is a sum of two halves. One half is right; the other came out
# transposed, which leaves the diagonal alone and puts every other number in the wrong place. That is
# the price of `reshape` as a repair: a transposed result has the right *size*, so it can be forced
# into the right *shape*. Last: `.T`, which is fine for matrices, on stacks.

# %% raises=true
all_axes = mistaken(
    lambda g, a, b: unbroadcast(g @ b.T, a.shape),
    lambda g, a, b: unbroadcast(a.T @ g, b.shape),
)
with minitorch.trying(matmul=all_axes):
    check("matmul")

# %% [markdown]
# For plain matrices "reverse all axes" and "swap the last two" are one and the same. In a stack they
# part, even in a stack of a single matrix; and where the sides happen to fit, there is not even an
# error.
#
# ## 7. All of it together
#
# Random programs that put your `matmul` between the ops of the notebooks before.

# %% check="engine_06" points=2
check("engine_06")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("06-matmul")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# Explain to someone who knows matrices but no calculus why the gradient with respect to $B$ sums
# over the rows of $A$. (Not part of the automatic grade.)

# %% [markdown] written="essay_06" points=0
# Each number of B takes part once in every row of the result: the same weight serves all persons.
# Nudging it moves a whole column of the result, one entry for each row of A, by as much as that
# row's entry of A. What the loss feels is all of those movements together, so the contributions
# of the rows are added up.

# %% [markdown]
# ## Where you are, and what is next
#
# You have everything that a network computes with. What it lacks is an opinion: which of the five
# tenses is it?
#
# - **Next:** `07-softmax-cross-entropy`, where scores become probabilities, and probabilities become
#   a loss.
# - **To think about:** the backward pass of a matmul is two matmuls of the same size. So how long
#   does a training step take, measured in forward passes?
# - **To read:** Petersen and Pedersen, *The Matrix Cookbook*, section 2, to see what life is like
#   without indices; Tim Rocktäschel's blog post on `einsum`, for life with them.
