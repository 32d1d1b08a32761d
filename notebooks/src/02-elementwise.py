# %% [markdown]
# # 02 Elementwise ops: seven functions, one rule
#
# Last time the nodes were toys. Today they become real: seven ops that treat each number of an
# array by itself, from a minus sign to GELU, the curve inside today's language models. By the
# third you will see that they are all the same op, and from then on you derive them faster than
# you can look them up.
#
# | | |
# |---|---|
# | **What you'll do** | derive seven local derivatives on paper, write each as a body with a closure, and sabotage them to see who notices |
# | **What you'll learn** | why an elementwise Jacobian is diagonal; when to keep the output and when the input; what to do at a kink; why "my gradient agrees with my function" is not yet "right" |
# | **What you need** | notebook 01; derivatives of $e^x$ and of a product |
# | **Time to plan** | two hours; a good place to pause is after `tanh` |
#
# | slot | what it computes, element by element | points |
# |---|---|---|
# | `neg` | $-x$ | 1 |
# | `exp` | $e^x$ | 2 |
# | `log` | $\ln x$ | 2 |
# | `tanh` | $\tanh x$ | 2 |
# | `relu` | $\max(x, 0)$ | 2 |
# | `pow(exponent)` | $x^n$ for a fixed number $n$ | 2 |
# | `gelu(approximate="none")` | $x\,\Phi(x)$, exactly or by its tanh formula | 4 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your bodies combined at random | 2 |

# %%
import math

import matplotlib.pyplot as plt
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, erf, implement
from minitorch.draw import draw

# %% [markdown]
# ## 1. One rule for all of them
#
# An op is *elementwise* if each output depends on the input in the same place and on no other:
# $y_i = f(x_i)$. What does its Jacobian look like? Build one by nudging, the slow way, for five
# scores of one verb, shape $(5,)$: nudge one score at a time, and watch all outputs.


# %%
def jacobian(f, x, nudge=1e-6):
    columns = []
    for i in range(x.size):
        moved = x.copy()
        moved[i] += nudge
        columns.append((f(moved) - f(x)) / nudge)
    return np.stack(columns, axis=1)


scores = np.array([-1.0, 0.0, 0.5, 1.0, 2.0])
jacobian(np.exp, scores).round(3)

# %% [markdown]
# Zeros everywhere but on the diagonal: nudging one score moves one output. So the vector-Jacobian
# product of notebook 01 collapses. With $x$, $y$ and both gradients of one shape $S$, say $(5,)$
# or $(20, 3, 5)$:
#
# $$\bar x_i = \sum_j \bar y_j J_{ji} = \bar y_i\, f'(x_i)
# \qquad\Longrightarrow\qquad
# \underset{S}{\bar x} \;=\; \underset{S}{f'(x)} \odot \underset{S}{\bar y}$$
#
# where $\odot$ multiplies number by number, which is what `*` does in NumPy. **An elementwise
# op's local derivative has the shape of its input**, and all you ever have to find is $f'$. (By
# the way: compare that diagonal with `np.exp(scores)`. A coincidence?)
#
# ### Quiz 1
#
# An elementwise op runs on the whole verb grid, shape $(20, 3, 5)$. How many entries of its full
# Jacobian are zero whatever the op and the values are?

# %% quiz="q02_zeros"
q02_zeros = ...
### BEGIN SOLUTION
q02_zeros = 89700
### END SOLUTION

# %% check="q02_zeros" points=1
check("q02_zeros")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q02_zeros", 89700)
hint(
    "q02_zeros",
    90000,
    "that is how many entries there are; those on the diagonal need not be zero",
)
hint("q02_zeros", 300, "that is how many may differ from zero")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. `neg`: the silhouette
#
# $y = -x$, so $f'(x) = -1$ everywhere, and $\bar x = -\bar y$. There is hardly anything to
# derive, which makes it the right op to look at the form. Every body has three parts:
#
# 1. **compute**: make `out` from `self.data`, and tell it its parent and its name;
# 2. **close over**: a `_backward` that asks `if self.requires_grad` and then *adds* local
#    derivative times `out.grad`;
# 3. **return** `out`, with the closure hung on it.
#
# One promise goes with the form, here and in every op after it: **float32 in, float32 out**, for
# the values and for the gradient. NumPy keeps it for you as long as you don't ask for float64
# yourself, with `.astype(float)` for instance; section 8 shows a trap.
#
# Here the form is given, and two lines are yours. The next ops leave more and more to you.


