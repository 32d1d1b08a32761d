# %% [markdown]
# # 09 The tense classifier: your engine goes to work
#
# Until now your engine was an object of study. In this notebook it trains a neural network. The
# first attempt will fail, badly, and the interesting part is to find out *whose fault it is*. Then
# it will work, and run neck and neck with PyTorch, to nearly the last digit, for two hundred steps.
#
# | | |
# |---|---|
# | **What you'll do** | build a two-layer network from your ops, write a training step, diagnose a run that can't work, train one that does, and compare it with PyTorch step by step |
# | **What you'll learn** | how to tell a bug in the engine from a flaw in the data; what a validation set may and may not share with the training set; why graphs must die |
# | **What you need** | notebooks 01 to 07, all slots filled |
# | **Time to plan** | two hours |
#
# | exercise | what it computes | points |
# |---|---|---|
# | `network` | logits from features: two layers and a tanh | 2 |
# | `accuracy` | the share of examples whose largest logit is the right one | 1 |
# | `sgd_step` | new parameters, a step downhill from the old | 2 |
# | `train` | the loop; compared number by number over a few steps, and 200 must get 90 % of unseen examples right | 5 |
# | three quiz questions | a number each | 3 |

# %%
import matplotlib.pyplot as plt
import numpy as np
import torch

from autograder import check, gradcheck
from minitorch import Tensor, cross_entropy, datasets

# %% [markdown]
# ## 1. The data, in full
#
# The verb grid is real English, and small enough to read: 20 verbs, 3 persons (first, second,
# third singular), 5 tenses, 300 forms.

# %%
for verb in ("work", "be", "write"):
    for person in datasets.PERSONS:
        print([datasets.form(verb, person, tense) for tense in datasets.TENSES])

# %% [markdown]
# A network takes numbers, and a verb is not one. "Verb number 7" would claim that verb 7 lies
# between verbs 6 and 8. So we give each verb a switch of its own: 20 numbers, one of which is 1.
# That is called *one-hot*. With three more switches for the person, an input has **23 numbers**.
#
# $$\underset{(B, 23)}{x} = \bigl[\,\underset{(B, 20)}{\text{one-hot(verb)}} \;\; \underset{(B, 3)}{\text{one-hot(person)}}\,\bigr]
# \qquad \underset{(B,)}{t} \in \{0, \dots, 4\}$$

# %%
x = datasets.one_hot(np.array([0, 19]), np.array([2, 0]))
print(x.shape)
print(x.astype(int))

# %% [markdown]
# ## 2. The network
#
# Two layers with a bend in between, every op of them yours. $H = 32$ hidden units:
#
# $$\underset{(B, H)}{h} = \tanh\Bigl(\underset{(B, 23)}{x}\,\underset{(23, H)}{W_1} + \underset{(H,)}{b_1}\Bigr)
# \qquad
# \underset{(B, 5)}{z} = \underset{(B, H)}{h}\,\underset{(H, 5)}{W_2} + \underset{(5,)}{b_2}$$
#
# The weights begin as small random numbers. Dividing by the root of how many are added keeps the
# sums from growing beyond about 1, where tanh goes flat. The biases begin at zero.


# %%
def initial(seed, hidden=32):
    """W1 (23, H), b1 (H,), W2 (H, 5), b2 (5,): Tensors that require grad."""
    rng = np.random.default_rng(seed)
    w1 = rng.standard_normal((23, hidden)) / np.sqrt(23)
    w2 = rng.standard_normal((hidden, 5)) / np.sqrt(hidden)
    arrays = (w1, np.zeros(hidden), w2, np.zeros(5))
    return [Tensor(array, requires_grad=True) for array in arrays]


# %% [markdown]
# ### Quiz 1
#
# How many numbers does this network learn, with 32 hidden units?

# %% quiz="q09_parameters"
q09_parameters = ...
### BEGIN SOLUTION
q09_parameters = 933
### END SOLUTION

# %% check="q09_parameters" points=1
check("q09_parameters")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q09_parameters", 933)
hint("q09_parameters", 896, "those are the weights; each layer has a bias as well")
hint("q09_parameters", 928, "one of the two biases is missing")
hint("q09_parameters", 901, "one of the two biases is missing")
### END HIDDEN TESTS


# %% answer="network" function=true
def network(params, x):
    """The logits of a batch.

    params   W1 (23, H), b1 (H,), W2 (H, 5), b2 (5,): a list of Tensors
    x        features, an array (B, 23)
    returns  a Tensor (B, 5), part of a graph that leads back to the params

    Formula:  tanh(x @ W1 + b1) @ W2 + b2
    Example:  all params zero  ->  all logits zero
    """
    ### BEGIN SOLUTION
    w1, b1, w2, b2 = params
    return (Tensor(x) @ w1 + b1).tanh() @ w2 + b2
    ### END SOLUTION


