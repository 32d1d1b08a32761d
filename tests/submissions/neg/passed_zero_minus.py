# right
from minitorch import Tensor, implement


@implement
def neg(self):
    resultado = Tensor(0 - self.data, _prev=(self,), _op="menos")

    def _hacia_atrás():
        if self.requires_grad:
            self.grad -= resultado.grad

    resultado._backward = _hacia_atrás
    return resultado