# %% answer="neg"
@implement
def neg(self):
    """y = -x, element by element.

    self     any shape S
    returns  a Tensor of shape S

    Formula:  grad(x) = -grad(y)                          shapes: S = S
    Example:  x = [2, -3], grad(y) = [10, 1]  ->  y = [-2, 3], grad(x) = [-10, -1]
    """
    # make `out`: a Tensor of the new values, with _prev=(self,) and _op="neg"
    ### BEGIN SOLUTION
    out = Tensor(-self.data, _prev=(self,), _op="neg")
    ### END SOLUTION

    def _backward():
        if self.requires_grad:
            # self.grad = self.grad + (local derivative) * out.grad
            ### BEGIN SOLUTION
            self.grad = self.grad + -out.grad
            ### END SOLUTION

    out._backward = _backward
    return out


# %% check="neg" points=1
check("neg")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("neg")
passes_gradcheck("neg")
survives_hypothesis("neg", examples=100)
handles_edges("neg")
keeps_the_graph("neg")
### END HIDDEN TESTS

# %% [markdown]
# That was not a toy any more: `-x` now works on any tensor, of any shape, and your `backward`
# goes through it. The check asked the five oracles of notebook 01, which you'll get to know by
# making them cry out. Of an op they ask this:
#
# - **pytorch** runs the same program in PyTorch and compares every number, forward and backward;
# - **gradcheck** nudges each input of *your own* forward, as you did above, and compares the
#   slopes;
# - **hypothesis** does both on shapes and values that it makes up, then shrinks what fails;
# - **edges** tries the inputs that people forget: zeros, empty arrays, huge numbers;
# - **graph** looks at what happens around the op: is it right when a tensor is used twice, does
#   it write into arrays that aren't its own, does it let go of memory?

# %%
x = Tensor(scores, requires_grad=True)
y = -x
y.backward(np.array([1.0, 0.0, 2.0, 0.0, 3.0]))
print(x.grad)
draw(y, x=x, y=y)

# %% [markdown]
# ## 3. `exp`: keep the output
#
# **Why.** $e^x$ turns any score into a positive number, so it is how scores become probabilities
# (notebook 07). **Derive.** Step by a tiny $\varepsilon$ and use the one thing that exponentials
# do, turn sums into products:
#
# $$e^{x + \varepsilon} = e^{x}\, e^{\varepsilon} \approx e^{x}\,(1 + \varepsilon)
# \qquad\Longrightarrow\qquad f'(x) = e^{x} = y .$$
#
# The derivative *is the output*. No coincidence, then.
# $\underset{S}{\bar x} = \underset{S}{y} \odot \underset{S}{\bar y}$.
#
# **By hand.** Take $x = (0, \ln 2, \ln 3)$, so that $y = (1, 2, 3)$, and $\bar y = (1, 1, 10)$.
# Then $\bar x = (1, 2, 30)$. Put your finger on each factor before you go on.
#
# In code: `out.data` is there already, computed once in the forward pass. A closure that says
# `np.exp(self.data)` again is right too, and does all the work twice.

# %% [markdown]
# <details><summary>Hint 1: compute</summary>
#
# As in `neg`, with `np.exp(self.data)`.
# </details>
#
# <details><summary>Hint 2: close over</summary>
#
# The function inside may use `out`, although `out` is no parameter of it: it closes over the
# variable. Local derivative `out.data`, upstream `out.grad`, and both have the shape of
# `self.data`.
# </details>
#
# <details><summary>Hint 3: nearly there</summary>
#
# `self.grad = self.grad + out.data * out.grad`, inside `_backward`, after `if self.requires_grad:`.
# </details>


# %% answer="exp"
@implement
def exp(self):
    """y = e**x, element by element.

    self     any shape S
    returns  a Tensor of shape S, all positive

    Formula:  grad(x) = y * grad(y)                       shapes: S = S * S
    Example:  x = [0, ln 3], grad(y) = [1, 10]  ->  y = [1, 3], grad(x) = [1, 30]
    """
    ### BEGIN SOLUTION
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
    ### END SOLUTION

    def _backward():
        if self.requires_grad:
            ### BEGIN SOLUTION
            self.grad = self.grad + out.data * out.grad
            ### END SOLUTION

    out._backward = _backward
    return out