# %% check="network" points=2
check("network")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, matches_pytorch

matches_pytorch("network")
handles_edges("network")
### END HIDDEN TESTS

# %% [markdown]
# The *accuracy* is for people: the share of examples whose largest logit stands in the right place.
# It moves in jumps, so it has no useful gradient; that is what the loss is for.


# %% answer="accuracy" function=true
def accuracy(logits, targets):
    """The share of examples whose largest logit is the target's.

    logits   an array (B, 5)
    targets  integers (B,)
    returns  a number from 0 to 1

    Example:  logits [[1, 3], [2, 0]], targets [1, 1]  ->  0.5
    """
    ### BEGIN SOLUTION
    return float((logits.argmax(axis=-1) == targets).mean())
    ### END SOLUTION


# %% check="accuracy" points=1
check("accuracy")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("accuracy", examples=50)
handles_edges("accuracy")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. One step downhill
#
# The gradient points uphill, so a step goes the other way: $\theta \leftarrow \theta - \eta\,\bar\theta$,
# with the learning rate $\eta$. This is *gradient descent*; people say SGD when each step sees only
# a part of the data. We see all training examples each time, "full batch".
#
# Tensors have no in-place ops, so a step makes **new** parameters. That is a blessing in disguise.
# What should a new parameter know about the old one? Nothing! If it were computed as
# `p - rate * p.grad` *with Tensor ops*, it would have the old one as its parent, which has the one
# before, and so on: after 200 steps the graph would be 200 networks deep.
#
# <details><summary>Hint</summary>
#
# `Tensor(p.data - rate * p.grad, requires_grad=True)` works on arrays, outside of any graph.
# </details>


# %% answer="sgd_step" function=true
def sgd_step(params, rate):
    """New parameters, one step against the gradient.

    params   a list of Tensors whose .grad is there
    rate     the learning rate, a number
    returns  a list of new leaf Tensors that require grad; the old ones are left as they were

    Formula:  p - rate * grad(p)
    Example:  p = [1, 2] with grad [10, -10], rate 0.1  ->  [0, 3]
    """
    ### BEGIN SOLUTION
    return [Tensor(p.data - rate * p.grad, requires_grad=True) for p in params]
    ### END SOLUTION


# %% check="sgd_step" points=2
check("sgd_step")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("sgd_step", examples=50)
handles_edges("sgd_step")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. The loop
#
# Forward, loss, backward, step; two hundred times. Keep the loss of every step, as a plain number.
# Where a Tensor is kept, its whole graph is kept.
#
# (After a step the parameters are new, so there are no old gradients to forget. Had we kept the
# tensors, `zero_grad` would belong here.)


# %% answer="train" function=true
def train(x, targets, seed, steps=200, rate=0.5):
    """Train a network on all examples at once.

    x        features, an array (B, 23)
    targets  integers (B,)
    seed     for initial(seed)
    steps    how many steps to take
    rate     the learning rate
    returns  the trained params (a list of four Tensors), and the loss before each step (floats)

    Example:  the first loss is near ln 5 = 1.609: the network has no opinion yet
    """
    ### BEGIN SOLUTION
    params, losses = initial(seed), []
    for _ in range(steps):
        loss = cross_entropy(network(params, x), targets)
        loss.backward()
        losses.append(loss.item())
        params = sgd_step(params, rate)
    return params, losses
    ### END SOLUTION


# %% check="train" points=5
check("train")
### BEGIN HIDDEN TESTS
from autograder.hidden import handles_edges, survives_hypothesis

survives_hypothesis("train", examples=5)
handles_edges("train")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. First attempt: learn the grid
#
# The obvious task: given verb and person, say the tense. There are 300 (verb, person) $\to$ tense
# triples; 250 to train on, 50 kept aside. Run it, and give it plenty of steps.

# %%
data = datasets.literal(seed=0)
params, losses = train(data.x_train, data.y_train, seed=0, steps=600, rate=0.5)


def report(params, data):
    for name in ("train", "valid"):
        x, y = getattr(data, f"x_{name}"), getattr(data, f"y_{name}")
        print(f"{name}: {accuracy(network(params, x).data, y):.0%} of {len(y)}")


report(params, data)

# %% [markdown]
# 24 % on what it has seen, 0 % on what it has not. Guessing would give 20 %. So: a bug in the
# engine? In the loop? Before you change anything, *ask the oracles*. First gradcheck, on the loss
# of the whole network, with respect to all of its parameters.


# %%
def loss_of(w1, b1, w2, b2):
    return cross_entropy(network([w1, b1, w2, b2], data.x_train[:40]), data.y_train[:40])


gradcheck(loss_of, tuple(initial(seed=1, hidden=4)))

# %% [markdown]
# Green. Second, PyTorch: the same weights, the same data, its own engine.


