# %% [markdown]
# # 01 Tensor: a number that remembers how it was made
#
# Every deep-learning library has a line like `loss.backward()`. It runs for a moment, and after it
# each of the model's numbers, be they ten or ten billion, knows which way to move so that the loss
# goes down. In this notebook you take that line apart, and then you write it.
#
# | | |
# |---|---|
# | **What you'll do** | build small graphs by hand, push gradients through them with pencil and closure, run into two classic bugs, then write `backward` |
# | **What you'll learn** | the chain rule as a journey through a graph; why gradients add up; why order matters; what a vector-Jacobian product is, and why nobody ever builds the Jacobian |
# | **What you need** | Python functions and closures, NumPy arrays, the derivative of $x^2$; nothing about neural networks |
# | **Time to plan** | 90 minutes: about 50 to read and play, 40 to write `backward` |
#
# | slot | what it computes | points |
# |---|---|---|
# | `backward` | the gradient of one output with respect to everything it came from, in one sweep | 7 |
# | three quiz questions | a number each, found with pencil and paper | 3 |
# | the whole engine | your `backward` on random graphs; its points are among those of `backward` | 0 |

# %% [markdown]
# ## How these notebooks work
#
# - A cell with `@implement` holds a hole, a *slot*, that you fill in. Running the cell saves your
#   body into your own library, `minitorch`. It survives a restart, and every later notebook runs
#   it.
# - The `check(...)` cell below it tries your body on many cases and says what it saw. When a
#   gradient is wrong it says which mistake that looks like. Run it as often as you like.
# - A cell that never ends (a loop in a body that goes round for ever, say) is ended by the square
#   *stop* button above the notebook, or *Kernel > Interrupt*. The traceback's last lines show where
#   it was.
# - Hints are folded, from a nudge to nearly the whole answer. Open one when you have been stuck for
#   five minutes, not for one.
# - Cells titled **Break it on purpose** hold wrong bodies. They borrow your slot for a moment and
#   give it back; the red report under them is what you came to see.

# %%
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, implement
from minitorch.draw import draw

# %% [markdown]
# ## 1. The question that a gradient answers
#
# All examples in this course live in one small world: **20 English verbs**, in **3 persons** and
# **5 tenses**. Later a model of yours will look at a verb and a person and give one score to each
# tense, and a single number $L$, the *loss*, will say how bad those scores are.
#
# To improve, every number $x$ inside the model asks the same thing: *if I grow a little, does $L$
# go up or down, and how fast?* The answer is the gradient $\partial L/\partial x$. You could find
# it by trying: nudge $x$, run the model again, see how far $L$ moved.


# %%
def loss(x):
    return 4 * x**2


x, nudge = 3.0, 0.001
(loss(x + nudge) - loss(x)) / nudge

# %% [markdown]
# Calculus says 24 exactly (the derivative of $4x^2$ is $8x$); the nudge says 24.004, because a
# step of 0.001 is small but not nothing. Notebook 03 is about that remainder.
#
# The real trouble with nudging is its price: one run of the model *for every number in it*. The
# verb grid alone has $20 \times 3 \times 5 = 300$ scores, so 301 runs; a language model has
# billions. `backward` finds all of them in one sweep that costs about as much as a couple of
# runs. The trick is to remember how $L$ was made.

# %% [markdown]
# ## 2. A tensor is a node
#
# A `Tensor` holds an array, like any NumPy array, and a little memory besides:
#
# | field | what it holds |
# |---|---|
# | `data` | the values, an array of any shape |
# | `grad` | $\partial L/\partial(\text{this tensor})$, an array of the same shape as `data`; `None` until a backward pass arrives |
# | `requires_grad` | does anybody want that gradient? |
# | `_prev` | the tensors it was computed from, its *parents* |
# | `_op` | the name of the operation that made it |
# | `_backward` | a function that hands its gradient on to its parents; more on this soon |
#
# A tensor that you type in has no parents: it is a *leaf*. Let us make one, and compute its
# square by hand, telling the result where it came from.

# %%
x = Tensor(3.0, requires_grad=True)
a = Tensor(x.data**2, _prev=(x,), _op="square")
a, a._prev

