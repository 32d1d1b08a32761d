# %% [markdown]
# # 03 Gradcheck: how to nudge, and how far
#
# Nine ops from now you'll write a gradient that is wrong and looks right. Who tells you? PyTorch
# can, if it has your op. A *gradcheck* always can: it needs no formula, no second library, only
# your forward and a small nudge. Today you build one. And you find out that "small" is the
# interesting word.
#
# | | |
# |---|---|
# | **What you'll do** | write two numerical derivatives, draw how wrong they are against the size of the step, read the picture, and write `gradcheck` |
# | **What you'll learn** | truncation and roundoff, and why neither a large nor a tiny step is right; how a bad step and a bug look different; why a test must not end in `.sum()` |
# | **What you need** | notebooks 01 and 02; Taylor's formula up to the term with $h^3$ |
# | **Time to plan** | two hours |
#
# | exercise | what it computes | points |
# |---|---|---|
# | `numerical_derivative` | $f'(x)$ from two values of $f$ | 2 |
# | `error_curve` | how far it is from your `backward`, step by step | 2 |
# | `gradcheck` (a slot) | does a gradient fit its function? `True` or `False` | 6 |
# | three quiz questions | a number each | 3 |
# | the whole engine | your gradcheck on your own ops | 2 |

# %%
import matplotlib.pyplot as plt
import numpy as np

import minitorch
from autograder import check
from minitorch import Tensor, implement

# %% [markdown]
# ## 1. Two ways to nudge
#
# A derivative is the slope that you see when you step a little. Step forward by $h$, or step to
# both sides and look at the middle:
#
# $$\text{forward: } \frac{f(x + h) - f(x)}{h} \qquad\qquad \text{central: } \frac{f(x + h) - f(x - h)}{2h}$$
#
# Both cost two evaluations. Are they equally good? Try $f(x) = x^3$ at $x = 1$, where the slope
# is 3, with a step that is easy to do by hand, $h = 0.1$. Then $1.1^3 = 1.331$ and
# $0.9^3 = 0.729$:
#
# $$\frac{1.331 - 1}{0.1} = 3.31 \qquad\qquad \frac{1.331 - 0.729}{0.2} = 3.01$$
#
# One is off by 0.31, the other by 0.01. Where does the difference come from?

# %% [markdown]
# **Derive.** Taylor's formula, to both sides of $x$ (all functions of $x$, which we leave out):
#
# $$f(x \pm h) = f \pm h f' + \frac{h^2}{2} f'' \pm \frac{h^3}{6} f''' + \dots$$
#
# Subtract and divide, and see what is left beside $f'$:
#
# $$\text{forward: } f' + \underbrace{\frac{h}{2} f''}_{\text{shrinks like } h} + \dots
# \qquad\qquad
# \text{central: } f' + \underbrace{\frac{h^2}{6} f'''}_{\text{shrinks like } h^2} + \dots$$
#
# In the central one the terms with even powers are the same on both sides, and cancel. What is
# left over is called the *truncation error*, because we cut Taylor's series off. Make $h$ ten
# times smaller: the forward error becomes ten times smaller, the central one a hundred times.
#
# ### Quiz 1
#
# By how much is the *forward* difference too large for $f(x) = x^3$ at $x = 2$ with $h = 0.1$?
# (By hand, exactly.)

# %% quiz="q03_forward"
q03_forward = ...
### BEGIN SOLUTION
q03_forward = 0.61
### END SOLUTION

# %% check="q03_forward" points=1
check("q03_forward")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q03_forward", 0.61)
hint("q03_forward", 12.61, "that is the difference quotient itself; how far is it from the slope?")
hint("q03_forward", 0.6, "that is the first term of the error; by hand there is one more")
hint("q03_forward", 0.01, "that is the central difference's error")
### END HIDDEN TESTS

# %% [markdown]
# Now in code. Let $x$ be an array, and $f$ a function that works on each of its elements, like
# `np.exp`. Then one subtraction does all elements at once.
#
# <details><summary>Hint: a trap with float32</summary>
#
# A step that comes out of a NumPy array is a NumPy number, and in notebook 02 you saw it pull a
# float32 array up to float64. `float(eps)` makes a plain number of it, which is more modest.
# </details>