# %%
def torch_train(x, targets, seed, steps, rate):
    params = [torch.tensor(p.data, requires_grad=True) for p in initial(seed)]
    x, targets, losses = torch.tensor(x), torch.tensor(targets), []
    for _ in range(steps):
        logits = torch.tanh(x @ params[0] + params[1]) @ params[2] + params[3]
        loss = torch.nn.functional.cross_entropy(logits, targets)
        grads = torch.autograd.grad(loss, params)
        losses.append(loss.item())
        params = [
            (p - rate * g).detach().requires_grad_() for p, g in zip(params, grads, strict=True)
        ]
    return params, losses


theirs = torch_train(data.x_train, data.y_train, seed=0, steps=600, rate=0.5)[1]
print("largest difference of losses:", np.abs(np.array(losses) - theirs).max())

# %% [markdown]
# PyTorch fails *in exactly the same way*, digit for digit. Both oracles are green; so the fault is
# not in the engine. Look at the data once more: the pair (work, first) occurs with the target
# "infinitive", and with "present", and with each of the others. **Five different answers to one
# question.** The features say nothing at all about the target.

# %%
same = (data.x_train == data.x_train[0]).all(axis=1)
print("the first example's features occur", same.sum(), "times, with targets", data.y_train[same])

# %% [markdown]
# ### Quiz 2
#
# The training set holds 250 triples of 60 different pairs, and every pair occurs in it. A network
# can only give *one* answer to each pair. What is the best accuracy on the training set that any
# network whatever could reach, in per cent?

# %% quiz="q09_ceiling"
q09_ceiling = ...
### BEGIN SOLUTION
q09_ceiling = 24
### END SOLUTION

# %% check="q09_ceiling" points=1
check("q09_ceiling")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q09_ceiling", 24)
hint("q09_ceiling", 0.24, "in per cent, please")
hint(
    "q09_ceiling", 20, "that is guessing, on all 300; how many of the 250 can 60 answers get right?"
)
hint("q09_ceiling", 60, "that is a number of examples, not yet a share")
### END HIDDEN TESTS

# %% [markdown]
# So 24 % was *perfect*. And the 0 %? For each pair, the network learns the tenses that it has seen.
# What is kept aside is precisely what it has not seen. The network is not merely ignorant there, it
# has been taught the opposite.
#
# Remember the order of things: **ask about the data when both oracles are green, and not before.**
#
# ## 6. Second attempt: a question that has an answer
#
# Give each verb *one* favourite tense, four verbs a tense. Now verb and person do determine the
# target. There are only 60 different inputs, so the validation set must be chosen with care: for
# each verb one of the three persons is held out. The network sees *I work* and *you work*, and is
# asked about *she works*.

# %%
data = datasets.favourites(seed=0)
shared = {tuple(row) for row in data.x_train} & {tuple(row) for row in data.x_valid}
print(data.x_train.shape, data.x_valid.shape, len(shared), "inputs in both")

# %% [markdown]
# No input is in both, and still every *verb* is in both; that is what makes the question fair. A
# random split of the 60 would now and then hold out all three persons of a verb, and nobody can
# know the favourite of a verb never met.

# %%
params, losses = train(data.x_train, data.y_train, seed=0)
report(params, data)

# %% [markdown]
# From one failure to all of them right, without touching a line of the engine. Here are the curves,
# loss and accuracy, as the network learns. (Nothing wrong with training anew for each point; the
# runs take hundredths of a second.)

# %%
steps = np.arange(0, 201, 5)
runs = [train(data.x_train, data.y_train, seed=0, steps=n)[0] for n in steps]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3))
left.plot(losses, color="#0072B2")
left.set(xlabel="step", ylabel="loss (nats)", yscale="log", title="training loss")
for name, style in (("train", "-"), ("valid", "--")):
    x, y = getattr(data, f"x_{name}"), getattr(data, f"y_{name}")
    right.plot(steps, [100 * accuracy(network(p, x).data, y) for p in runs], style, label=name)
right.set(xlabel="step", ylabel="right (%)", title="accuracy")
right.legend(frameon=False)
figure.tight_layout()

# %% [markdown]
# And who was taken for whom? In a *confusion matrix* the row is the true tense, the column is what
# the network said. After 15 steps, and at the end:

# %%
figure, axes = plt.subplots(1, 2, figsize=(9, 3.6))
for axis, taken in zip(axes, (15, 200), strict=True):
    trained, _ = train(data.x_train, data.y_train, seed=0, steps=taken)
    said = network(trained, data.x_valid).data.argmax(axis=-1)
    table = np.zeros((5, 5), dtype=int)
    np.add.at(table, (data.y_valid, said), 1)
    axis.imshow(table, cmap="Blues", vmin=0, vmax=4)
    axis.set(title=f"after {taken} steps", xlabel="said", ylabel="true")
    axis.set_xticks(range(5), datasets.TENSES, rotation=30, ha="right")
    axis.set_yticks(range(5), datasets.TENSES)