# %% check="exp" points=2
check("exp")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("exp")
passes_gradcheck("exp")
survives_hypothesis("exp", examples=100)
handles_edges("exp")
keeps_the_graph("exp")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: the upstream is forgotten.** One of the commonest mistakes there is: the
# local derivative alone. Look at the closure below, and then at what a quick test by hand says of
# it. The test starts `backward` with ones, as `loss = y.sum()` would.


# %%
def no_upstream(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data  # and where is out.grad?

    out._backward = _backward
    return out


# %%
with minitorch.trying(exp=no_upstream):
    x = Tensor(scores, requires_grad=True)
    x.exp().backward(np.ones(5))
    print("error:", np.abs(x.grad - np.exp(scores)).max())

# %% [markdown]
# No error at all. Of course: forgetting to multiply by 1 changes nothing. A test whose loss is
# `.sum()` has $\bar y = 1$ everywhere and *can't* see this bug, however many shapes it tries. The
# oracles send in random upstream gradients instead. Which of the five will notice, do you think?

# %% raises=true
with minitorch.trying(exp=no_upstream):
    check("exp")

# %% [markdown]
# Read the report slowly; you will meet many. It says on which oracle's word the body was found
# wrong, shows the smallest case that failed with the number it got and the number it expected,
# and then, set apart from the facts, a guess: a known mistake that would explain your answers. It
# is asked as a question, for it may be another one; and where no known mistake fits, there is none.
#
# ## 4. `log`: keep the input
#
# **Why.** $\ln$ undoes $\exp$, and turns probabilities into the quantity that models are trained
# on. **Derive.** You could look it up. It is more fun to get it for nothing from the chain rule.
# For $x > 0$,
#
# $$e^{\ln x} = x \quad\xrightarrow{\ \text{differentiate both sides}\ }\quad e^{\ln x} \cdot (\ln x)' = 1
# \quad\Longrightarrow\quad (\ln x)' = \frac{1}{e^{\ln x}} = \frac1x .$$
#
# This time the *input* is what the closure needs:
# $\underset{S}{\bar x} = \underset{S}{\bar y} \,/\, \underset{S}{x}$. By hand: $x = (1, 2, 4)$
# and $\bar y = (1, 1, 8)$ give $\bar x = (1, \tfrac12, 2)$.

# %%
with np.errstate(all="ignore"):
    print(np.log(np.array([1.0, 0.0, -1.0])))

# %% [markdown]
# **The edge of the domain.** $\ln 0$ is `-inf` and the logarithm of a negative number is `nan`,
# in NumPy (which also warns, when not told to be quiet) and in PyTorch. Leave it so. It is
# tempting to "protect" the log with something like `np.log(x + 1e-8)`, but that is a different
# function: it is wrong by a little for everybody, so as to look right for those who are out of
# bounds. A visible `nan` is a favour.
#
# <details><summary>Hint</summary>
#
# The form of `exp`, two changes: the function, and `out.grad / self.data` as what is added.
# </details>


# %% answer="log"
@implement
def log(self):
    """y = ln x, element by element.

    self     any shape S, positive; 0 gives -inf and a negative number nan, as in PyTorch
    returns  a Tensor of shape S

    Formula:  grad(x) = grad(y) / x                       shapes: S = S / S
    Example:  x = [1, 4], grad(y) = [1, 8]  ->  y = [0, 1.3863], grad(x) = [1, 2]
    """
    ### BEGIN SOLUTION
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / self.data

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="log" points=2
check("log")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("log")
passes_gradcheck("log")
survives_hypothesis("log", examples=100)
handles_edges("log")
keeps_the_graph("log")
### END HIDDEN TESTS

# %% [markdown]
# Two ops, so there is a chain, and a test that needs no oracle at all. $\exp(\ln x) = x$, hence
# whatever comes in upstream must come out at $x$ unchanged. Your two closures know nothing of
# each other; do they cancel?

# %%
x = Tensor([0.5, 1.0, 2.0, 4.0, 8.0], requires_grad=True)
y = x.log().exp()
y.backward([1.0, -2.0, 3.0, -4.0, 5.0])
print(x.grad)
draw(y, x=x, y=y)

# %% [markdown]
# **Break it on purpose: your turn.** Below is a `log` whose closure uses the output where the
# input belongs. Run it; then change it. Can you make a mistake that only *one* oracle notices?
# (An idea: a mistake that only shows when $x$ is used twice. Another: one that only shows below
# $10^{-3}$.)


# %% raises=true
def sabotaged(self):
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / out.data

    out._backward = _backward
    return out


with minitorch.trying(log=sabotaged):
    check("log")

# %% [markdown]
# ## 5. `tanh`: an S that goes flat
#
# **Why.** Stack two linear layers and you have one linear layer. Something bent must go in
# between, and tanh was the classic choice: it lets small numbers through and holds large ones at
# $\pm 1$. **Derive.** With $p = e^{x}$ and $q = e^{-x}$ we have $p' = p$ and $q' = -q$, and the
# quotient rule does the rest:
#
# $$\tanh x = \frac{p - q}{p + q}
# \quad\Longrightarrow\quad
# (\tanh x)' = \frac{(p + q)(p + q) - (p - q)(p - q)}{(p + q)^2} = 1 - \tanh^2 x = 1 - y^2 .$$
#
# Again the output is all that is needed:
# $\underset{S}{\bar x} = (1 - \underset{S}{y}^2) \odot \underset{S}{\bar y}$. Let us look at both
# curves. The helper will serve again.


# %%
def curves(f, slope, name, span=4.0):
    x = np.linspace(-span, span, 801)
    plt.figure(figsize=(6, 3))
    plt.axhline(0, color="0.8", linewidth=0.8)
    plt.plot(x, f(x), color="#0072B2", label=name)
    plt.plot(x, slope(x), color="#D55E00", linestyle="--", label="its derivative")
    plt.xlabel("x")
    plt.legend(frameon=False)
    plt.show()


curves(np.tanh, lambda x: 1 - np.tanh(x) ** 2, "tanh")

# %% [markdown]
# The slope is 1 in the middle and nearly nothing beyond $\pm 3$. Remember that picture; we come
# back to it in a minute.
#
# A trap: it is easy to write $1 - x^2$, the input where the output belongs. At $x = 0.1$ the two
# differ by only 0.00007, because $\tanh x \approx x$ near zero. A check with small inputs and a
# tolerance of $10^{-4}$ would wave it through. The size of test inputs matters.
#
# <details><summary>Hint</summary>
#
# By now you know the form. The local derivative is `1 - out.data**2`.
# </details>


# %% answer="tanh"
@implement
def tanh(self):
    """y = tanh x, element by element.

    self     any shape S
    returns  a Tensor of shape S, between -1 and 1

    Formula:  grad(x) = (1 - y**2) * grad(y)              shapes: S = S * S
    Example:  x = [0, 1], grad(y) = [3, 10]  ->  y = [0, 0.7616], grad(x) = [3, 4.1997]
    """
    ### BEGIN SOLUTION
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - out.data**2) * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="tanh" points=2
check("tanh")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("tanh")
passes_gradcheck("tanh")
survives_hypothesis("tanh", examples=100)
handles_edges("tanh")
keeps_the_graph("tanh")
### END HIDDEN TESTS

