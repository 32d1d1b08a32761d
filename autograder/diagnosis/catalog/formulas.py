"""Misconceptions about local derivatives and about output values."""

from .entry import Entry

FORMULAS = {
    "sign": Entry(
        "Is a sign the wrong way round?",
        "Nudge one element up in your mind: does the output of {slot} go up with it, or down? "
        "The sign of the gradient says which.",
    ),
    "sign-of-output": Entry(
        "Is the output's sign the wrong way round, while its gradient is right?",
        "Forward and backward each have a sign of their own, and only one of the two is off. Put "
        "in one number and follow it to the output.",
    ),
    "sign-inside": Entry(
        "Is a sign inside the formula the wrong way round?",
        "Put a value far from 0 into the derivative on paper and into the one that is written: "
        "which way does each of them go, and how steep is {slot} there?",
    ),
    "parentheses": Entry(
        "Is only a part of the local derivative multiplied by the upstream gradient?",
        "* binds before + and -. The whole of the local derivative is one factor.",
        "chain-rule",
    ),
    "derivative-of-exp": Entry(
        "Is it the derivative of exp?",
        "Only exp is its own derivative. What does a nudge of the input do to {slot}?",
    ),
    "constant-slope": Entry(
        "Does a value stand in the gradient, although the slope is the same everywhere?",
        "Nudge the input at 1, and nudge it at 100: does the output of {slot} move differently?",
    ),
    "factor-2": Entry(
        "Is every gradient exactly twice what it should be?",
        "A factor of 2 counts something: a square that is not there, or one contribution that is "
        "made twice. Which of them is it?",
    ),
    "factor-half": Entry(
        "Is every gradient exactly half of what it should be?",
        "A factor of 1/2 counts something: an average of two things that belong added, or a half "
        "that belongs to the forward alone.",
    ),
    "factor-size": Entry(
        "Is the gradient off by a factor that is the number of elements?",
        "The number of elements belongs in a gradient only where the forward divides by it, and "
        "then exactly once. Does the forward of {slot}?",
    ),
    "factor-side": Entry(
        "Is the gradient off by a factor that is the length of one axis?",
        "The length of an axis belongs in a gradient only where the forward divides by it. "
        "Which count does the formula on paper hold, if any?",
    ),
    "upstream-ignored": Entry(
        "Is the upstream gradient left out, so that the local derivative stands alone?",
        "The chain rule is a product: the local derivative times what has already arrived at the "
        "output. A test whose upstream gradient is all ones cannot see this.",
        "chain-rule",
    ),
    "upstream-squared": Entry(
        "Does the upstream gradient come in twice?",
        "Along a path each rate is multiplied in once: one local derivative, one upstream "
        "gradient.",
        "chain-rule",
    ),
    "output-for-upstream": Entry(
        "Do the output's values stand where its gradient belongs?",
        "A tensor holds two arrays of one shape, data and grad. Which of the two came back from "
        "the loss?",
        "chain-rule",
    ),
    "upstream-added": Entry(
        "Is the upstream gradient added to the local derivative?",
        "Along one path rates multiply; only where paths meet do they add.",
        "chain-rule",
    ),
    "upstream-inside": Entry(
        "Does the upstream gradient stand inside the formula of the local derivative?",
        "The local derivative speaks of {slot} and its own input alone. What comes from upstream "
        "is multiplied with it afterwards.",
        "chain-rule",
    ),
    "local-derivative-missing": Entry(
        "Is the upstream gradient handed on as it came, without the local derivative?",
        "Handing it on unchanged is right for an op whose output moves exactly as far as its "
        "input. How far does the output of {slot} move?",
        "chain-rule",
    ),
    "no-contribution": Entry(
        "Does an operand get no contribution at all, so that its gradient stays zero?",
        "A share arrives if three things happen: the closure hangs on the output, it reads the "
        "output's gradient, and what it computes is assigned to the operand's.",
        "silhouette",
    ),
    "input-for-output": Entry(
        "Does the input stand where the output belongs?",
        "Two values are at hand in the closure, what went in and what came out. Which of them does "
        "the derivative on paper speak of?",
    ),
    "output-for-input": Entry(
        "Does the output stand where the input belongs?",
        "Two values are at hand in the closure, what went in and what came out. Which of them does "
        "the derivative on paper speak of?",
    ),
    "own-value": Entry(
        "Does each operand get its own value where the other operand's belongs?",
        "Hold one operand still and nudge the other: whose value says how far the output moves?",
    ),
    "data-for-gradient": Entry(
        "Do data travel back where a gradient should?",
        "What flows backward is the upstream gradient. Data only say how it is weighed, and where "
        "elements merely move they say nothing.",
    ),
    "power-rule": Entry(
        "Is it the rule for x to a fixed power?",
        "In x^n the base moves, in e^x the exponent does. They have different derivatives.",
    ),
    "reciprocal-missing": Entry(
        "Is something multiplied that should be divided by?",
        "Think of a large value: does the output of {slot} react to a nudge there more, or less?",
    ),
    "second-derivative": Entry(
        "Is it the derivative of the derivative?",
        "The closure needs the rate of {slot} itself, not the rate of that rate.",
    ),
    "other-logarithm": Entry(
        "Is it another logarithm than the natural one?",
        "log is the inverse of exp. Logarithms to other bases differ by a constant factor, and "
        "log1p is shifted.",
    ),
    "square-missing": Entry(
        "Is a square missing?",
        "Derive it once more on paper and watch the powers: which factor occurs twice?",
    ),
    "sigmoid-rule": Entry(
        "Is it the rule of the logistic sigmoid, y (1 - y)?",
        "The two curves look alike, but tanh runs from -1 to 1 and the sigmoid from 0 to 1, and "
        "their slopes differ too. What is the slope of tanh at 0?",
    ),
    "unstable-form": Entry(
        "Does an intermediate value overflow where the result itself is harmless?",
        "exp(x) leaves the range of float64 near x = 709, and inf / inf is NaN. The same function "
        "can be computed in a form whose pieces stay small.",
    ),
    "nan-on-the-way": Entry(
        "Is NaN or inf made on the way, where the result itself is harmless?",
        "0 / 0, 0 * inf, inf / inf, inf - inf and log(0) are where they come from. Which piece of "
        "the formula gets there first?",
    ),
    "mask-at-zero": Entry(
        "Is the gradient at exactly 0 not the agreed one?",
        "At its kink relu has no derivative, so a convention settles it. Which one does this "
        "course (and PyTorch) use?",
    ),
    "output-for-mask": Entry(
        "Is the output itself the factor, where only 'is it positive?' matters?",
        "Where relu lets a value through it does so unchanged. How steep is that, at 1 and at 100?",
    ),
    "mask-inverted": Entry(
        "Does the gradient pass where it should stop, and stop where it should pass?",
        "A gradient passes where a nudge of the input moves the output. On which side of 0 is "
        "that?",
    ),
    "mask-on-upstream": Entry(
        "Is the sign of the upstream gradient what decides, and not the input's?",
        "The gate was set in the forward pass, by the input. What comes back through it may have "
        "either sign.",
    ),
    "exponent-not-lowered": Entry(
        "Is the exponent in front, but the power not one lower?",
        "Check with x^2 at x = 3: a nudge moves it about 6 times as far. What does the formula "
        "give?",
    ),
    "exponent-raised": Entry(
        "Is the power one higher, where it should be one lower?",
        "Check with x^2 at x = 3: a nudge moves it about 6 times as far. What does the formula "
        "give?",
    ),
    "exponent-not-in-front": Entry(
        "Is the factor in front not the exponent?",
        "Check with x^3 at x = 1: a nudge moves it 3 times as far. What does the formula give?",
    ),
    "derivative-by-exponent": Entry(
        "Is it the derivative with respect to the exponent?",
        "Here the exponent is a fixed number and the base moves. The logarithm belongs to the "
        "other question.",
    ),
    "base-and-exponent-swapped": Entry(
        "Have base and exponent changed places?",
        "x^n and n^x are different functions: which of the two numbers is the one that moves?",
    ),
    "times-for-power": Entry(
        "Is it a product with the exponent, not a power?",
        "2 * 3 and 2^3 differ, although 2 * 2 and 2^2 do not.",
    ),
    "square-alone": Entry(
        "Is it the rule for squares, whatever the exponent?",
        "2x is what the general rule gives for exponent 2. What does it give for 3?",
    ),
    "integral-for-derivative": Entry(
        "Is it the integral of the power?",
        "Integrating raises the exponent, differentiating lowers it.",
    ),
    "product-rule-half": Entry(
        "Is one of the product rule's two terms missing?",
        "gelu is a product of two functions of x, and a nudge of x moves both of them.",
    ),
    "product-rule-factor": Entry(
        "Has one of the product rule's two terms lost a factor?",
        "Each term holds one factor as it is and the other one's derivative: x times a weight "
        "makes two terms, and x stands in one of them.",
    ),
    "tanh-for-erf": Entry(
        "Is it gelu's tanh form where the exact one is asked?",
        "They are two functions, up to 4.7e-4 apart: too little to see in a plot, and far more "
        "than rounding. Which one is meant is what `approximate` says.",
    ),
    "argument-ignored": Entry(
        "Does the result not depend on the argument that was given?",
        "Look at the cases that pass and those that fail: which argument tells them apart?",
    ),
    "erf-argument": Entry(
        "Is erf taken of x itself?",
        "The normal distribution's integral and erf differ in scale: what stands inside erf on "
        "paper?",
    ),
    "chain-rule-cut": Entry(
        "Does the chain rule stop one function too early?",
        "Inside tanh stands a polynomial of x, and it moves with x too.",
    ),
    "normalisation-missing": Entry(
        "Is the constant in front of the bell curve missing?",
        "A density encloses an area of 1. What does exp(-x^2 / 2) enclose?",
    ),
    "sigmoid-approximation": Entry(
        "Is it the sigmoid approximation of gelu?",
        "x * sigmoid(1.702 x) is a third function, near the two that are asked for here.",
    ),
    "operands-swapped": Entry(
        "Have the two operands changed places?",
        "With {slot} it matters who comes first. Try it with 3 and 2.",
    ),
    "product-rule-for-sum": Entry(
        "Is it the rule of the product?",
        "Nudge one summand: does it matter how large the other one is?",
    ),
    "sum-rule-for-product": Entry(
        "Is it the rule of the sum?",
        "Nudge one factor: does it matter how large the other one is?",
    ),
    "product-rule-for-quotient": Entry(
        "Is it the rule of the product?",
        "Write the quotient as a times 1/b. What is the derivative of 1/b?",
    ),
    "numerator-missing": Entry(
        "Is the numerator missing?",
        "1/b alone and a/b do not react alike to a nudge of b.",
    ),
    "floor-division": Entry(
        "Is the quotient rounded to a whole number?",
        "Python has two kinds of division.",
    ),
    "numerical-derivative": Entry(
        "Are the gradients themselves central differences?",
        "They are right to about ten digits, where a formula is right to sixteen. Nudging is the "
        "oracle's way, at the price of a forward pass for each element.",
    ),
    "float32-inside": Entry(
        "Does something pass through float32 on the way?",
        "A float32 holds about seven digits; what it has rounded away no later conversion brings "
        "back. For checks everything stays float64.",
    ),
    "dtype-not-kept": Entry(
        "Does float32 come back as float64?",
        "A result has its input's dtype, and a gradient its data's. A NumPy scalar or array of "
        "float64, or an array of whole numbers, among the factors makes everything float64.",
    ),
    "logarithm-protected": Entry(
        "Is the logarithm kept away from 0, by a small number that is added or put in its place?",
        "That is another function, wrong by a little for everybody. The logarithm of a tiny number "
        "is a large negative one, and that of 0 is -inf: to see it is a favour.",
    ),
}