# %% [markdown]
# Now there are two nodes and an arrow between them. Nobody asked for `a.requires_grad`: a result
# wants a gradient as soon as one of its parents does, or the parent could never get its own. (And
# a result whose parents want none forgets them at once. Try it: leave out `requires_grad=True`
# above.)
#
# `draw` shows the graph that ends in a tensor. Data flow along the arrows; gradients will flow
# against them.

# %%
draw(a, x=x, a=a)

# %% [markdown]
# ## 3. Along a path, rates multiply
#
# Take the example from above in two steps, with every value a plain number, shape $()$:
#
# $$x = 3 \quad\xrightarrow{\ \text{square}\ }\quad a = x^2 = 9 \quad\xrightarrow{\ \times 4\ }\quad L = 4a = 36$$
#
# Nudge $x$ by a tiny $\varepsilon$. Then $a$ moves $2x = 6$ times as far, and $L$ moves 4 times
# as far as $a$. Together: $4 \cdot 6 = 24$ times. That is the whole chain rule:
#
# $$\frac{\partial L}{\partial x} \;=\; \underbrace{\frac{\partial L}{\partial a}}_{\text{upstream: } 4}\;\cdot\;\underbrace{\frac{\partial a}{\partial x}}_{\text{local: } 2x \,=\, 6}$$
#
# Read it from $L$'s end. The *upstream gradient* is what is already known about $a$. The *local
# derivative* is something that only the square has to know. One short name will save us much ink:
# we write $\bar a$ for $\partial L/\partial a$, and in code it is `a.grad`. So
#
# $$\bar x = \bar a \cdot 2x .$$

# %% [markdown]
# Each operation can carry its own line of that derivation with it. Here is the square as a function
# that computes, *closes over* what it will need, and returns. All 22 ops of this course will have
# this silhouette: forward value, closure, `return out`.


# %%
def square(x):
    out = Tensor(x.data**2, _prev=(x,), _op="square")

    def _backward():
        if x.requires_grad:
            x.grad = x.grad + 2 * x.data * out.grad  # local derivative times upstream

    out._backward = _backward
    return out


# %% [markdown]
# Note what the closure does *not* know: what $L$ is, or what became of `out` further on. It trusts
# that `out.grad` is ready, and adds its share to `x.grad`. (Adds? Wait for section 4.)
#
# Two more toys, so that there is something to draw: multiply by a plain number, and add two tensors
# of one shape. For $y = c\,a$ the local derivative is $c$; for $y = a + b$ it is 1 to either side.


# %%
def scale(a, c):
    out = Tensor(c * a.data, _prev=(a,), _op=f"times {c:g}")

    def _backward():
        if a.requires_grad:
            a.grad = a.grad + c * out.grad

    out._backward = _backward
    return out


# %%
def plus(a, b):
    out = Tensor(a.data + b.data, _prev=(a, b), _op="plus")

    def _backward():
        for parent in (a, b):
            if parent.requires_grad:
                parent.grad = parent.grad + out.grad

    out._backward = _backward
    return out


# %% [markdown]
# Now *you* are `backward`, for three lines. Every gradient starts at 0. The gradient of $L$ with
# respect to itself is 1: nudge $L$ and $L$ moves just as far. From there each closure hands on what
# its node has. Before you run the cell, write down both numbers that it will show.

# %%
x = Tensor(3.0, requires_grad=True)
a = square(x)
L = scale(a, 4)

x.grad, a.grad, L.grad = 0.0, 0.0, 1.0
L._backward()
a._backward()
a.grad, x.grad

# %% [markdown]
# $\bar a = 4$ and $\bar x = 24$, exactly, without a nudge. And look at the direction. Had we
# started at $x$, we would have learnt how everything moves with $x$, and had to start again for
# the next leaf. From $L$'s end one sweep serves every leaf there is. This is called
# *reverse-mode* differentiation; `backward` is only its everyday name.

# %% [markdown]
# ## 4. Where paths meet, rates add
#
# Here is the graph to keep for the rest of the notebook. It has a short cut: $a$ goes into $L$
# directly, and once more through $b$.
#
# $$a = x^2 \qquad b = 4a \qquad L = a + b$$

# %%
x = Tensor(3.0, requires_grad=True)
a = square(x)
b = scale(a, 4)
L = plus(a, b)
draw(L, x=x, a=a, b=b, L=L)

