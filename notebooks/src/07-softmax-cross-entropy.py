# %% [markdown]
# # 07 Softmax and cross-entropy: from scores to a loss
#
# The last two ops turn five scores into an opinion, and an opinion into a number that says how bad
# it was. They are the only ones in the course that can be derived without a slip, coded without a
# slip, and *still* give `nan` on a Tuesday. So this notebook is about two things at once: a
# Jacobian that is not diagonal, and numbers that are too large.
#
# | | |
# |---|---|
# | **What you'll do** | write a softmax that survives scores of a thousand, derive its full Jacobian and watch it collapse, fuse log and softmax into one loss, compare the whole thing with PyTorch |
# | **What you'll learn** | shift invariance and the log-sum-exp trick; why a wrong softmax gradient passes a test that ends in `.sum()`; where the famous $p - y$ comes from |
# | **What you need** | notebooks 01 to 06; the quotient rule |
# | **Time to plan** | two hours |
#
# | slot | what it computes | points |
# |---|---|---|
# | `softmax(axis=-1)` | scores along an axis become positive and add up to 1 | 5 |
# | `cross_entropy(logits, targets, reduction)` | how surprised the model is by the right answers | 6 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your bodies combined at random with the ops before them | 2 |

# %%
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, cross_entropy, implement

# %% [markdown]
# ## 1. Scores become shares
#
# Five scores, one for each tense, shape $(5,)$. The *softmax* makes them positive with $e^x$ and
# divides by the total, so that they add up to 1:
#
# $$p_i = \frac{e^{x_i}}{\sum_j e^{x_j}}$$
#
# Such scores are called *logits*. Add the same $c$ to all of them: every $e^{x_i}$ is
# multiplied by $e^c$, above and below the line, so $p$ does not change. Only *differences* of
# scores count. Keep that in mind, it will save us in a minute.

# %%
scores = np.array([1.0, 2.0, 3.0, 2.0, 0.0])


def naive(x):
    return np.exp(x) / np.exp(x).sum()


print(naive(scores).round(3), naive(scores).sum())
print(naive(scores + 10).round(3))
with np.errstate(all="ignore"):
    print(naive(scores + 1000))

# %% [markdown]
# The third line should have been like the second. $e^{1000}$ is larger than any float64 (they end
# near $e^{709}$), so it is `inf`, and `inf / inf` is `nan`. A confident network does produce such
# scores.
#
# The remedy was there already: only differences count, so *subtract the largest score from all*.
# The shares are the same, the largest exponential is $e^0 = 1$, and nothing can overflow. What
# happens to a score that lies 2000 below? $e^{-2000}$ becomes 0, which is as good as right.

# %%
with np.errstate(all="ignore"):
    print(naive(scores + 1000 - (scores + 1000).max()).round(3))

# %% [markdown]
# ### Quiz 1
#
# Three logits: $x = (0, \ln 2, \ln 5)$. What is the last probability?

# %% quiz="q07_softmax"
q07_softmax = ...
### BEGIN SOLUTION
q07_softmax = 0.625
### END SOLUTION

# %% check="q07_softmax" points=1
check("q07_softmax")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q07_softmax", 0.625)
hint("q07_softmax", 5, "that is the numerator; divide by the sum of all three")
hint("q07_softmax", 0.714286, "the first one counts too: what is e to the power 0?")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. A Jacobian that is not diagonal
#
# Nudge one score and *all five* probabilities move: one takes a larger share, so the others get
# less. Derive it with the quotient rule. With $s = \sum_j e^{x_j}$:
#
# $$\frac{\partial p_i}{\partial x_i} = \frac{e^{x_i} s - e^{x_i} e^{x_i}}{s^2} = p_i (1 - p_i)
# \qquad\qquad
# \frac{\partial p_i}{\partial x_j} = \frac{0 - e^{x_i} e^{x_j}}{s^2} = - p_i\, p_j \quad (i \ne j)$$
#
# Both at once, with $\delta_{ij}$ for "1 if $i = j$, else 0":
#
# $$\underset{(5, 5)}{J_{ij}} = p_i\,(\delta_{ij} - p_j)
# \qquad\text{or}\qquad J = \operatorname{diag}(p) - p\,p^\top$$

# %%
p = naive(scores)
jacobian = np.diag(p) - np.outer(p, p)
print(jacobian.round(3))
print("row sums:", np.abs(jacobian.sum(axis=1)).max().round(15))

