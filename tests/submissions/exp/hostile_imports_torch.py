# hostile
from minitorch import Tensor, implement


@implement
def exp(self):
    import torch

    t = torch.tensor(self.data, requires_grad=True)
    y = torch.exp(t)
    out = Tensor(y.detach().numpy(), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            y.backward(torch.tensor(out.grad))
            self.grad = self.grad + t.grad.numpy()

    out._backward = _backward
    return out