# %% answer="numerical_derivative" function=true
def numerical_derivative(f, x, eps, central=True):
    """The slope of an elementwise function, from two of its values.

    f        array of shape S -> array of shape S, element by element, for instance np.exp
    x        array of shape S, float64 or float32; never written into
    eps      the step h, a number above 0
    central  True: step to both sides; False: step forward
    returns  array of shape S and of x's dtype

    Formula:  (f(x + h) - f(x - h)) / (2 * h),  or forward  (f(x + h) - f(x)) / h
    Example:  f = lambda x: x**3, x = [1.0], eps = 0.1  ->  [3.01], and forward [3.31]
    """
    ### BEGIN SOLUTION
    eps = float(eps)
    if central:
        return (f(x + eps) - f(x - eps)) / (2 * eps)
    return (f(x + eps) - f(x)) / eps
    ### END SOLUTION


# %% check="numerical_derivative" points=2
check("numerical_derivative")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("numerical_derivative", examples=100)
handles_edges("numerical_derivative")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. The smaller the better?
#
# $h^2/6$ suggests a plan: take $h$ as small as it gets. The exponential function at 1 has slope
# $e$, so we know how wrong each estimate is. Before you run this: at which line will the error be
# smallest?

# %%
x = np.array(1.0)
for k in range(1, 16):
    error = numerical_derivative(np.exp, x, 10.0**-k) - np.e
    print(f"h = 1e-{k:02}   error = {abs(error):.1e}")

# %% [markdown]
# At first all goes by the book, a hundred times better with each line. From about $10^{-5}$ on it
# gets *worse*, and at $10^{-15}$ hardly a digit is right. Mathematics has not changed on the way,
# so it must be the numbers. Look at the two values that are subtracted:

# %%
for eps in (1e-4, 1e-8, 1e-12):
    print(f"h = {eps:g}")
    print(f"  {np.exp(1 + eps):.16f}")
    print(f"  {np.exp(1 - eps):.16f}")

# %% [markdown]
# A float64 holds about 16 digits, and no more. At $h = 10^{-12}$ the two values agree in the
# first 11 of them; subtract, and those are gone. The answer is made of the five that are left,
# and the very last one was rounded. Dividing by a tiny $2h$ then blows that last digit up to full
# size.
#
# This is *roundoff*, and it goes the other way: with $\delta = 2.2 \cdot 10^{-16}$, the spacing
# of float64 numbers around 1, each value of $f$ is off by some $\delta\,|f|$, and so the quotient
# by some $\delta\,|f| / h$. **Halve the step and the roundoff doubles.**

# %% [markdown]
# ## 3. The best step
#
# Put both errors together, relative to the true slope:
#
# $$E(h) \;\approx\; \underbrace{\frac{\delta\,|f|}{h\,|f'|}}_{\text{roundoff}} \;+\;
# \underbrace{\frac{h^2\,|f'''|}{6\,|f'|}}_{\text{truncation}}$$
#
# Take logarithms and each term is a straight line: $\log E$ falls with slope $-1$ where roundoff
# rules, on the left, and rises with slope $+2$ where truncation rules, on the right. A V. At its
# foot the derivative of $E$ is zero:
#
# $$-\frac{\delta\,|f|}{h^2} + \frac{h\,|f'''|}{3} = 0
# \qquad\Longrightarrow\qquad
# h^\ast = \left(3\,\delta\,\left|\frac{f}{f'''}\right|\right)^{1/3}$$
#
# For a function whose $f$ and $f'''$ are of one size, as $e^x$, that is
# $(3\delta)^{1/3} = 9 \cdot 10^{-6}$. Remember it as *the cube root of delta*. The same game with
# the forward difference gives the square root, and a much worse foot. Here are both roots, and
# what the two errors add up to there:
#
# | | $\delta$ | central: $\delta^{1/3}$, error $E$ | forward: $\delta^{1/2}$, error $E$ |
# |---|---|---|---|
# | FP64 | $2.2 \cdot 10^{-16}$ | $6 \cdot 10^{-6}$, $4 \cdot 10^{-11}$ | $1.5 \cdot 10^{-8}$, $2 \cdot 10^{-8}$ |
# | FP32 | $1.2 \cdot 10^{-7}$ | $5 \cdot 10^{-3}$, $3 \cdot 10^{-5}$ | $3.5 \cdot 10^{-4}$, $5 \cdot 10^{-4}$ |
#
# $E$ takes each rounding at its worst, so as a rule you will measure less.
#
# ### Quiz 2
#
# Half precision, FP16, has $\delta = 2^{-10}$. Which central step does $(3\delta)^{1/3}$ advise
# there? Round it to two decimals.

