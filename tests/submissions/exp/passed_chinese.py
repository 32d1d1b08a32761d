# right
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    # 指数函数的导数就是它自己
    结果 = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + 结果.data * 结果.grad

    结果._backward = _backward
    return 结果
