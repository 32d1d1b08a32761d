# right
from minitorch import implement


@implement
def stack(tensors, axis=0):
    neu = [t.getitem((Ellipsis, None)) for t in tensors]       # a new last axis
    rang = neu[0].ndim
    ort = axis % rang
    reihe = list(range(rang - 1))
    reihe.insert(ort, rang - 1)
    from minitorch import cat

    return cat([t.transpose(*reihe) for t in neu], axis=ort)
