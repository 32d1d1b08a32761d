# %% [markdown]
# # 10 Second order: the gradient of a gradient
#
# This one is a bonus. Nothing later needs it, because there is nothing later. You'll teach your
# engine to differentiate its own gradients, and with that it can see not only the slope of a loss
# but its *bend*. One step that knows the bend does what took gradient descent two hundred.
#
# | | |
# |---|---|
# | **What you'll do** | write backward rules in Tensor ops, multiply by a Hessian without building it, take a Newton step on the classifier's last layer, and look at two ways of differentiating that go forward |
# | **What you'll learn** | why a closure can't be differentiated and a rule can; Hessian-vector products; dual numbers; the one curve without a left branch |
# | **What you need** | notebooks 01 to 07 and 09; what a Taylor expansion of second order is |
# | **Time to plan** | two hours |
#
# | exercise | what it computes | points |
# |---|---|---|
# | `exp_rule` | the backward of `exp`, in Tensor ops | 1 |
# | `tanh_rule` | the backward of `tanh` | 1 |
# | `mul_rule` | the backward of `mul`, both sides | 2 |
# | `sum_rule` | the backward of `sum` | 2 |
# | `hvp` | a Hessian times a vector, without the Hessian | 2 |
# | `newton_step` | where the parabola that fits best has its bottom | 2 |
# | two quiz questions | a number each | 2 |

# %%
import matplotlib.pyplot as plt
import numpy as np

from autograder import check, grad, gradgradcheck
from minitorch import Tensor, cross_entropy, datasets
from minitorch.draw import draw
from minitorch.second_order import rule, unbroadcast

# %% [markdown]
# ## 1. Why not just call it twice?
#
# After `y.backward()`, `x.grad` is an *array*. Arrays don't remember how they were made, so the
# trail ends there: you can't ask how the gradient would change if $x$ did. The reason is in every
# closure that you wrote. It computes with `.data`, which is to say, outside of the graph.
#
# So let us say the same thing once more, in **Tensor ops**. Then the gradient is a Tensor, with
# parents and a history, and `backward` can walk through it like through anything else. Such a
# function is called a *rule* here. For `neg`:


# %%
@rule("neg")
def neg_rule(out, g, x):
    return -g


# %% [markdown]
# A rule is called with the output, the upstream gradient as a Tensor, and then whatever the op was
# called with. It returns what the closure would have *added*: one gradient for each Tensor operand.
# It does not touch `.grad`, and the ops inside it (here one minus sign) build a graph.
#
# `grad(outputs, inputs, create_graph=True)` walks the graph by rules and returns the gradients,
# in place of storing them. For ops without a rule of yours it uses one of its own.

# %%
x = Tensor(2.0, requires_grad=True)
y = x**3
(first,) = grad(y, x, create_graph=True)
(second,) = grad(first, x, create_graph=True)
(third,) = grad(second, x)
print(first.item(), second.item(), third.item())

# %% [markdown]
# $3x^2 = 12$, $6x = 12$, and $6$. And here is what the engine knows about the *first derivative*,
# as a graph, not a number:

# %%
draw(first)

# %% [markdown]
# ## 2. Four rules
#
# Begin with the two whose derivative is made of their output. Note what makes them work twice: `out`
# is not `out.data`. It is a node, which itself depends on $x$, so whoever differentiates the rule
# finds the way from $\bar x$ through $y$ back to $x$.
#
# $$\text{exp: } \underset{S}{\bar x} = \underset{S}{y} \odot \underset{S}{\bar y}
# \qquad
# \text{tanh: } \underset{S}{\bar x} = (1 - \underset{S}{y}^2) \odot \underset{S}{\bar y}$$


# %% answer="exp_rule" function=true
@rule("exp")
def exp_rule(out, g, x):
    """The gradient of exp's operand, in Tensor ops.

    out, g, x  Tensors of one shape S: the output, the upstream gradient, the operand
    returns    a Tensor of shape S with a history

    Formula:   out * g
    """
    ### BEGIN SOLUTION
    return out * g
    ### END SOLUTION


# %% check="exp_rule" points=1
check("exp_rule")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("exp_rule", examples=30)
handles_edges("exp_rule")
### END HIDDEN TESTS


# %% answer="tanh_rule" function=true
@rule("tanh")
def tanh_rule(out, g, x):
    """The gradient of tanh's operand, in Tensor ops.

    out, g, x  Tensors of one shape S: the output, the upstream gradient, the operand
    returns    a Tensor of shape S with a history

    Formula:   (1 - out**2) * g
    """
    ### BEGIN SOLUTION
    return (1 - out * out) * g
    ### END SOLUTION