# %% [markdown]
# Back to the flat ends. A score of 3 goes through a stack of tanhs, and we ask how much of the
# gradient arrives at the bottom. Rates along a path multiply; if each is below 1, and the first one
# far below, what happens? Guess the last line before you run it.

# %%
for depth in (1, 2, 5, 20):
    x = Tensor(3.0, requires_grad=True)
    y = x
    for _ in range(depth):
        y = y.tanh()
    y.backward()
    print(f"{depth:2} layers: {x.grad:.6f}")

# %% [markdown]
# Each layer takes its share, and the first takes nearly everything. The later ones hold smaller
# numbers, where tanh is steeper, and still: from 5 layers to 20, each lets through some 0.88 of
# what reaches it, and 0.88 to the 15th is 0.14. This is the *vanishing gradient*, and your engine just reproduced, in one small loop, one reason why deep networks were
# long thought to be untrainable. The next op was a good part of the cure.
#
# ## 6. `relu`: a kink
#
# $y = \max(x, 0)$. Its slope is 1 to the right and 0 to the left, so the gradient goes through
# whole or not at all: nothing fades. And exactly at 0?
#
# $$f'(x) = \begin{cases} 1 & x > 0 \\ 0 & x < 0 \end{cases}
# \qquad \text{at } x = 0:\ \text{from the left } 0,\ \text{from the right } 1 .$$