# %% quiz="q03_half"
q03_half = ...
### BEGIN SOLUTION
q03_half = 0.14
### END SOLUTION

# %% check="q03_half" points=1
check("q03_half")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q03_half", 0.14, decimals=2)
hint("q03_half", 0.1, "that is the cube root of delta; with the 3 it is a little more")
hint("q03_half", 0.05, "that is a square root, the forward difference's")
### END HIDDEN TESTS

# %% [markdown]
# A step of 0.14 is no longer small, and the error at the foot is about one per cent. This is why
# gradients are checked in FP64, even those of models that will later run in FP16.
#
# ## 4. Draw it, with an op of yours
#
# Theory is one thing. Here is the experiment: your `tanh` from notebook 02 (or another op; you
# choose below), 200 points, every step from 1 down to $10^{-14}$. For each step, compare
# `numerical_derivative` of your forward with the gradient that your `backward` gives, as a
# relative error, and take the root of the mean square over the points.
#
# <details><summary>Hint 1: the exact side</summary>
#
# One tensor that requires grad, one call of `f`, one `backward` with ones. Ones are fine here: in
# an elementwise op each point has its own output, and nothing is mixed. The gradients are then
# $f'(x)$ itself.
# </details>
#
# <details><summary>Hint 2: the numerical side</summary>
#
# `numerical_derivative` wants a function from array to array, and `f` goes from Tensor to Tensor.
# Wrap it: `lambda a: f(Tensor(a)).data`.
# </details>


# %% answer="error_curve" function=true
def error_curve(f, x, steps, central=True):
    """The relative error of the numerical derivative, for each of several steps.

    f        Tensor of shape (N,) -> Tensor of shape (N,), element by element: Tensor.tanh
    x        array of shape (N,), float64 or float32; the work is done in its dtype
    steps    array of shape (K,), the steps h
    central  as for numerical_derivative
    returns  array of shape (K,): sqrt(mean over x of (numerical / exact - 1)**2)

    Example:  f = lambda t: t**3, x = [1.0], steps = [0.1]  ->  [0.003333], as 3.01 / 3 - 1
    """
    ### BEGIN SOLUTION
    leaf = Tensor(x, requires_grad=True)
    f(leaf).backward(np.ones_like(x))
    errors = []
    for eps in steps:
        slope = numerical_derivative(lambda a: f(Tensor(a)).data, x, eps, central)
        errors.append(np.sqrt(np.mean((slope / leaf.grad - 1) ** 2)))
    return np.array(errors)
    ### END SOLUTION


# %% check="error_curve" points=2
check("error_curve")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("error_curve", examples=20)
handles_edges("error_curve")
### END HIDDEN TESTS

# %% [markdown]
# Now the picture. Both axes are logarithmic, so that a power of $h$ is a straight line and its
# exponent the slope. Change `op` and look at another of your ops: `Tensor.exp`, `Tensor.gelu`,
# `lambda t: t**3`.


# %%
def against_step(curves):
    plt.figure(figsize=(7, 4))
    style = zip(("#0072B2", "#E69F00", "#D55E00"), "os^", strict=True)
    for (label, h, error), (color, marker) in zip(curves, style, strict=True):
        plt.loglog(h, error, color=color, marker=marker, markersize=3, label=label)
    plt.xlabel("step h")
    plt.ylabel("relative error")
    plt.legend(frameon=False)
    plt.show()


# %%
op = Tensor.tanh
points, points32 = np.linspace(0.3, 1.5, 200), np.linspace(0.3, 1.5, 200, dtype=np.float32)
steps, steps32 = np.logspace(0, -14, 57), np.logspace(0, -6, 25)

central = error_curve(op, points, steps)
forward = error_curve(op, points, steps, central=False)
single = error_curve(op, points32, steps32)

fp64 = [("central", steps, central), ("forward", steps, forward)]
against_step([*fp64, ("central, FP32", steps32, single)])

# %% [markdown]
# Read it from right to left. Coming from $h = 1$ all three fall, the central ones twice as
# steeply. Then roundoff takes over, along nearly the same line for both FP64 curves: it hardly
# cares which formula you use. (Forward divides by $h$ and not by $2h$, so its line lies a little
# higher.) FP32 has a roundoff line of its own, nearly nine orders of magnitude higher, and meets
# it at a step some 500 times larger. Are the slopes what we derived? Fit straight lines and see.


# %%
def slope(errors, low, high):
    part = (steps >= low) & (steps <= high)
    return np.polyfit(np.log10(steps[part]), np.log10(errors[part]), 1)[0]