# %% [markdown]
# Nudge $a$ by $\varepsilon$. Over the short cut $L$ moves by $\varepsilon$; through $b$ it moves
# by another $4\varepsilon$; in all by $5\varepsilon$. Nothing is lost, because tiny changes
# simply add. So a node that is used several times collects one contribution from **every use**:
#
# $$\bar a \;=\; \sum_{\text{uses } y \text{ of } a} \bar y \,\frac{\partial y}{\partial a}
#   \;=\; \underbrace{1 \cdot 1}_{\text{in } L} + \underbrace{1 \cdot 4}_{\text{in } b} \;=\; 5,
# \qquad \bar x = \bar a \cdot 2x = 5 \cdot 6 = 30 .$$
#
# Check against the formula without a graph: $L = x^2 + 4x^2 = 5x^2$, whose derivative is
# $10x = 30$. Now by closure. This time the list says in which order they run.


# %%
def run(order):
    for node in (x, a, b, L):
        node.grad = 0.0
    L.grad = 1.0
    for node in order:
        node._backward()
    return x.grad


run([L, b, a])
draw(L, x=x, a=a, b=b, L=L)

# %% [markdown]
# Data went through the boxes from left to right, gradients came back from right to left: 1 in $L$,
# 1 in $b$, 5 in $a$, 30 in $x$.
#
# **Break it on purpose: bug 1, `=` for `+=`.** This is why the closures add. Suppose that the
# author of `scale` had never seen a tensor used twice and wrote `a.grad = c * out.grad`. On the
# chain of section 3 nothing would be amiss. What will the short cut give? Write your number down
# first.


# %%
def careless_scale(a, c):
    out = Tensor(c * a.data, _prev=(a,), _op=f"times {c:g}")

    def _backward():
        a.grad = c * out.grad  # the bug: whatever was there is gone

    out._backward = _backward
    return out


b = careless_scale(a, 4)
L = plus(a, b)
run([L, b, a])

# %% [markdown]
# 24, not 30: the contribution over the short cut, $1 \cdot 6$, was overwritten. The last one to
# write wins, and everyone else's share is gone without a trace. No exception, no NaN; the model
# would still learn, only worse. Remember the look of it: *a tensor used twice gets the gradient
# of one use*.
#
# In NumPy there are two ways to add. `x.grad = x.grad + g` makes a new array. `x.grad += g` writes
# into the array that is there, which is fine as long as nobody else holds that same array. The
# stubs in this course use the first.

# %% [markdown]
# ### Quiz 1
#
# At $x = 2$, with pencil: what is $\bar x$? Type the number in place of the three dots.
#
# $$a = x^2 \qquad b = 3a \qquad c = a + b \qquad L = c + x$$
#
# <details><summary>A nudge</summary>
#
# Count the arrows that leave $a$, and then those that leave $x$. Each brings a contribution home.
# </details>

# %% quiz="q01_sum_rule"
q01_sum_rule = ...
### BEGIN SOLUTION
q01_sum_rule = 17.0
### END SOLUTION

# %% check="q01_sum_rule" points=1
check("q01_sum_rule")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q01_sum_rule", 17.0)
hint("q01_sum_rule", 16.0, "one arrow is missing: x goes into L directly, too")
hint("q01_sum_rule", 13.0, "one arrow is missing: a goes into c directly, not only through b")
hint("q01_sum_rule", 5.0, "one arrow is missing: a also reaches c through b")
hint("q01_sum_rule", 12.0, "that is one path; how many lead from x to L?")
hint("q01_sum_rule", 1.0, "that is one path; how many lead from x to L?")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. A node speaks when it has heard everyone
#
# `run([L, b, a])` was told the order. Who is to find it? A closure reads `out.grad` once, so that
# had better be complete. Back to the healthy graph, with two orders that look reasonable.
#
# The first takes the parents of a node as `_prev` lists them, left one first: after $L$ comes $a$,
# then $b$. The second lets a closure run *each time* a contribution reaches its node. Two
# predictions, please.

# %%
b = scale(a, 4)
L = plus(a, b)

run([L, a, b]), run([L, a, b, a])