# %%
curves(lambda x: np.maximum(x, 0), lambda x: np.where(x > 0, 1.0, 0.0), "relu")

# %% [markdown]
# There is no derivative at a kink; the dashed line jumps. Any number from 0 to 1 could be defended,
# so people agree on one, and PyTorch and this course take **0**. It is a convention: you can't
# derive it, you have to know it. By hand: $x = (-1, 0, 2)$ and $\bar y = (5, 5, 5)$ give
# $\bar x = (0, 0, 5)$.
#
# <details><summary>Hint 1</summary>
#
# `np.maximum(self.data, 0)` compares number by number; `np.max` is another function.
# </details>
#
# <details><summary>Hint 2</summary>
#
# `self.data > 0` is an array of `True` and `False`, and NumPy multiplies those as 1 and 0.
# </details>


# %% answer="relu"
@implement
def relu(self):
    """y = max(x, 0), element by element; the derivative at exactly 0 is taken as 0.

    self     any shape S
    returns  a Tensor of shape S, nowhere negative

    Formula:  grad(x) = grad(y) where x > 0, and 0 elsewhere      shapes: S, S
    Example:  x = [-1, 0, 2], grad(y) = [5, 5, 5]  ->  y = [0, 0, 2], grad(x) = [0, 0, 5]
    """
    ### BEGIN SOLUTION
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (self.data > 0) * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="relu" points=2
check("relu")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("relu")
passes_gradcheck("relu")
survives_hypothesis("relu", examples=100)
handles_edges("relu")
keeps_the_graph("relu")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: one character.** Write `>=` for `>`, and the convention at 0 becomes 1.
# Now think about each oracle. Gradcheck steps a little to both sides of 0 and divides; what slope
# will it see there? Will random numbers ever hit exactly 0?


# %% raises=true
def includes_zero(self):
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (self.data >= 0) * out.grad

    out._backward = _backward
    return out


with minitorch.trying(relu=includes_zero):
    check("relu")

# %% [markdown]
# Gradcheck can't help at a kink: to the left the slope is 0, to the right it is 1, and their
# middle, $\tfrac12$, is neither your answer nor the right one. So it abstains there: it leaves the
# point out, and the *right* beside its name speaks of all other points and not of this one. Random
# draws practically never land on 0. It takes a case that somebody *wrote down*, because they knew that
# this point is special. Zeros are not rare in real life, by the way: padding is zeros, and so is
# much of what comes out of the relu before.
#
# ## 7. `pow`: you derive it
#
# $y = x^n$, where $n$ is a plain number, the same for all elements, and needs no gradient. After
# this, `x**2` works. You know the derivative from school; write down $\bar x$ with its shapes,
# and only then unfold.
#
# <details><summary>The derivation</summary>
#
# $$f'(x) = n\,x^{n-1} \qquad\Longrightarrow\qquad
# \underset{S}{\bar x} = \underset{()}{n}\;\underset{S}{x}^{\,n-1} \odot \underset{S}{\bar y}$$
#
# Input or output? Both are possible ($x^{n-1} = y/x$), but the division fails at $x = 0$, where
# $x^{n-1}$ is a perfectly good 0 for $n = 2$. Keep the input.
# </details>

# %%
values, n = np.array([-2.0, 0.0, 1.0, 3.0]), 3
print(values**n)
print(n * values ** (n - 1))