# %% check="tanh_rule" points=1
check("tanh_rule")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("tanh_rule", examples=30)
handles_edges("tanh_rule")
### END HIDDEN TESTS

# %% [markdown]
# **Break it on purpose.** Write `out.data` in the place of `out` in `exp_rule`, run its cell and the
# check again, and watch: the first derivative is right to the last digit, the second is wrong. An
# array in the middle of a rule is a hole in the trail. (Then mend it.)
#
# ### Quiz 1
#
# What is the *second* derivative of tanh at the $x$ where $\tanh x = \tfrac12$? Derive it with the
# rule above: differentiate $1 - y^2$.

# %% quiz="q10_tanh"
q10_tanh = ...
### BEGIN SOLUTION
q10_tanh = -0.75
### END SOLUTION

# %% check="q10_tanh" points=1
check("q10_tanh")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q10_tanh", -0.75)
hint("q10_tanh", 0.75, "that is the first derivative, or a sign has been lost")
hint("q10_tanh", -1.0, "that is -2y; y depends on x, so there is a factor still to come")
### END HIDDEN TESTS

# %% [markdown]
# Now an op with two operands. A rule returns a tuple then, one gradient for each. The `unbroadcast`
# of notebook 04 works on arrays; the one imported above says the same in Tensor ops, and so keeps
# the trail.
#
# $$\bar a = \operatorname{unbroadcast}(b \odot \bar y) \qquad \bar b = \operatorname{unbroadcast}(a \odot \bar y)$$


# %% answer="mul_rule" function=true
@rule("mul")
def mul_rule(out, g, a, b):
    """The gradients of mul's operands, in Tensor ops.

    out, g   Tensors of shape S: the output and the upstream gradient
    a, b     Tensors of shapes A and B, which broadcast to S
    returns  two Tensors, of shapes A and B, with a history

    Formula:  unbroadcast(g * b, A), unbroadcast(g * a, B)
    """
    ### BEGIN SOLUTION
    return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)
    ### END SOLUTION


# %% check="mul_rule" points=2
check("mul_rule")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("mul_rule", examples=30)
handles_edges("mul_rule")
### END HIDDEN TESTS

# %% [markdown]
# And one that changes shapes. Which Tensor ops do what `reshape` and `np.broadcast_to` did in your
# closure? Both are slots of yours.
#
# <details><summary>Hint</summary>
#
# The shape with the 1s can come from the data: `x.data.sum(axis=axis, keepdims=True).shape`. Shapes
# have no gradient, so nothing is lost. Then `g.reshape(kept).broadcast_to(x.shape)`.
# </details>


# %% answer="sum_rule" function=true
@rule("sum")
def sum_rule(out, g, x, axis=None, keepdims=False):
    """The gradient of sum's operand, in Tensor ops.

    out, g          Tensors of the sum's shape: the output and the upstream gradient
    x               a Tensor of shape S
    axis, keepdims  as the op was called
    returns         a Tensor of shape S with a history

    Formula:        every number added gets a copy of g
    """
    ### BEGIN SOLUTION
    kept = x.data.sum(axis=axis, keepdims=True).shape
    return g.reshape(kept).broadcast_to(x.shape)
    ### END SOLUTION


# %% check="sum_rule" points=2
check("sum_rule")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("sum_rule", examples=30)
handles_edges("sum_rule")
### END HIDDEN TESTS

# %% [markdown]
# Who checks second derivatives? The same idea as before, one floor up: *gradgradcheck* nudges each
# input and watches the **gradient** move.

# %%
rng = np.random.default_rng(0)
a = Tensor(rng.standard_normal((3, 1)), requires_grad=True)
b = Tensor(rng.standard_normal((3, 5)), requires_grad=True)
gradgradcheck(lambda a, b: ((a * b).tanh().exp() * a).sum(axis=0), (a, b))

# %% [markdown]
# ## 3. A Hessian that nobody builds
#
# For a loss of $n$ numbers the second derivatives form a table, the *Hessian*
# $\underset{(n, n)}{H_{ij}} = \partial^2 L / \partial x_i \partial x_j$. For the classifier's 933
# parameters that is 870,489 entries. You know this situation from the Jacobian: the way out is to
# want not $H$, but $H$ times a vector $v$. And
#
# $$H v = \frac{\partial}{\partial x}\Bigl( \underbrace{\frac{\partial L}{\partial x}}_{\text{a Tensor now}} \cdot\; v \Bigr)$$
#
# since $v$ does not depend on $x$. One gradient with a graph, a product with $v$, a sum, one more
# gradient: the price of two or three backward passes, for any $n$.


