# right
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    x = self.data.copy()
    ausgabe = Tensor(np.log(x), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad += np.divide(ausgabe.grad, x)   # Kettenregel: 1/x mal das, was von oben kommt

    ausgabe._backward = _backward
    return ausgabe