# %% [markdown]
# Every row adds up to zero. That is the shift invariance again: add the same to all scores, and
# nothing moves. And every *column* adds up to zero, because the probabilities always add up to 1:
# what one gains the others lose. Remember this column sum.
#
# Now collapse it. The closure needs the product $\bar x = \bar p\, J$ and never the $(5, 5)$ table
# itself:
#
# $$\bar x_j = \sum_i \bar p_i\, p_i\,(\delta_{ij} - p_j)
# = \bar p_j\, p_j - p_j \sum_i \bar p_i\, p_i
# \qquad\Longrightarrow\qquad
# \underset{(5,)}{\bar x} = p \odot \Bigl(\bar p - \underbrace{\textstyle\sum_i \bar p_i\, p_i}_{\text{one number}}\Bigr)$$

# %% [markdown]
# In words: what matters about an upstream gradient is how much it differs from its *weighted
# average*. If everyone is asked to grow alike, nobody can.
#
# **By hand.** $p = (\tfrac12, \tfrac14, \tfrac14)$ and $\bar p = (4, 0, 8)$: the average is
# $2 + 0 + 2 = 4$, the differences are $(0, -4, 4)$, and $\bar x = (0, -1, 1)$. It adds up to
# zero, as it must.
#
# For a tensor of any rank it is the same along one `axis`, and the "one number" becomes a sum along
# that axis with `keepdims=True`.
#
# ### Quiz 2
#
# $p = (0.5, 0.3, 0.2)$ and $\bar p = (1, 0, 0)$. What is $\bar x_1$? (Counting from 0.)

# %% quiz="q07_jacobian"
q07_jacobian = ...
### BEGIN SOLUTION
q07_jacobian = -0.15
### END SOLUTION

# %% check="q07_jacobian" points=1
check("q07_jacobian")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q07_jacobian", -0.15)
hint(
    "q07_jacobian", 0, "its own upstream is zero, but nudging it takes from the share of the first"
)
hint("q07_jacobian", 0.15, "if it grows, does the first share grow or shrink?")
hint("q07_jacobian", 0.25, "counting starts at 0")
hint("q07_jacobian", 0.21, "that is p(1 - p), for a question about its own share")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Write `softmax`
#
# Two lines forward (shift, exponentiate and divide), one line back. Which of input and output does
# the closure need? And one edge: an axis of side 0 has no maximum. NumPy's `max` takes
# `initial=-np.inf`, which makes it an empty question with an empty answer.
#
# <details><summary>Hint 1: along an axis</summary>
#
# `self.data.max(axis=axis, keepdims=True, initial=-np.inf)`; and the same `axis=axis,
# keepdims=True` in every sum.
# </details>
#
# <details><summary>Hint 2: nearly there</summary>
#
# With `p, g = out.data, out.grad` the closure adds
# `p * (g - (p * g).sum(axis=axis, keepdims=True))`.
# </details>