# %% [markdown]
# Watch the corners, all of which your formula has to survive:
#
# | $n$ | $x$ | derivative | why |
# |---|---|---|---|
# | 3 | −2 | 12 | negative bases are fine if $n$ is a whole number |
# | 1 | 0 | 1 | $1 \cdot 0^0$, and $0^0$ is 1 in NumPy |
# | 0.5 | 0 | `inf` | the square root starts out vertical |
# | 0.5 | −1 | `nan` | no real square root |
# | 0 | 0 | 0 | $x^0$ is 1 everywhere, so its slope is 0; but $0 \cdot 0^{-1}$ is `nan` |
#
# <details><summary>Hint 1</summary>
#
# `exponent` is an argument of the outer function, so the closure can use it, just as it uses
# `self`.
# </details>
#
# <details><summary>Hint 2: the last row</summary>
#
# For one exponent the formula is of no use. Ask for it with an `if`, and let the local derivative
# be zeros in the shape of `self.data`.
# </details>


# %% answer="pow"
@implement
def pow(self, exponent):
    """y = x ** exponent, element by element.

    self      any shape S
    exponent  a Python number, the same for every element; it gets no gradient
    returns   a Tensor of shape S

    Formula:  grad(x) = exponent * x ** (exponent - 1) * grad(y)      shapes: S = () * S * S
    Example:  x = [-2, 3], exponent = 3, grad(y) = [1, 10]  ->  y = [-8, 27], grad(x) = [12, 270]
    """
    ### BEGIN SOLUTION
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            if exponent == 0:  # 0 * 0**-1 would be nan
                slope = np.zeros_like(self.data)
            else:
                slope = exponent * self.data ** (exponent - 1)
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="pow" points=2
check("pow")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("pow")
passes_gradcheck("pow")
survives_hypothesis("pow", examples=100)
handles_edges("pow")
keeps_the_graph("pow")
### END HIDDEN TESTS

# %% [markdown]
# ### Quiz 2
#
# Two ops in a row: $u = \mathrm{relu}(x)$ and $y = u^2$, all of shape $(5,)$. What is the **sum
# of the entries** of $\bar x$? With pencil, please; then let your engine agree.
#
# $$x = (-1,\ 0,\ 2,\ 3,\ -4) \qquad \bar y = (1,\ 1,\ 1,\ 2,\ 1)$$

# %% quiz="q02_relu_pow"
q02_relu_pow = ...
### BEGIN SOLUTION
q02_relu_pow = 16.0
### END SOLUTION

# %% check="q02_relu_pow" points=1
check("q02_relu_pow")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q02_relu_pow", 16.0)
hint("q02_relu_pow", 10.0, "that is the local derivative alone; where is the upstream gradient?")
hint("q02_relu_pow", 6.0, "a negative x is cut off by relu: nothing comes back to it")
hint("q02_relu_pow", 8.0, "is the derivative of u**2 just u?")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. `gelu`: a product of two functions of $x$
#
# Relu decides by the sign alone: keep or drop. GELU, the *Gaussian error linear unit* of BERT and
# GPT, decides softly. It keeps a share $\Phi(x)$ of $x$, where $\Phi(x)$ is the chance that a
# standard normal number comes out below $x$: nearly none of $-3$, half of $0$, nearly all of $3$.
#
# $$y = x\,\Phi(x), \qquad \Phi(x) = \tfrac12\left(1 + \operatorname{erf}\frac{x}{\sqrt2}\right)$$
#
# Here $x$ takes part twice, as a factor and inside $\Phi$. Two uses, two contributions: the
# product rule is the sum rule of notebook 01 in other clothes. The derivative of $\Phi$ is the
# bell curve $\varphi$, so
#
# $$f'(x) = \underbrace{1 \cdot \Phi(x)}_{x \text{ as a factor}} + \underbrace{x \cdot \varphi(x)}_{x \text{ inside } \Phi},
# \qquad \varphi(x) = \frac{e^{-x^2/2}}{\sqrt{2\pi}} .$$


# %%
def cdf(x):
    return (1 + erf(x / math.sqrt(2))) / 2


def bell(x):
    return np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


curves(lambda x: x * cdf(x), lambda x: cdf(x) + x * bell(x), "gelu")

