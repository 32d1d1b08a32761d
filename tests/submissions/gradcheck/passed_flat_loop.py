# right
import numpy as np

from minitorch import implement


@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    eingaben = inputs if isinstance(inputs, (list, tuple)) else (inputs,)
    vorher = [(e.data.copy(), e.grad) for e in eingaben]
    try:
        for e in eingaben:
            e.grad = None
        aus = f(*eingaben)
        gewicht = np.random.default_rng().normal(size=aus.shape)
        if aus.requires_grad:
            aus.backward(gewicht)
        gut = True
        for e in eingaben:
            if e.requires_grad:
                analytisch = np.zeros_like(e.data) if e.grad is None else e.grad.copy()
                numerisch = np.empty_like(e.data)
                flach = e.data.reshape(-1)      # eine Ansicht, keine Kopie
                for i in range(flach.size):
                    alt = flach[i].copy()
                    flach[i] = alt + eps
                    oben = float(np.sum(gewicht * f(*eingaben).data))
                    flach[i] = alt - eps
                    unten = float(np.sum(gewicht * f(*eingaben).data))
                    flach[i] = alt
                    numerisch.reshape(-1)[i] = (oben - unten) / (2 * eps)
                gut &= bool(np.all(np.abs(analytisch - numerisch) <= atol))
        return gut
    finally:
        for e, (daten, grad) in zip(eingaben, vorher):
            e.data[...] = daten
            e.grad = grad