# %% [markdown]
# In the first, $a$ speaks when it has heard only from the short cut. It hands on $1 \cdot 6 = 6$;
# then $b$ arrives with 4 more, too late. In the second, $a$ speaks twice: first $1 \cdot 6$, then
# $5 \cdot 6$ with the old 1 still in it, 36 together. So this little graph tells four stories
# apart:
#
# | $\bar x$ | what happened |
# |---|---|
# | **30** | every node once, after all who use it |
# | 24 | `=` for `+=`: one use overwrote another |
# | 6 | bug 2, wrong order: a node spoke before it had heard from everyone |
# | 36 | a node spoke twice |
#
# The rule to keep: **a node's closure runs once, after the closures of all nodes that use it.** A
# list with every node after its users is a *topological order* (from the output's end). One
# always exists: a tensor can only be made from tensors that are there already, so arrows never
# run in a circle.

# %% [markdown]
# ### Finding the order
#
# You could append every tensor to one global list when it is made, and walk the list from its
# end. That order is right. But the list would hold on to every tensor ever made, and memory would
# fill up. The graph itself knows enough: from $L$, follow `_prev`.
#
# The idea is to write a node down **on the way out**: first all of its parents (each with their
# parents, and so on), and the node only then. In such a list every node stands behind everything it
# was made from. Read from the end, it stands behind all of its users.


# %%
def visit(node, order, seen):
    if node not in seen:
        seen.add(node)
        for parent in node._prev:
            visit(parent, order, seen)
        order.append(node)


order = []
visit(L, order, set())
[node._op or "leaf" for node in order]

# %% [markdown]
# Leaf, square, times 4, plus. From the end: $L, b, a, x$, the order that gave 30. Without `seen`,
# $a$ and $x$ would be listed twice.
#
# So is this the answer? Nearly. `visit` calls itself once for each step of the graph's depth, and
# Python stops a function that is about a thousand calls deep. Graphs get that deep sooner than
# one thinks: a loop that adds one term at a time makes a chain as long as the loop.


# %%
def chain(x, length):
    for _ in range(length):
        x = scale(x, 1)
    return x


try:
    visit(chain(x, 10_000), [], set())
except RecursionError as error:
    print("RecursionError:", error)

# %% [markdown]
# Yours will go to 10,000 and beyond, because you will keep the list of "nodes I am in the middle
# of" yourself: an ordinary Python list, used as a *stack*, which may grow as long as it likes.
#
# ### Quiz 2
#
# Someone's `backward` runs the closures in the order $L, b, a, c$. At $x = 1$, which (wrong)
# number ends up in `x.grad`?
#
# $$a = 3x \qquad b = a^2 \qquad c = 2a \qquad L = b + c$$

# %% quiz="q01_order"
q01_order = ...
### BEGIN SOLUTION
q01_order = 18.0
### END SOLUTION

# %% check="q01_order" points=1
check("q01_order")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q01_order", 18.0)
hint("q01_order", 24.0, "that is what the right order gives; here a speaks before c has")
hint(
    "q01_order",
    6.0,
    "that is the share that comes through c, and c comes too late; what came through b?",
)
hint("q01_order", 42.0, "that would be a speaking twice; here it speaks once, too early")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. From numbers to arrays
#
# Now let $x$ hold the five scores of one verb in one person, shape $(5,)$, one for each tense. Take
# something that mixes them: the running sum $y_j = x_0 + x_1 + \dots + x_j$, again of shape $(5,)$.
#
# Nothing new is needed. Score $x_i$ is used by every $y_j$ with $j \ge i$, so it collects a
# contribution from each of them, just as $a$ did:
#
# $$\bar x_i \;=\; \sum_{j} \bar y_j\, \frac{\partial y_j}{\partial x_i}
# \qquad\text{or, all at once,}\qquad
# \underset{(5,)}{\bar x} \;=\; \underset{(5,)}{\bar y}\;\underset{(5,\,5)}{J},
# \qquad J_{ji} = \frac{\partial y_j}{\partial x_i} .$$
#
# The table $J$ of all local derivatives is the *Jacobian*, and row vector times Jacobian is a
# *vector-Jacobian product*, VJP for short. Here $J_{ji}$ is 1 if $i \le j$ and 0 otherwise:

# %%
jacobian = np.tri(5)
upstream = np.array([1.0, 0.0, 2.0, 0.0, 3.0])
print(jacobian)
upstream @ jacobian

# %% [markdown]
# Look at the answer for a moment: 6, 5, 5, 3, 3. It is the running sum of the upstream gradient
# *from the other end*. So a closure for the running sum needs no matrix at all; it can go through
# `out.grad` backwards and add up:

# %%
np.cumsum(upstream[::-1])[::-1]

# %% [markdown]
# That is what every `_backward` in this course does: it computes $\bar y J$ **without ever building
# $J$**. And it had better not. For the whole verb grid, $(20, 3, 5)$ in and out, $J$ has
# $300 \times 300 = 90{,}000$ entries. For a million numbers in and out, which is modest today, it
# would have $10^{12}$, eight terabytes; and if each output depends on one input alone, all but a
# million of them are zeros.
#
# Two rules fall out of the shapes, and they catch half of all mistakes before they happen:
#
# - **A gradient has the shape of its tensor.** $\bar x$ holds one number for each number in $x$.
#   Always.
# - **Backward needs to know which question you ask.** If the output $y$ is one number, there is
#   only one: $\bar y = 1$. If it has shape $(5,)$, "how does $y$ change?" is five questions, and
#   you say which mix of them you mean by handing in $\bar y$, shape $(5,)$:
#   `y.backward(upstream)`.

# %% [markdown]
# ### Quiz 3
#
# $x$ has shape $(5,)$. The op takes differences of neighbours, $y_i = x_{i+1} - x_i$, so $y$ has
# shape $(4,)$ and $J$ has shape $(4, 5)$. With $\bar y = (1, 4, 2, 7)$, what is $\bar x_3$?
# (Counting starts at 0.)
#
# <details><summary>A nudge</summary>
#
# In which of the four differences does $x_3$ take part, and with which sign?
# </details>

# %% quiz="q01_vjp"
q01_vjp = ...
### BEGIN SOLUTION
q01_vjp = -5.0
### END SOLUTION

# %% check="q01_vjp" points=1
check("q01_vjp")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q01_vjp", -5.0)
hint("q01_vjp", 5.0, "the size is right: look at the sign with which x_3 stands in each difference")
hint("q01_vjp", 9.0, "x_3 stands in one of its two differences with a minus")
hint("q01_vjp", 2.0, "counted from 0, x_3 stands in two differences: which, with which sign?")
hint("q01_vjp", -2.0, "counted from 0, x_3 stands in two differences: which, with which sign?")
hint("q01_vjp", -7.0, "x_3 stands in a second difference as well")
hint("q01_vjp", 7.0, "x_3 stands in two differences: which, and with which sign?")
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Write `backward`
#
# You have all the pieces. `L.backward()` does four things:
#
# 1. **Settle the question.** Without a `gradient`, the output must have one element, and $\bar L$
#    is 1 in its shape. With one (an array, a list, or a Tensor), it must have the output's shape.
#    Anything else is an error that says what was expected: a silent guess here would cost someone
#    an afternoon.
# 2. **Find the order**, each node once, with a stack of your own. A parent that requires no grad
#    has nothing to collect, so leave it out.
# 3. **Set the stage.** Every node in the order gets a `grad` of zeros in its data's shape, with one
#    exception: a leaf that already has a `grad` keeps it. (Section 9 says what that is good for.)
#    Then the upstream gradient is added to the output's.
# 4. **Walk the order from the output's end** and call each node's `_backward`.
#
# Below your body, `check` asks five *oracles*, independent ways of telling right from wrong. The
# report calls each by its name:
#
# - **pytorch** runs the same graph in PyTorch and compares every number;
# - **gradcheck** nudges the inputs, as you did in section 1, and compares the slopes;
# - **hypothesis** makes up graphs and values, and shrinks one that fails to the smallest that does;
# - **edges** tries the special cases that people forget, and somebody wrote down;
# - **graph** looks around: is a tensor used twice, an array overwritten, memory never let go?

