"""Misconceptions about shapes, axes and counts."""

from .entry import Entry

SHAPES = {
    "not-unbroadcast": Entry(
        "Does the gradient keep the output's shape, not reduced to the operand's?",
        "A gradient has the shape of its tensor. Where broadcasting made copies, each copy brings "
        "its own contribution home.",
        "copies",
    ),
    "stretched-axes-left": Entry(
        "Are new leading axes summed, but not those that were stretched from length 1?",
        "Broadcasting copies in two ways: it adds axes in front, and it stretches axes of length "
        "1. Both make copies.",
        "copies",
    ),
    "new-axes-left": Entry(
        "Are stretched axes summed, but not the new ones in front?",
        "Broadcasting copies in two ways: it adds axes in front, and it stretches axes of length "
        "1. Both make copies.",
        "copies",
    ),
    "keepdims-lost": Entry(
        "Does an axis disappear in a sum that should stay with length 1?",
        "After a sum the axes behind it move up, and what is left lines up with the wrong ones. "
        "An axis that was there before should be there afterwards.",
        "unbroadcast",
    ),
    "added-axes-kept": Entry(
        "Are new axes summed, but left behind with length 1?",
        "An axis that was stretched had been there before, a new one had not. A gradient has the "
        "shape of its tensor, with as many axes.",
        "unbroadcast",
    ),
    "axes-not-aligned": Entry(
        "Is axis 0 of the shape taken for axis 0 of the gradient?",
        "Broadcasting aligns shapes at their right ends. With new axes in front, one and the same "
        "axis has two numbers: one in the shape, one in the gradient.",
        "unbroadcast",
    ),
    "no-axes-for-all": Entry(
        "Is everything summed up where no axis is to be summed?",
        "To NumPy an empty tuple of axes and None are two orders: sum along none, and along all. "
        "In a condition Python reads both as false.",
        "unbroadcast",
    ),
    "summed-too-early": Entry(
        "Is the sum taken before the other factor is multiplied in?",
        "Each copy has a contribution of its own, a product of what belongs to its place. A sum of "
        "products is not the product of a sum.",
        "copies",
    ),
    "mean-for-sum": Entry(
        "Is a mean taken where a sum belongs?",
        "Contributions add up: with twice as many copies, a nudge has twice the effect.",
    ),
    "summed-everything": Entry(
        "Is everything summed up, not only what belongs together?",
        "Each element of the gradient has its own question: which elements of the output does it "
        "reach?",
    ),
    "wrong-axis-summed": Entry(
        "Is the sum taken along another axis than the one that was copied?",
        "Write the two shapes one below the other, aligned at their right ends. Where do they "
        "differ?",
        "copies",
    ),
    "axis-not-put-back": Entry(
        "Is the upstream gradient spread before the reduced axis is put back?",
        "Broadcasting aligns shapes at their right ends. A gradient that lost an axis which was "
        "not the first lines up with the wrong one; on square arrays nobody notices.",
    ),
    "axes-order": Entry(
        "Do several reduced axes come back in the wrong places?",
        "Where an axis goes depends on which others are already there. (2, 0) and (0, 2) name the "
        "same axes.",
    ),
    "keepdims-ignored": Entry(
        "Does the result not depend on keepdims?",
        "With keepdims=True the reduced axes stay, with length 1.",
    ),
    "axis-ignored": Entry(
        "Does the result not depend on the axis that was asked for?",
        "Look at the cases that pass and those that fail: which axis tells them apart?",
    ),
    "axis-zero-falsy": Entry(
        "Is axis 0 taken for 'no axis given'?",
        "0 is an axis like any other, but in a condition Python reads it as false.",
    ),
    "divided-by-total": Entry(
        "Is it divided by the number of all elements?",
        "N counts what went into one mean. Along an axis that is the axis's length, and not the "
        "size of the whole array.",
    ),
    "divided-by-other-count": Entry(
        "Is it divided by a count that is not that of the elements averaged?",
        "N counts what went into one mean. Which elements are they, and how many?",
    ),
    "not-divided": Entry(
        "Is it not divided by N at all?",
        "With N elements in a mean, each moves it by one N-th of its nudge.",
    ),
    "fortran-order": Entry(
        "Are the elements laid out column by column one way, and row by row the other?",
        "reshape moves nothing; it only reads the same sequence in other rows. Both ways have to "
        "read it in the same order.",
    ),
    "not-reshaped-back": Entry(
        "Does the gradient keep the output's shape?",
        "A gradient has the shape of its tensor.",
    ),
    "not-transposed-back": Entry(
        "Does the gradient keep the output's order of axes?",
        "What moved forward has to move back: the element at [i, j] came from [j, i].",
    ),
    "transpose-for-reshape": Entry(
        "Is it a transpose where nothing should move?",
        "reshape keeps the sequence of the elements, transpose changes it.",
    ),
    "reshape-for-transpose": Entry(
        "Is it a reshape where elements should move?",
        "reshape moves nothing: the right shape with the elements in the wrong places.",
    ),
    "axes-not-inverted": Entry(
        "Is the order of axes on the way back not the inverse one?",
        "A swap of two axes is its own inverse, a rotation of three is not. Where did axis 0 go, "
        "and how does it get home?",
    ),
    "negative-axes-as-they-are": Entry(
        "Are negative axes put in order as the numbers that they are?",
        "-1 names the last axis, but among numbers it comes before 0. Which axis moved where?",
    ),
    "repeated-index-lost": Entry(
        "Does an element that was picked several times get only one contribution?",
        "Each time an element is picked, it is used once more, and contributions of several uses "
        "add up. What does NumPy do when an index occurs twice in an assignment?",
    ),
    "gradient-everywhere": Entry(
        "Do elements that were not picked get a gradient?",
        "What was not picked does not reach the output. What is its gradient?",
    ),
    "offset-not-advanced": Entry(
        "Does every tensor get the first part of the upstream gradient?",
        "Each tensor's part begins where the one before it ended.",
    ),
    "lengths-for-cuts": Entry(
        "Are lengths handed over where the places of cuts are wanted?",
        "Take tensors of lengths 3, 2 and 4, end to end. Behind how many elements is the first "
        "cut, and behind how many the second?",
    ),
    "equal-parts": Entry(
        "Is the upstream gradient cut into equal parts, though the tensors differ in length?",
        "A tensor gets back as much as it brought along the axis.",
    ),
    "parts-reversed": Entry(
        "Do the parts go back in the opposite order?",
        "The tensor that came first has the first part.",
    ),
    "not-split": Entry(
        "Does every tensor get the whole upstream gradient?",
        "Each tensor owns one part of the output, and only that part's gradient is its own.",
    ),
    "axis-kept": Entry(
        "Does the new axis stay in the gradients?",
        "stack adds an axis that none of the tensors has. A gradient has the shape of its tensor.",
    ),
    "cat-for-stack": Entry(
        "Are the tensors joined along an axis that was there, not along a new one?",
        "cat makes an axis longer, stack makes a new one.",
    ),
    "not-transposed": Entry(
        "Is a transpose missing?",
        "Let the shapes speak: which arrangement of (N, M), (K, M) and (N, K) can be multiplied at "
        "all? On square matrices everything can.",
        "matmul-derivation",
    ),
    "factors-swapped": Entry(
        "Have two factors of a matrix product changed places?",
        "The order of a matrix product matters. Let the shapes say who stands on the left.",
        "matmul-derivation",
    ),
    "transposed-result": Entry(
        "Does a gradient come out transposed, or poured into the right shape?",
        "The right numbers in the wrong places: follow one element of B by its indices. A reshape "
        "makes any shape fit and moves nothing where it belongs.",
        "matmul-derivation",
    ),
    "elementwise-rule": Entry(
        "Is it the rule of the elementwise product?",
        "In a matrix product an element of A meets a whole row of B.",
        "matmul-derivation",
    ),
    "T-on-batches": Entry(
        "Does a transpose reverse the batch axes too?",
        "With (B, N, K) there are B matrices in a stack. Which axes make up one matrix, and which "
        "one counts the stack?",
        "matmul-stacks",
    ),
    "vectors-not-promoted": Entry(
        "Do vectors get the rules of matrices?",
        "A vector on the left acts as a row, one on the right as a column, and the axis that this "
        "adds is gone from the output.",
        "matmul-vectors",
    ),
}