for name, errors in (("central", central), ("forward", forward)):
    right, left = slope(errors, 1e-3, 1e-1), slope(errors, 1e-13, 1e-9)
    print(f"{name}: on the right {right:+.2f}, on the left {left:+.2f}")
print(f"foot of central: h = {steps[central.argmin()]:.1e}, error {central.min():.1e}")

# %% [markdown]
# $+2$ and $+1$ on the right, $-1$ and $-1$ on the left. The foot tends to lie at a somewhat
# smaller step than $(3\delta)^{1/3}$: roundings go up as often as down and partly cancel, so
# there is less roundoff than our worst case said, and the V's left arm lies lower.
#
# This course, like PyTorch, nudges by $10^{-6}$. Find it in the picture: just left of the foot,
# error below $10^{-9}$, with room to spare.
#
# ## 5. A bad step is a V, a bug is a plateau
#
# What if the *other* side is wrong, the gradient? Two `tanh` with a broken closure: one is off by
# a tenth of a per cent, one has a sign error. Sketch both curves into the picture above, in your
# mind, before you look.


# %%
def tanh_times(factor):
    def wrong(self):
        out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

        def _backward():
            if self.requires_grad:
                self.grad = self.grad + factor * (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    return wrong


# %%
factors = {"right": 1.0, "off by 0.1 %": 1.001, "sign error": -1.0}
against_step(
    [(name, steps, error_curve(tanh_times(c), points, steps)) for name, c in factors.items()]
)

# %% [markdown]
# A truncation error shrinks when the step does. A mistake does not: however good the estimate
# becomes, the distance to a wrong gradient stays what it is. So when a gradcheck says no, **try
# another step. If the distance moves, suspect the step; if it stays, suspect the gradient.** A
# sign error sits at 2, as $|{-1} - 1| = 2$.
#
# One innocent thing makes a plateau, too: a kink. For relu at exactly 0 the central difference is
# $\tfrac12$ for *every* step, and the convention says 0. So a plateau means *look here*, not yet
# *you are wrong*.
#
# ## 6. Many inputs, many outputs
#
# Real ops mix: each output may depend on every input. `backward` answers with a vector-Jacobian
# product, so that is what we must nudge, too. Choose an upstream gradient $w$ in the output's
# shape and make one number out of the output:
#
# $$L(x) = \sum_j w_j\, f_j(x) \qquad\Longrightarrow\qquad \bar x_i = \frac{\partial L}{\partial x_i}
# \approx \frac{L(x + h e_i) - L(x - h e_i)}{2h}$$
#
# where $e_i$ nudges element $i$ alone. That takes two runs of $f$ for each element of each input,
# and gives one number to hold against one entry of `x.grad`.

# %% [markdown]
# ### Quiz 3
#
# $f$ takes two tensors that require grad, the verb grid $(20, 3, 5)$ and a matrix $(5, 8)$. How
# many times is $f$ run *for the nudges*?

# %% quiz="q03_runs"
q03_runs = ...
### BEGIN SOLUTION
q03_runs = 680
### END SOLUTION

# %% check="q03_runs" points=1
check("q03_runs")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q03_runs", 680)
hint("q03_runs", 340, "each element is nudged twice: up and down")
hint("q03_runs", 681, "the one run that backward needs is no nudge")
hint("q03_runs", 24000, "the inputs are nudged one after the other, not in all combinations")
### END HIDDEN TESTS

# %% [markdown]
# And which $w$? All ones is tempting: then $L$ is just `out.sum()`, and $w$ need not even be
# mentioned. Here is an op that shows what that does. *Softmax* turns five scores into five shares
# $p_i$ that are positive and add up to 1 (notebook 07 is about it; today it is only a witness).
# Its rule is $\bar x = p \odot (\bar y - \sum_j p_j \bar y_j)$. Next to it a wrong one, with a
# plain mean in place of the weighted one.


# %%
def right_rule(p, g):
    return p * (g - (p * g).sum())


def wrong_rule(p, g):
    return p * (g - g.mean())


scores = np.array([-1.0, 0.0, 0.5, 1.0, 2.0])
p = np.exp(scores) / np.exp(scores).sum()
for g in (np.ones(5), np.array([0.3, -1.2, 0.8, 0.1, -0.5])):
    print(right_rule(p, g).round(3), wrong_rule(p, g).round(3))

# %% [markdown]
# With ones, both give zeros, and *so would any rule that returns nothing at all*. It has to be
# so: the shares always add up to 1, so their sum never moves, so its gradient is zero. A check
# that ends in `.sum()` asks softmax a question whose answer is 0 whatever you know about softmax.
# With a random $w$ the two rules part at once.
#
# **Always check with a random upstream gradient.** A test with ones is how wrong rules survive
# for years.
#
# ## 7. Write `gradcheck`
#
# 1. `inputs` is one Tensor, or a tuple (or list) of them. Call `f(*inputs)`, draw a random $w$ in
#    the output's shape, and run `backward(w)`. Keep what landed in the `.grad` of each input,
#    which is zeros if nothing did.
# 2. For every element of every input that requires grad: nudge up, run $f$, nudge down, run $f$,
#    put the element back. Compare.
# 3. `True` if no distance is above `atol`, else `False`. And leave everything as you found it:
#    all data, and all grads, also those that were there before you came.
#
# Nudging is the only place in this course where you write into a tensor's `data`. It is safe
# because $f$ builds a new graph each time it runs.

# %% [markdown]
# <details><summary>Hint 1: old grads</summary>
#
# A leaf's grad piles up (notebook 01, section 9). So put the old `x.grad` aside, call
# `x.zero_grad()`, and hang the old one back when you have read yours. `try: ... finally: ...`
# does that even if `f` raises.
# </details>
#
# <details><summary>Hint 2: all elements, whatever the shape</summary>
#
# `for index in np.ndindex(x.shape):` goes through all index tuples, also for shape `()`, where
# there is one, the empty tuple. `x.data[index]` reads and writes that element.
# </details>
#
# <details><summary>Hint 3: nan</summary>
#
# Every comparison with `nan` is false. `if distance > atol: return False` therefore lets a `nan`
# gradient pass; `if not distance <= atol` doesn't.
# </details>
#
# <details><summary>Hint 4: the loss</summary>
#
# A small function inside: `float((f(*inputs).data * w).sum())`. Use the *same* `w` as in
# `backward`, every time. And if the output requires no grad at all, there is nothing to run
# backward through, and the gradients are zeros.
# </details>


# %% answer="gradcheck"
@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    """Whether backward through f agrees with central differences, element by element.

    f        called as f(*inputs); returns one Tensor of any shape
    inputs   one Tensor, or a tuple or list of them, of any shapes; those that require grad are checked
    eps      the step
    atol     the largest distance allowed between a gradient and its estimate; nan never passes
    returns  True or False; data and grads of all inputs are left as they were

    Formula:  grad(x)[i]  against  (L(x[i] + eps) - L(x[i] - eps)) / (2 * eps),
              where L = sum(w * f(*inputs)) and w is random, in the output's shape
    Example:  gradcheck(Tensor.exp, Tensor([0.0, 1.0], requires_grad=True))  ->  True
    """
    ### BEGIN SOLUTION
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    before = [x.grad for x in inputs]
    try:
        for x in inputs:
            x.zero_grad()
        out = f(*inputs)
        upstream = np.random.default_rng(0).standard_normal(out.shape).astype(out.dtype)
        if out.requires_grad:
            out.backward(upstream)
        analytic = [np.zeros(x.shape) if x.grad is None else x.grad for x in inputs]
    finally:
        for x, grad in zip(inputs, before, strict=True):
            x.grad = grad

    def loss():
        return float((f(*inputs).data * upstream).sum())

    for x, grad in zip(inputs, analytic, strict=True):
        if not x.requires_grad:
            continue
        if grad.shape != x.shape:
            return False
        for index in np.ndindex(x.shape):
            value = x.data[index]
            x.data[index] = value + eps
            above = loss()
            x.data[index] = value - eps
            below = loss()
            x.data[index] = value
            if not abs((above - below) / (2 * eps) - grad[index]) <= atol:
                return False
    return True
    ### END SOLUTION


# %% check="gradcheck" points=6
check("gradcheck")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    survives_hypothesis,
)