# %% answer="softmax"
@implement
def softmax(self, axis=-1):
    """p = exp(x) / sum of exp(x) along an axis, for scores of any size.

    self     any shape S of rank 1 or more
    axis     the axis along which p adds up to 1, may be negative
    returns  a Tensor of shape S

    Formula:  grad(x) = p * (grad(p) - sum(p * grad(p)))     the sum along axis, kept
    Example:  x = [ln 2, 0, 0], grad(p) = [4, 0, 8]  ->  p = [.5, .25, .25], grad(x) = [0, -1, 1]
    """
    ### BEGIN SOLUTION
    shifted = self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf)
    weights = np.exp(shifted)
    out = Tensor(weights / weights.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad:
            p, g = out.data, out.grad
            self.grad = self.grad + p * (g - (p * g).sum(axis=axis, keepdims=True))

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="softmax" points=5
check("softmax")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("softmax")
passes_gradcheck("softmax")
survives_hypothesis("softmax", examples=100)
handles_edges("softmax")
keeps_the_graph("softmax")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: a rule that knows nothing.** Notebook 03 used softmax as a witness against
# tests that end in `.sum()`. Now the witness is yours. The first cell makes a softmax from any
# `rule(p, g, axis)` for its closure; the second runs one that never looks at the upstream gradient.


# %%
def softmax_with(rule):
    def body(self, axis=-1):
        e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
        out = Tensor(e / e.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")

        def _backward():
            if self.requires_grad:
                self.grad = self.grad + rule(out.data, out.grad, axis)

        out._backward = _backward
        return out

    return body


# %%
def no_upstream(p, g, axis):
    return p * (1 - p.sum(axis=axis, keepdims=True))


upstreams = {"ones": np.ones(5), "random": np.array([0.3, -1.2, 0.8, 0.1, -0.5])}
for name, body in (("yours", Tensor.softmax), ("no upstream", softmax_with(no_upstream))):
    for upstream, g in upstreams.items():
        x = Tensor(scores, requires_grad=True)
        body(x).backward(g)
        print(f"{name:12} {upstream:7}", x.grad.round(3) + 0)  # + 0 makes 0 of -0

# %% [markdown]
# With ones, which is what `.sum()` sends back, the true gradient is *zero*: it is the column sum of
# section 2. So every rule that gives zero passes, even one that ignores what it is asked. A random
# upstream gradient tells the two apart at once.
#
# **Break it on purpose: the diagonal alone.** And a rule that treats softmax like an elementwise
# op, $p\,(1 - p) \odot \bar p$, which is to say: the diagonal of $J$ and nothing else. Whoever
# compares numbers will see it. Will the report also see *what* is missing?

# %% raises=true
with minitorch.trying(softmax=softmax_with(lambda p, g, axis: p * (1 - p) * g)):
    check("softmax")

# %% [markdown]
# ## 4. How surprised are you?
#
# The model gives share $p_t$ to the tense $t$ that turns out to be right. Its surprise is
# $-\ln p_t$: 0 if it was certain, large if it was certain of something else. That is the
# *cross-entropy* loss of one example. Two ops that you have would do: softmax, then log. What
# happens if one score is far below the others?

# %%
with np.errstate(all="ignore"):
    x = Tensor([0.0, -1000.0])
    print(x.softmax().log().data)

# %% [markdown]
# The second should be $-1000$, and it is `-inf`: the share was rounded to 0, and the log of 0 is
# gone for good. Not even your stable softmax can help, because the number was lost *between* the
# two ops. So do not go there. Take the log on paper:
#
# $$-\ln p_t = -\ln \frac{e^{x_t}}{\sum_j e^{x_j}} = \ln \sum_j e^{x_j} - x_t$$
#
# No division, and the log is of a sum that is never 0 once the largest score has been subtracted:
# with $m = \max_j x_j$,
#
# $$\ln \sum_j e^{x_j} = m + \ln \sum_j e^{x_j - m}.$$
#
# This is the *log-sum-exp* trick. Check: $x = (0, -1000)$ gives $0 + \ln(1 + 0) + 1000 = 1000$.

# %% [markdown]
# ## 5. The famous $p - y$
#
# Derive the gradient of one example's loss $\ell = \ln \sum_j e^{x_j} - x_t$. The first term first:
#
# $$\frac{\partial}{\partial x_i} \ln \sum_j e^{x_j} = \frac{e^{x_i}}{\sum_j e^{x_j}} = p_i$$
#
# The derivative of log-sum-exp *is* softmax. The second term contributes $-1$ where $i = t$. With
# $y$ for the one-hot vector of the right answer:
#
# $$\underset{(C,)}{\frac{\partial \ell}{\partial x}} = \underset{(C,)}{p} - \underset{(C,)}{y}$$
#
# What the model said, minus what it should have said. After a page of Jacobians, that is worth a
# moment of silence: fused with the log, the whole $(C, C)$ table has turned into one subtraction.

# %% [markdown]
# With a whole batch, the logits have shape $(B, C)$ and the targets $(B,)$, integers from 0 to
# $C - 1$. More generally, logits $(\dots, C)$, with the classes on the last axis, and targets
# $(\dots)$; for the logits of one example, shape $(C,)$, that is a single integer. `reduction`
# says what becomes of the losses, one for each example:
#
# | `reduction` | result | gradient for one example |
# |---|---|---|
# | `"none"` | all of them, shape $(\dots)$ | $(p - y)$ times *its own* upstream number |
# | `"sum"` | their sum, shape $()$ | $(p - y)\,\bar\ell$ |
# | `"mean"` | their mean, shape $()$ | $(p - y)\,\bar\ell / N$ with $N$ examples |
#
# Do not forget $\bar\ell$: the loss may be multiplied by something later on.
#
# **By hand.** Logits $(0, \ln 3)$, target 1: then $p = (\tfrac14, \tfrac34)$ and $y = (0, 1)$, the
# loss is $-\ln \tfrac34 = 0.2877$, and its gradient is $(\tfrac14, -\tfrac14)$. It adds up to zero
# again: whatever pushes the right score up pushes the others down.
#
# ### Quiz 3
#
# A batch of $B = 4$ examples with $C = 5$ classes, reduction `"mean"`. All logits are equal. What is
# the gradient of the loss with respect to a logit that belongs to a *right* answer?

# %% quiz="q07_cross_entropy"
q07_cross_entropy = ...
### BEGIN SOLUTION
q07_cross_entropy = -0.2
### END SOLUTION

# %% check="q07_cross_entropy" points=1
check("q07_cross_entropy")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q07_cross_entropy", -0.2)
hint("q07_cross_entropy", -0.8, "that is p - y; what does the mean do to it?")
hint("q07_cross_entropy", 0.05, "that is the gradient of a wrong answer's logit")
hint("q07_cross_entropy", 0.2, "to be less surprised, should this logit grow or shrink?")
hint("q07_cross_entropy", -0.04, "the mean is over examples, not over all 20 logits")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Write `cross_entropy`
#
# A function slot, like `cat`. The targets are an int, an array, a list or a Tensor of integers, and
# have no gradient. A target outside of $0 \dots C - 1$ is an error, so raise one: NumPy would read
# $-1$ as "the last class" and say nothing. The same goes for a `reduction` that is none of the three.
#
# Before you unfold anything: which three arrays will you need, and of which shapes? (There is one
# of shape $(\dots, C)$ that serves the loss *and* the gradient.)
#
# <details><summary>Hint 1: the log-probabilities</summary>
#
# Section 4 along the last axis, for all classes at once: `shifted = x - x.max(axis=-1, keepdims=True)`,
# then `logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))`. The loss needs `logp`
# in the target's place, and in the closure `np.exp(logp)` is $p$ again.
# </details>
#
# <details><summary>Hint 2: picking the right score of each example</summary>
#
# First make one integer array of whatever came: `np.asarray(targets, dtype=int)` takes an int, an
# array, a list and a Tensor alike. Then `np.take_along_axis(logp, targets[..., np.newaxis], axis=-1)`
# picks one number along the last axis for each example, and keeps the axis with side 1.
# </details>
#
# <details><summary>Hint 3: subtracting y</summary>
#
# `np.eye(C, dtype=...)[targets]` is a one-hot array, a row for each target. Give it the logits'
# dtype: without one it is FP64, and pulls a float32 gradient up with it.
# </details>
#
# <details><summary>Hint 4: the upstream for "none"</summary>
#
# There `out.grad` has shape $(\dots)$, one number an example. `out.grad[..., np.newaxis]` makes it
# fit $(\dots, C)$.
# </details>


# %% answer="cross_entropy"
@implement
def cross_entropy(logits, targets, reduction="mean"):
    """-ln softmax(logits)[target] for each example, stable for logits of any size.

    logits     a Tensor (..., C), the classes last
    targets    integers (...) from 0 to C - 1: an int, an array, a list or a Tensor of integers;
               outside is an error
    reduction  "mean", "sum", or "none"; anything else is an error
    returns    a Tensor of shape (), or (...) for "none"

    Formula:  grad(logits) = (p - onehot(target)) * grad(loss)    and / N for the mean of N
    Example:  logits = [[0, ln 3]], targets = [1], grad(loss) = 1
              ->  loss = 0.2877, grad = [[0.25, -0.25]]
    """
    ### BEGIN SOLUTION
    targets = np.asarray(targets.data if isinstance(targets, Tensor) else targets)
    classes = logits.shape[-1]
    if targets.size and (targets.min() < 0 or targets.max() >= classes):
        raise IndexError(f"targets must be in 0..{classes - 1}")
    picked = targets[..., np.newaxis].astype(int)
    shifted = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logp, picked, axis=-1)[..., 0]
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f'reduction is "mean", "sum" or "none", got {reduction!r}')
    value = losses if reduction == "none" else getattr(losses, reduction)()
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            grad = np.exp(logp)
            np.put_along_axis(grad, picked, np.take_along_axis(grad, picked, axis=-1) - 1, axis=-1)
            share = out.grad / (losses.size if reduction == "mean" else 1)
            logits.grad = logits.grad + grad * (
                share[..., np.newaxis] if reduction == "none" else share
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="cross_entropy" points=6
check("cross_entropy")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("cross_entropy")
passes_gradcheck("cross_entropy")
survives_hypothesis("cross_entropy", examples=100)
handles_edges("cross_entropy")
keeps_the_graph("cross_entropy")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose: two steps.** The loss below is made of six ops that you have written, and
# mathematically it is the same. On everyday logits it agrees to fifteen digits. Which oracle will
# find the day on which it doesn't?


# %%
def two_steps(logits, targets, reduction="mean"):
    targets = np.asarray(targets.data if isinstance(targets, Tensor) else targets, dtype=int)
    if (targets < 0).any() or (targets >= logits.shape[-1]).any():
        raise IndexError("target out of range")
    y = np.eye(logits.shape[-1], dtype=logits.dtype)[targets]
    losses = -(logits.softmax().log() * y).sum(axis=-1)
    return losses if reduction == "none" else getattr(losses, reduction)()


# %% raises=true
with minitorch.trying(cross_entropy=two_steps):
    check("cross_entropy")

# %% [markdown]
# A share of 0, its log is `-inf`, and `-inf` times 0 is `nan`. Only the logits that somebody wrote
# down, a thousand and more apart, bring it to its knees; the random ones never go that far, and a
# confident network's do. This is why PyTorch's `cross_entropy` takes logits and not probabilities.

# %% [markdown]
# ## 7. The whole grid, against PyTorch
#
# Everything at once: scores, mixed by a weight of shape $(5, 5)$, judged by the loss, once in your
# engine and once in PyTorch. PyTorch wants the classes on the *second* axis, so for it we flatten
# whatever stands before them.

# %%
import torch


def mine(scores, weight, targets):
    w = Tensor(weight, requires_grad=True)
    loss = cross_entropy(Tensor(scores) @ w, targets)
    loss.backward()
    return loss.item(), w.grad


def theirs(scores, weight, targets):
    w = torch.tensor(weight, requires_grad=True)
    logits = (torch.tensor(scores) @ w).reshape(-1, 5)
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(targets).reshape(-1))
    loss.backward()
    return loss.item(), w.grad.numpy()