# %% [markdown]
# <details><summary>Hint 1: where to start</summary>
#
# Write 1, 3 and 4 first, with the recursive `visit` for 2, less the parents that require no grad.
# Run `check`: all but the deep chain should be right. Then make `visit` a loop.
# </details>
#
# <details><summary>Hint 2: what goes on the stack</summary>
#
# When a node is met for the first time, its parents have to be written down before it. So meet it
# twice: once on the way in, when you push its parents above it, and once on the way out, when all
# of them are done. A pair `(node, on_the_way_out)` tells the two apart.
# </details>
#
# <details><summary>Hint 3: the loop in words</summary>
#
# Start with `stack = [(self, False)]`. While there is something on it, pop a pair. On the way
# out: append the node to `order`. On the way in, and not seen before: mark it as seen, push
# `(node, True)`, and then push `(parent, False)` for every parent that requires grad.
#
# Mark a node when you take it *off* the stack, not when you put it on. On the short-cut graph,
# marking too early gives 6.
# </details>
#
# <details><summary>Hint 4: zeros, and whose array it is</summary>
#
# `Tensor(gradient).data` makes an array of a number, a list, an array or a Tensor alike.
# `np.zeros_like(node.data)` has the right shape *and* dtype. Who is a leaf? A node with no
# `_prev`. For the start, `self.grad = self.grad + gradient` makes an array of your own;
# `self.grad = gradient` would make the caller's array yours, and the next `+=` would write into
# it.
# </details>


# %% answer="backward"
@implement
def backward(self, gradient=None):
    """Add d(self)/d(node), times `gradient`, to the grad of every node that self came from.

    self      the output, any shape S; an error if it does not require grad
    gradient  the upstream gradient, shape S: array, list or Tensor. None means ones,
              and is an error unless self has exactly one element
    returns   None: the answers are left in .grad, each of its own data's shape and dtype

    Formula:  grad(a) = sum over the uses y of a of  grad(y) * dy/da
    Example:  x = 3, a = x**2, b = 4 * a, L = a + b  ->  L.backward() leaves x.grad = 30
    """
    ### BEGIN SOLUTION
    if not self.requires_grad:
        raise RuntimeError("backward on a tensor that does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError(
                f"backward from shape {self.shape} needs a gradient of that shape; "
                "only a tensor with one element can do without"
            )
        gradient = np.ones_like(self.data)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError(f"expected a gradient of shape {self.shape}, got {gradient.shape}")

    order, seen = [], {self}
    stack = [(self, iter(self._prev))]
    while stack:
        node, parents = stack[-1]
        for parent in parents:
            if parent.requires_grad and parent not in seen:
                seen.add(parent)
                stack.append((parent, iter(parent._prev)))
                break
        else:
            order.append(node)
            stack.pop()

    for node in order:
        if node.grad is None or node._prev:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in reversed(order):
        node._backward()
    ### END SOLUTION


# %% check="backward" points=7
check("backward")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    survives_hypothesis,
)

matches_pytorch("backward")
survives_hypothesis("backward", examples=100)
handles_edges("backward")
keeps_the_graph("backward")
### END HIDDEN TESTS

# %% [markdown]
# Green? Then this is a good moment to lean back. From here on the graph of section 4 takes one
# call, and so does any other. Here it is with arrays of shape $(3, 5)$, one verb's scores for
# each person and tense, and an upstream gradient that asks only about the second person's present
# tense.

# %%
x = Tensor(np.arange(15.0).reshape(3, 5), requires_grad=True)
a = square(x)
L = plus(a, scale(a, 4))

question = np.zeros((3, 5))
question[1, 1] = 1.0
L.backward(question)
x.grad

# %% [markdown]
# One entry, $10x = 60$ where $x = 6$; all others are zero, as nothing was asked about them.
#
# ## 8. Break it on purpose
#
# Of the five oracles that `check` asks, it is a good habit to know what each can't see. Here is a
# `backward` that goes by distance from the output: first the output's parents, left one first,
# then theirs. It is tidy, it is short, and on a chain it is right.


# %%
def by_distance(self, gradient=None):
    order = [self]
    for node in order:
        order.extend(p for p in node._prev if p.requires_grad and p not in order)
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + (1 if gradient is None else Tensor(gradient).data)
    for node in order:
        node._backward()


# %% [markdown]
# `minitorch.trying` hangs it in your slot for as long as the `with` block lasts. Before you run
# it: on which kinds of graph will it fail? And will PyTorch, which only ever looks at the numbers
# that come out, be able to tell?

