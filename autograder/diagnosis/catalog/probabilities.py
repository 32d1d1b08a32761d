"""Misconceptions about softmax and cross_entropy, the high-stakes ops."""

from .entry import Entry

PROBABILITIES = {
    "axis-hard-coded": Entry(
        "Is one axis always used, whichever was asked for?",
        "Along which axis does the result add up to 1, and along which one should it?",
    ),
    "no-max-shift": Entry(
        "Do the exponentials overflow or vanish, where the shares themselves are harmless?",
        "exp(1000) is inf, and inf / inf is NaN; exp(-1000) is 0, and log(0) is -inf. Adding one "
        "number to all scores changes no share: which one keeps the largest exponential in range?",
    ),
    "one-maximum": Entry(
        "Is one maximum of the whole array subtracted from every slice?",
        "A slice whose scores all lie far below that maximum has nothing left: 0 / 0. Whose "
        "maximum does a slice need?",
    ),
    "diagonal-only": Entry(
        "Is it the diagonal of the Jacobian alone?",
        "One score moves all shares, its own and every other. The outputs are coupled, so each "
        "gradient hears from all of them.",
        "softmax-jacobian",
    ),
    "p-times-g": Entry(
        "Is it p times g alone, as if the shares did not compete?",
        "The shares add up to 1: where one grows, the others have to shrink. That is a second "
        "term.",
        "softmax-jacobian",
    ),
    "inner-product-squared": Entry(
        "Does a square stand in the inner product of p and g?",
        "The gradient is linear in g: with twice the upstream gradient it is twice as large. For "
        "g = 1 this mistake vanishes, so test with random ones.",
        "softmax-jacobian",
    ),
    "plain-average": Entry(
        "Is g compared with its plain mean or sum, as if all shares were alike?",
        "A nudge of one score moves each share in proportion to that share. In the average that g "
        "is compared with, how much does each element of g count?",
        "softmax-jacobian",
    ),
    "log-softmax-rule": Entry(
        "Is it the rule of log-softmax?",
        "Two functions, two Jacobians: log-softmax returns logarithms, softmax returns shares.",
        "softmax-jacobian",
    ),
    "p-missing": Entry(
        "Is the factor p in front missing?",
        "Follow the Jacobian's entry at (i, j): which p stands in front of the bracket?",
        "softmax-jacobian",
    ),
    "log-of-softmax": Entry(
        "Is the logarithm taken of a finished softmax?",
        "A share can round to 0, and log(0) is -inf. The logarithm of a share can be written "
        "without computing the share.",
        "surprise",
    ),
    "p-without-y": Entry(
        "Is it p alone, without y?",
        "The right class pulls its score up, all others push theirs down: what is different at the "
        "target's place?",
        "p-minus-y",
    ),
    "y-without-p": Entry(
        "Is it y alone, without p?",
        "The score of the target also stands in the normaliser that all classes share.",
        "p-minus-y",
    ),
    "softmax-left-out": Entry(
        "Do the raw scores stand where the probabilities belong?",
        "y is a probability of 1 at one place. What is to be compared with it?",
        "p-minus-y",
    ),
    "inverse-probability": Entry(
        "Is it the derivative with respect to the probability, not to the score?",
        "-1/p is how the loss reacts to a share. From a share to a score it is one more step of "
        "the chain.",
        "p-minus-y",
    ),
    "not-averaged": Entry(
        "Is a mean taken forward, and not backward?",
        "With a batch of N, each example moves the mean by one N-th of its own loss.",
    ),
    "reduction-ignored": Entry(
        "Does the result not depend on the reduction that was asked for?",
        "mean, sum and none are three functions, with three gradients.",
    ),
    "target-out-of-range": Entry(
        "Is a target accepted that names no class?",
        "NumPy reads -1 as 'the last one' without a word. With C classes the targets are 0 to "
        "C - 1, and anything else is somebody's mistake.",
    ),
}