figure.tight_layout()

# %% [markdown]
# (`np.add.at`, because an index may come twice. You knew.)
#
# ## 7. Neck and neck
#
# Now the race that this course has been building up to. The same initial weights, your engine and
# PyTorch, two hundred steps. Errors would add up: a gradient off by a millionth shows in the loss
# after a few steps.

# %%
theirs_params, theirs = torch_train(data.x_train, data.y_train, seed=0, steps=200, rate=0.5)
print("losses differ by at most", np.abs(np.array(losses) - theirs).max())
for name, mine, other in zip(("W1", "b1", "W2", "b2"), params, theirs_params, strict=True):
    print(f"{name} differs by at most {np.abs(mine.data - other.detach().numpy()).max():.1e}")

# %% [markdown]
# Sixteen digits were in play, and all but the last one or two agree after 200 steps, in all 933
# parameters.
#
# And the 100 % of section 6, was that luck? One seed proves little. Twenty, please, each with its own
# favourites, its own split and its own weights:

# %%
scores = []
for seed in range(20):
    split = datasets.favourites(seed)
    trained, _ = train(split.x_train, split.y_train, seed)
    scores.append(accuracy(network(trained, split.x_valid).data, split.y_valid))
print(f"worst of {len(scores)}: {min(scores):.0%}")

# %% [markdown]
# ## 8. Graphs must die
#
# Each step builds a graph of some ten nodes, and its closures form circles: `out` holds its
# closure, which holds `out`. Python's garbage collector frees them when it comes by. Is that good
# enough for ten thousand steps? Do not take anybody's word for it.

# %%
import gc


def living_tensors():
    gc.collect()
    return sum(type(thing) is Tensor for thing in gc.get_objects())


counts, current = [], initial(seed=0)
for step in range(10_000):
    cross_entropy(network(current, data.x_train), data.y_train).backward()
    current = sgd_step(current, 0.01)
    if step % 1000 == 0:
        counts.append(living_tensors())
print(counts)

# %% [markdown]
# Flat. (164 of the 176 are the parameters in `runs`.) Now break it on purpose, as so many training
# scripts do: keep the *loss* of each step instead of its number. A loss that is kept keeps everything
# it was made of.

# %%
kept, counts, current = [], [], initial(seed=0)
for step in range(300):
    loss = cross_entropy(network(current, data.x_train), data.y_train)
    loss.backward()
    kept.append(loss)  # should have been loss.item()
    current = sgd_step(current, 0.01)
    if step % 100 == 0:
        counts.append(living_tensors())
print(counts)
kept.clear()

# %% [markdown]
# ### Quiz 3
#
# Each kept loss keeps its graph: the loss, the logits and what leads to them. How many elements has
# the largest of these *arrays*, with the 40 training examples: $x$ as the op sees it, $W_1$, $x W_1$,
# $x W_1 + b_1$? (Two share the place.)

# %% quiz="q09_memory"
q09_memory = ...
### BEGIN SOLUTION
q09_memory = 1280
### END SOLUTION

# %% check="q09_memory" points=1
check("q09_memory")
### BEGIN HIDDEN TESTS
from autograder.hidden import expects, hint

expects("q09_memory", 1280)
hint("q09_memory", 920, "that is x; what is the shape of x @ W1?")
hint("q09_memory", 736, "that is W1; what is the shape of x @ W1?")
hint("q09_memory", 10240, "elements, not bytes")
### END HIDDEN TESTS

# %% [markdown]
# ### In your own words
#
# A friend's model has 0 % validation accuracy. Write the e-mail: which three things should they look
# at, in which order, and why in that order? (Not part of the automatic grade.)

# %% [markdown] written="essay_09" points=0
# First the gradients, because that takes a minute: gradcheck on the whole loss, and if there is a
# second engine, the same run in it. If both are green, the model and the loop: can it fit one batch
# of a few examples perfectly? If it can, the data: is the answer in the features at all, do equal
# inputs have different targets, and does the validation set ask about things that training could
# teach? 0 %, worse than guessing, points to the data at once: the model has learned something, and
# it is the opposite.

# %% [markdown]
# ## Where you are, and what is next
#
# You started with a number that remembers how it was made. It has now learned which tense a verb
# likes, with an engine of which you know every line.
#
# - **Next:** `10-second-order`, a bonus: gradients of gradients, and one Newton step that does what
#   took gradient descent two hundred.
# - **To think about:** the network needs no hidden layer for this task. Why not? Which task on the
#   verb grid would need one?
# - **To read:** Karpathy, *A Recipe for Training Neural Networks* (2019), most of which is about
#   suspecting the right thing.