# %% raises=true
with minitorch.trying(backward=by_distance):
    check("backward")

# %% [markdown]
# Where a short cut gives a node its turn before all of its users have had theirs, the numbers are wrong,
# and whoever compares numbers on such a graph notices, PyTorch among them. On others it is lucky:
# with `plus(b, a)` for `plus(a, b)`, the graph of section 4 gets its 30. Look at the line with the
# oracles: is there one that stayed green? It must have seen friendly graphs alone. An oracle can
# only speak of what it was shown.
#
# Now the opposite. This one finds the order with the recursive `visit` of section 5, and *every
# number it gives is right*. Which oracle is left to object?


# %%
def recursive(self, gradient=None):
    alone = gradient is None and self.size == 1
    seed = np.ones_like(self.data) if alone else Tensor(gradient).data
    if not self.requires_grad or seed.shape != self.shape:
        raise RuntimeError("which question do you ask?")
    order = []
    visit(self, order, set())
    for node in order:
        if node.requires_grad and (node._prev or node.grad is None):
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + seed
    for node in reversed(order):
        node._backward()


# %% raises=true
with minitorch.trying(backward=recursive):
    check("backward")

# %% [markdown]
# Whoever compares numbers is content: these are the right numbers, as long as there are any. It
# took a case that somebody had written down, a chain of 10,000 nodes, to bring it to its knees.
# Being right and being robust are different properties, and it takes different tests to see them.
#
# Your own body is back in its slot, by the way: run `check("backward")` again if you don't
# believe it.
#
# ## 9. Why gradients pile up between calls
#
# One rule from section 7 is still waiting for its reason: a leaf that has a `grad` keeps it, and
# the next pass adds to it. Run backward twice and see.

# %%
x = Tensor(3.0, requires_grad=True)
L = scale(square(x), 4)
L.backward()
once = x.grad
L.backward()
once, x.grad

# %% [markdown]
# 24, then 48. It is the sum rule once more: if two losses use the same $x$, then the gradient of
# their sum is the sum of their gradients, whether both were in one graph or came one after the
# other. That lets you cut a batch that does not fit into memory into pieces and call `backward`
# on each. The price: between two *unrelated* steps you must call `x.zero_grad()`, and forgetting
# it is a rite of passage.
#
# The nodes in between start from zero each time. If $\bar a$ kept its 4 from the first pass, it
# would hand on $4 + 4$ in the second, and `x.grad` would be $24 + 48 = 72$: neither of two
# sensible answers.

# %% [markdown]
# ## 10. All of it together
#
# Last check: random graphs, with short cuts, fans and constants, run on your `backward` alone.

# %% check="engine_01" points=0
check("engine_01")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("01-tensor")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A friend has written web servers for years and has never seen calculus. In five sentences or
# so: why must a node wait until it has heard from everyone who uses it, and what goes wrong,
# visibly or silently, if it doesn't? (Not part of the automatic grade; your teacher may read it.
# Writing it is worth it even if nobody does.)

# %% [markdown] written="essay_01" points=0
# Gradients flow from the output to the leaves. A node hands on its local derivative times what it
# has collected so far, once. Whoever uses it and has not yet reported is missing from what it
# hands on, and nobody comes back for the rest. There is no exception and no odd shape, only a
# number that is too small, so that training is a little worse. Hence the order: all users first,
# then the node.

# %% [markdown]
# ## Where you are, and what is next
#
# You have the heart of an autograd engine: about 30 lines that never change again, whatever ops you
# add. An op only has to bring its closure.
#
# - **Next:** `02-elementwise`, your first seven ops, each with its closure: `neg`, `exp`, `log`,
#   `tanh`, `relu`, `pow`, `gelu`.
# - **To think about:** closures hold on to `out`, and `out` holds on to its closure. Python frees
#   such a circle only when its garbage collector comes by. What does that mean for memory in a
#   training loop?
# - **To read:** PyTorch's *Autograd mechanics* note, which now reads like a description of your
#   code; Baydin, Pearlmutter, Radul and Siskind, *Automatic Differentiation in Machine Learning:
#   a Survey* (2018), for the history and for forward mode, which goes the other way.