# %% [markdown]
# Smooth where relu has its kink, and the slope is *negative* to the left of $-0.75$ and a little
# above 1 near $1.4$. By hand at $x = 1$: $\Phi(1) = 0.8413$ and $\varphi(1) = 0.2420$, so
# $y = 0.8413$ and $f'(1) = 1.0833$.
#
# **The second form.** The error function was slow on early hardware, so the authors also gave a
# formula that only needs tanh:
#
# $$y = \tfrac12\, x\,(1 + \tanh u), \qquad u = \sqrt{\tfrac{2}{\pi}}\,\left(x + 0.044715\,x^3\right)$$
#
# Product rule outside, chain rule inside, and you have the derivative of tanh already. With
# $t = \tanh u$:
#
# $$f'(x) = \tfrac12 (1 + t) + \tfrac12\, x\,(1 - t^2)\,\sqrt{\tfrac{2}{\pi}}\,\left(1 + 3 \cdot 0.044715\,x^2\right)$$
#
# Your slot does both: `x.gelu()` is exact, `x.gelu("tanh")` is the formula. One trap about
# constants first.

# %%
small = np.ones(1, dtype=np.float32)
(small * math.sqrt(2 / math.pi)).dtype, (small * np.sqrt(2 / np.pi)).dtype

# %% [markdown]
# A plain Python number takes the dtype of the array that it meets. A *NumPy* number brings its
# own, FP64, and the whole result grows with it. In this engine float32 in means float32 out, so
# take constants from `math`.
#
# <details><summary>Hint 1: a plan</summary>
#
# Before you make `out`, compute two arrays from `x = self.data`, in one of two ways: the values,
# and the local derivative, call it `slope`. The closure is then the same for both forms. For an
# unknown `approximate`, raise a `ValueError` that names the two known ones.
# </details>
#
# <details><summary>Hint 2: the exact form</summary>
#
# `minitorch.erf` is imported above and works on arrays. You may call `cdf` and `bell` from your
# body: helpers in other cells are saved along with it.
# </details>
#
# <details><summary>Hint 3: the tanh form</summary>
#
# `c = math.sqrt(2 / math.pi)` (with `np.sqrt` it would be FP64, as above), then
# `t = np.tanh(c * (x + 0.044715 * x**3))`. The values are `x * (1 + t) / 2`. The slope has two
# terms; if your first term is right and gradcheck is not content, you have lost the second.
# </details>


# %% answer="gelu"
@implement
def gelu(self, approximate="none"):
    """y = x * Phi(x), element by element, with Phi the standard normal's distribution function.

    self         any shape S
    approximate  "none": exact, with erf; "tanh": the tanh formula; anything else: ValueError
    returns      a Tensor of shape S

    Formula:  grad(x) = (Phi(x) + x * phi(x)) * grad(y)           shapes: S = S * S
    Example:  x = [1], grad(y) = [10]  ->  y = [0.8413], grad(x) = [10.8332]
              and with "tanh"          ->  y = [0.8412], grad(x) = [10.8296]
    """
    ### BEGIN SOLUTION
    x = self.data
    if approximate == "none":
        cdf = (1 + erf(x / math.sqrt(2))) / 2
        slope = cdf + x * np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    elif approximate == "tanh":
        scale = math.sqrt(2 / math.pi)
        t = np.tanh(scale * (x + 0.044715 * x**3))
        cdf = (1 + t) / 2
        slope = cdf + x * (1 - t**2) * scale * (1 + 3 * 0.044715 * x**2) / 2
    else:
        raise ValueError(f'approximate is "none" or "tanh", got {approximate!r}')
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="gelu" points=4
check("gelu")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("gelu")
passes_gradcheck("gelu")
survives_hypothesis("gelu", examples=100)
handles_edges("gelu")
keeps_the_graph("gelu")
### END HIDDEN TESTS

# %% [markdown]
# How far apart are the two forms? Measure it with your own op. (Inside `no_grad` no graph is
# built, as we only want values.)

# %%
x = Tensor(np.linspace(-6, 6, 2401))
with minitorch.no_grad():
    gap = x.gelu("tanh").data - x.gelu().data

plt.figure(figsize=(6, 2.5))
plt.plot(x.data, gap * 1e4, color="#009E73")
plt.xlabel("x")
plt.ylabel("gap / 0.0001")
plt.show()

# %% [markdown]
# ### Quiz 3
#
# What is the largest distance between the two forms, in units of $10^{-4}$, to one decimal? (A
# distance has no sign.)