# %% answer="hvp" function=true
def hvp(f, x, v):
    """The Hessian of f at x, times v.

    f        a function of one Tensor of shape S; its value is a Tensor of shape ()
    x        array of shape S
    v        array of shape S
    returns  array of shape S

    Formula:  d/dx (sum of grad f(x) * v)
    Example:  f = lambda t: (t * t * t).sum(), x = [1, 2], v = [1, 1]  ->  [6, 12]
    """
    ### BEGIN SOLUTION
    leaf = Tensor(x, requires_grad=True)
    (slope,) = grad(f(leaf), leaf, create_graph=True)
    (product,) = grad((slope * Tensor(v)).sum(), leaf)
    return product.data
    ### END SOLUTION


# %% check="hvp" points=2
check("hvp")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("hvp", examples=20)
handles_edges("hvp")
### END HIDDEN TESTS

# %% [markdown]
# ### Quiz 2
#
# $L = x_0^2\, x_1$ at $x = (1, 3)$. What is the second entry of $H v$ for $v = (1, 0)$?

# %% quiz="q10_hvp"
q10_hvp = ...
### BEGIN SOLUTION
q10_hvp = 2
### END SOLUTION

# %% check="q10_hvp" points=1
check("q10_hvp")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q10_hvp", 2)
hint("q10_hvp", 6, "that is the first entry of it")
hint("q10_hvp", 1, "that is the gradient's second entry; how does it change with the first input?")
hint(
    "q10_hvp", 0, "the loss is linear in the second input, but its slope there depends on the first"
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. One step to the bottom of the bowl
#
# Near $x$ the loss looks like a parabola, $L(x + d) \approx L + \bar x \cdot d + \tfrac12\, d \cdot H d$.
# Its lowest point is where its slope is zero: $\bar x + H d = 0$. **Newton's step** solves that for
# $d$. Gradient descent looks at the slope alone and has to be told how far to go. Newton asks the
# bend.
#
# Two cautions. Where $H$ is singular there is no single lowest point. (Softmax does not change when
# all logits move alike, so there always is such a direction.) And far away the parabola may be a
# poor picture. A small $\lambda$ on the diagonal helps with both: solve $(H + \lambda I)\,d = -\bar x$.
#
# <details><summary>Hint</summary>
#
# For small $n$, build $H$ column by column: column $j$ is `hvp(f, x, e_j)` with $e_j$ a row of
# `np.eye(n)`. Then `np.linalg.solve`.
# </details>


# %% answer="newton_step" function=true
def newton_step(f, x, damping):
    """Where the damped Newton step from x leads.

    f        a function of one Tensor of shape (n,); its value is a Tensor of shape ()
    x        array of shape (n,)
    damping  lambda, a number from 0 up
    returns  array of shape (n,)

    Formula:  x - (H + lambda * I)^-1 grad f(x)
    Example:  f = lambda t: (t * t).sum(), any x, damping 0  ->  zeros
    """
    ### BEGIN SOLUTION
    leaf = Tensor(x, requires_grad=True)
    f(leaf).backward()
    hessian = np.stack([hvp(f, x, unit) for unit in np.eye(len(x))])
    return x - np.linalg.solve(hessian + damping * np.eye(len(x)), leaf.grad)
    ### END SOLUTION


# %% check="newton_step" points=2
check("newton_step")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("newton_step", examples=10)
handles_edges("newton_step")
### END HIDDEN TESTS

# %% [markdown]
# Now the classifier of notebook 09. Freeze the first layer at its random start, and learn only the
# last: 32 hidden units and a 1 for the bias, times 5 tenses, 165 numbers. In these the loss is a
# true bowl (it is convex). Gradient descent first, 200 steps; then Newton.

# %%
data = datasets.favourites(seed=0)
w1 = rng.standard_normal((23, 32)) / np.sqrt(23)


def features(x):
    return np.concatenate([np.tanh(x @ w1), np.ones((len(x), 1))], axis=1)


def loss(flat):
    return cross_entropy(Tensor(features(data.x_train)) @ flat.reshape(33, 5), data.y_train)


# %%
descent, flat = [], np.zeros(165)
for _ in range(200):
    leaf = Tensor(flat, requires_grad=True)
    value = loss(leaf)
    value.backward()
    descent.append(value.item())
    flat = flat - 0.5 * leaf.grad

newton, flat = [loss(Tensor(np.zeros(165))).item()], np.zeros(165)
for _ in range(3):
    flat = newton_step(loss, flat, damping=1e-3)
    newton.append(loss(Tensor(flat)).item())
print(f"descent after 200 steps {descent[-1]:.4f}; Newton, step by step {np.round(newton, 4)}")

# %%
right = (features(data.x_valid) @ flat.reshape(33, 5)).argmax(axis=1) == data.y_valid
plt.figure(figsize=(6, 3))
plt.semilogy(descent, color="#0072B2", label="gradient descent")
plt.semilogy(newton, "o-", color="#D55E00", label="Newton")
plt.xlabel("step")
plt.ylabel("training loss (nats)")
plt.title(f"the last layer alone; Newton's validation accuracy: {right.mean():.0%}")
plt.legend(frameon=False)
plt.tight_layout()

# %% [markdown]
# Why does not everybody train like that? Look at the price: 165 Hessian-vector products for each
# step, and a system of 165 equations. For a billion parameters the Hessian would have $10^{18}$
# entries. But Hessian-vector products alone stay cheap, and some optimizers live on them.
#
# ## 5. Forward, for a change
#
# Reverse mode answers "how does *one output* change with everything?". There is a mode that goes the
# other way, "how does everything change with *one input*?". It needs no graph, no closures and no
# memory. Carry two numbers along, the value and its rate of change, and let each op handle both:


# %%
class Dual:
    def __init__(self, value, rate):
        self.value, self.rate = value, rate

    def __mul__(self, other):
        return Dual(self.value * other.value, self.rate * other.value + self.value * other.rate)

    def exp(self):
        return Dual(np.exp(self.value), np.exp(self.value) * self.rate)


x = Dual(2.0, 1.0)  # the input itself changes at rate 1
y = (x * x).exp()
y.value, y.rate

# %% [markdown]
# $e^{4}$ and $2x\,e^{x^2} = 4e^4$, exact, in one pass. With 933 inputs it takes 933 passes, which is
# why nobody trains networks that way. With one input and many outputs it is the better mode.
#
# Python has such a pair of numbers built in, nearly. A complex number $x + ih$ with tiny $h$ carries
# "value" in its real part and "rate times $h$" in its imaginary part:
#
# $$f(x + ih) \approx f(x) + i h f'(x) \qquad\Longrightarrow\qquad f'(x) \approx \frac{\operatorname{Im} f(x + ih)}{h}$$
#
# Do you see what is missing? **The subtraction.** It was the subtraction that lost the digits on
# the left side of notebook 03's curve.

# %%
steps = np.logspace(-20, 0, 41)


def f(x):
    return np.exp(x) / (np.sin(x) ** 3 + np.cos(x) ** 3)


central = np.array([(f(1.5 + h) - f(1.5 - h)) / (2 * h) for h in steps])
complex_step = np.array([f(1.5 + 1j * h).imag / h for h in steps])

sin, cos = np.sin(1.5), np.cos(1.5)
d = sin**3 + cos**3
exact = np.exp(1.5) * (d - 3 * sin**2 * cos + 3 * cos**2 * sin) / d**2

# %%
plt.figure(figsize=(6, 3.5))
for name, slopes, marker in (("central", central, "o"), ("complex step", complex_step, "s")):
    error = np.maximum(np.abs(slopes / exact - 1), 1e-17)
    plt.loglog(steps, error, marker, markersize=4, label=name)
plt.xlabel("step h")
plt.ylabel("relative error")
plt.title("a V, and a curve without a left branch")
plt.legend(frameon=False)
plt.tight_layout()

# %% [markdown]
# With $h = 10^{-20}$ the central difference has lost everything, since $1.5 + 10^{-20}$ *is* 1.5. The
# complex step is exact to the last digit or so. (Both are compared with the derivative as the quotient
# rule gives it; the function is the one from the paper named below.) Two conditions: the function must
# be smooth in the complex plane, so no `abs`, no comparisons, and one must be able to call it with
# complex numbers. Your Tensors refuse them, and rightly so.
#
# ### In your own words
#
# Reverse mode, forward mode, central differences, complex step: for each, name a task for which it
# is the best of the four. (Not part of the automatic grade.)

# %% [markdown] written="essay_10" points=0
# Reverse mode: training, one loss and millions of parameters. Forward mode: the sensitivity of a long
# simulation, many outputs, to one parameter, without storing the way. Central differences: checking
# somebody's gradient when all one has is the function as a black box. Complex step: an exact
# reference for a smooth NumPy function, for instance to test the other three.

# %% [markdown]
# ## The end
#
# Ten notebooks ago a tensor was an array with a name. You have written an engine, an instrument to
# judge it with, tests that tell right from wrong, a network that learns, and derivatives of any order.
# `python -m minitorch export mytorch.py` gives you the engine as one file. It is yours.
#
# - **To read:** Squire and Trapp, *Using complex variables to estimate derivatives of real functions*
#   (1998), two pages and the source of the function above; Pearlmutter, *Fast exact multiplication by
#   the Hessian* (1994); the JAX documentation's *Autodiff Cookbook*, which composes all of these modes.
