# misconception: tensor-for-data | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import implement


@implement
def add(self, other):
    # in a circle with a sub that adds
    return self - -other