# %% [markdown]
# Three shapes that the rest of the course uses: one verb, the whole grid, and a batch of 64 examples
# with five scores each. Two numbers a line: how far apart the losses are, and how far the gradients
# of the weight.

# %%
rng = np.random.default_rng(7)
weight = rng.standard_normal((5, 5))
for shape in ((3, 5), (20, 3, 5), (64, 5)):
    scores, targets = rng.standard_normal(shape), rng.integers(0, 5, size=shape[:-1])
    (loss, grad), (other, reference) = (f(scores, weight, targets) for f in (mine, theirs))
    print(f"{shape!s:10}  {abs(loss - other):.0e}  {np.abs(grad - reference).max():.0e}")

# %% [markdown]
# The same to the last digit or the last but one. On one side stands a library of some millions of
# lines, on the other your five hundred.
#
# ## 8. All of it together
#
# Random programs once more, of everything that you have written since notebook 01, with your two
# new ops among it and nobody's bodies but yours.

# %% check="engine_07" points=2
check("engine_07")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("07-softmax-cross-entropy")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A model's loss is `nan` from step 300 on. Its last lines are `probs = logits.softmax()` and
# `loss = -probs.log()[range(N), targets].mean()`. What do you suspect, what do you print to find
# out, and what do you change? (Not part of the automatic grade.)

# %% [markdown] written="essay_07" points=0
# By step 300 the model is confident, so some probability has been rounded to exactly 0. Its log is
# -inf, and in the backward pass 0 * inf gives nan, which spreads to every weight. Printing the
# smallest probability and the largest difference of logits shows it. The cure is to compute the
# log-probabilities in one step, with log-sum-exp: cross_entropy on the logits.

# %% [markdown]
# ## Where you are, and what is next
#
# All 22 ops are there. Run `python -m minitorch export mytorch.py` in a terminal: one file, your
# own library, of some five hundred lines. Keep it.
#
# - **Next:** `08-two-oracles`, where you change sides and write the tests.
# - **To think about:** the Jacobian of softmax has rank 4, not 5. Which direction is missing, and
#   what does that mean for a network's last bias?
# - **To read:** Blanchard, Higham and Higham, *Accurately computing the log-sum-exp and softmax
#   functions* (2021), for how far one can take section 4.