# %% quiz="q02_gap"
q02_gap = ...
### BEGIN SOLUTION
q02_gap = 4.7
### END SOLUTION

# %% check="q02_gap" points=1
check("q02_gap")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q02_gap", 4.7, decimals=1)
hint("q02_gap", -4.7, "the place is right; a distance has no sign")
hint("q02_gap", 2.3, "that is the largest gap in one direction; look at the other, too")
hint("q02_gap", 0.00047, "right, but in units of 0.0001 it is another number")
hint("q02_gap", 0.000473235, "right, but in units of 0.0001 it is another number")
hint("q02_gap", 0.0005, "in units of 0.0001, and to one decimal")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: the wrong function, with the right gradient.** Somebody finds the exact
# form slow and returns the tanh form for both. Its forward and backward fit each other perfectly.
# Think of gradcheck: it nudges *your* forward and compares with *your* backward. Will it object?


# %% raises=true
yours = minitorch.slots.attached("gelu")


def always_tanh(self, approximate="none"):
    return yours(self, "tanh")


with minitorch.trying(gelu=always_tanh):
    check("gelu")

# %% [markdown]
# Gradcheck asks *is this the gradient of that function?* It never asks *is it the function that
# you wanted?* Only somebody from outside can tell, here PyTorch. And a lazy comparison with
# PyTorch, to three decimals, would have missed it too: the forms are 0.0005 apart.
#
# ## 9. Seven ops on a page
#
# | op | $y$ | local derivative | keeps | mind |
# |---|---|---|---|---|
# | `neg` | $-x$ | $-1$ | nothing | |
# | `exp` | $e^x$ | $y$ | output | |
# | `log` | $\ln x$ | $1/x$ | input | $x \le 0$ |
# | `tanh` | $\tanh x$ | $1 - y^2$ | output | flat ends |
# | `relu` | $\max(x, 0)$ | $1$ if $x > 0$, else $0$ | input | 0 at 0, by convention |
# | `pow` | $x^n$ | $n x^{n-1}$ | input | $n = 0$ |
# | `gelu` | $x\,\Phi(x)$ | $\Phi(x) + x\,\varphi(x)$ | slope | two forms, float32 |
#
# And the other page, that took some sabotage to fill: who notices what.
#
# | mistake | a test with $\bar y = 1$ | gradcheck | PyTorch, random inputs | a case written down |
# |---|---|---|---|---|
# | upstream forgotten | blind | sees it | sees it | sees it |
# | `>=` in relu | blind | abstains at the kink, stays green | hardly ever | **sees it** |
# | tanh form for exact gelu | blind | blind | **sees it** | sees it |
#
# No single oracle is enough, and each is cheap. That is the whole idea of the check cells.

# %% [markdown]
# ## 10. All of it together
#
# The last check draws random chains of your ops, with arrays of random shapes and random upstream
# gradients, and runs them on your bodies alone: your `backward`, your `exp`, everything.

# %% check="engine_02" points=2
check("engine_02")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("02-elementwise")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A colleague says: "I checked my gradient against finite differences to nine digits, so my op is
# right." Which two kinds of mistake could still be in it, and how would you look for each? (Not
# part of the automatic grade.)

# %% [markdown] written="essay_02" points=0
# The forward may compute the wrong function, with a backward that fits it: compare the values
# with something made by others. And the test may have used inputs or upstream gradients that hide
# the mistake: all ones upstream, no zeros, no tensor used twice, one shape only. So draw them at
# random, and add by hand the points where the function is special.

# %% [markdown]
# ## Where you are, and what is next
#
# Your library has eight bodies. `python -m minitorch export mine.py`, typed in a terminal, writes
# them as one readable module; have a look at it.
#
# - **Next:** `03-gradcheck`. You have leant on gradcheck all along; now you write your own, and
#   find out how small a nudge should be. (Not as small as you think.)
# - **To think about:** `exp` keeps its output, `log` its input. In a chain `x.exp().log()`, which
#   arrays must stay in memory until the backward pass, and which could be freed?
# - **To read:** Hendrycks and Gimpel, *Gaussian Error Linear Units* (2016), four pages; and, for
#   why the flat ends of tanh hurt, Glorot and Bengio, *Understanding the difficulty of training
#   deep feedforward neural networks* (2010).