matches_pytorch("gradcheck")
survives_hypothesis("gradcheck", examples=100)
handles_edges("gradcheck")
keeps_the_graph("gradcheck")
### END HIDDEN TESTS

# %% [markdown]
# Now you hold the tool yourself. Turn it on your own seven ops, with inputs of shape $(3, 5)$,
# one verb's scores. (All positive, for the logarithm's sake.)

# %%
grid = Tensor(np.random.default_rng(1).uniform(0.3, 2.0, (3, 5)), requires_grad=True)
for name in ("neg", "exp", "log", "tanh", "relu", "gelu"):
    print(f"{name:5}", gradcheck(getattr(Tensor, name), grid))
print("pow  ", gradcheck(lambda t: t**3, grid))

# %% [markdown]
# And on things that ought to make it frown. Predict four answers. The first has a sign error.
# The second is relu at its kink. The third is your own, right `exp`, in float32. The fourth is
# the same `exp` once more, with a step and a tolerance for float32.

# %%
kink = Tensor([0.0, 1.0], requires_grad=True)
single = Tensor(np.array([0.5, 1.0], dtype=np.float32), requires_grad=True)

print("sign error      ", gradcheck(tanh_times(-1.0), grid))
print("relu at 0       ", gradcheck(Tensor.relu, kink))
print("exp in float32  ", gradcheck(Tensor.exp, single))
print("with a fit step ", gradcheck(Tensor.exp, single, eps=3e-3, atol=1e-3))

