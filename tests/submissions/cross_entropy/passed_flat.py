# right
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    objetivo = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(np.int64)
    forma, C = objetivo.shape, logits.shape[-1]
    plano = objetivo.ravel()
    if ((plano < 0) | (plano >= C)).any():
        raise ValueError("clase fuera de rango")
    x = logits.data.reshape(plano.size, C)
    máximo = x.max(axis=1, keepdims=True) if x.size else np.zeros((len(x), 1), x.dtype)
    e = np.exp(x - máximo)
    suma = e.sum(axis=1, keepdims=True)
    filas = np.arange(plano.size)
    pérdidas = (np.log(suma) + máximo).ravel() - x[filas, plano]
    if reduction == "mean":
        valor = pérdidas.mean()
    elif reduction == "sum":
        valor = pérdidas.sum()
    elif reduction == "none":
        valor = pérdidas.reshape(forma)
    else:
        raise ValueError(reduction)
    out = Tensor(valor, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            d = e / suma
            d[filas, plano] -= 1
            if reduction == "mean":
                d = d * (out.grad / plano.size)
            elif reduction == "sum":
                d = d * out.grad
            else:
                d = d * out.grad.reshape(-1, 1)
            logits.grad = logits.grad + d.reshape(logits.shape)

    out._backward = _backward
    return out