# %% [markdown]
# Three times no, for three reasons: a bug, a kink, a bad step. Your picture told you how to tell
# them apart. For float32 a step of $10^{-6}$ is far up the left arm of its V; at the foot, with a
# tolerance to match, it passes.
#
# ## 8. Break it on purpose
#
# Who checks the checker? `check("gradcheck")` shows yours gradients that are right and gradients
# that are wrong in ways that are known, and sees what it says. Here is one that ends in `.sum()`:
# it asks your gradcheck about the *total* of the outputs.

# %%
mine = minitorch.slots.attached("gradcheck")


def total(y):
    out = Tensor(y.data.sum(), _prev=(y,), _op="total")

    def _backward():
        if y.requires_grad:
            y.grad = y.grad + np.full_like(y.data, out.grad)

    out._backward = _backward
    return out


# %% raises=true
def sum_loss(f, inputs, eps=1e-6, atol=1e-4):
    return mine(lambda *xs: total(f(*xs)), inputs, eps, atol)


with minitorch.trying(gradcheck=sum_loss):
    check("gradcheck")

# %% [markdown]
# It accepts a softmax whose gradient is nothing but zeros. Next, a generous one. A tolerance of
# $10^{-2}$ is quite common in homework; what does it let through? Make a guess about the smallest
# mistake that your own `gradcheck` can't see, while you are at it.


# %% raises=true
def generous(f, inputs, eps=1e-6, atol=1e-4):
    return mine(f, inputs, eps, atol=1e-2)


with minitorch.trying(gradcheck=generous):
    check("gradcheck")

# %% [markdown]
# A gradient that is off by 0.001 got through. Yours is blind below `atol` $= 10^{-4}$, of course:
# every check is blind below its tolerance, and FP64 allows one far tighter. The autograder's own
# asks for $10^{-6}$ of the gradient's size.
#
# What no gradcheck sees, however tight: a wrong *forward* (notebook 02's gelu), and whatever
# happens at a point you never tried.

# %% [markdown]
# ## 9. All of it together
#
# The last check runs your gradcheck over your `backward` and your seven ops.

# %% check="engine_03" points=2
check("engine_03")
### BEGIN HIDDEN TESTS
from autograder.hidden import whole_engine

whole_engine("03-gradcheck")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A gradcheck fails: got 0.4127, expected 0.4131. Describe the two or three experiments that tell
# you whether the gradient is wrong. (Not part of the automatic grade.)

# %% [markdown] written="essay_03" points=0
# Change the step by factors of ten: if the distance follows it, with the first or second power or
# the other way round, it is truncation or roundoff; if it stays at 0.0004, it is the gradient or
# a kink. For a kink, move the input a little, or compare the two one-sided differences. And look
# at the dtype: in FP32 this distance is what one expects.

# %% [markdown]
# ## Where you are, and what is next
#
# You have an engine *and* an instrument to judge it with. From now on, when a check fails, you
# can find out by yourself.
#
# - **Next:** `04-broadcasting`, where `add`, `sub`, `mul` and `div` meet tensors of different
#   shapes.
# - **To think about:** for a function that NumPy can evaluate at complex numbers,
#   $\operatorname{Im} f(x + ih) / h$ estimates the derivative *without a subtraction*. What does
#   its curve look like on the left? Try it on `np.exp`.
# - **To read:** the documentation of `torch.autograd.gradcheck`, whose parameters you can now
#   explain; Higham, *Accuracy and Stability of Numerical Algorithms*, chapter 1, for the V and
#   its relatives.
