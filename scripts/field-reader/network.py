"""The field reader.

For every 2 px along a strip 24 px high, it outputs a score for "nothing" and for each of 35
classes. src/vision/documents/field-net.ts runs the same layers.
"""
from torch import nn
from torch.nn.functional import max_pool2d, relu

CLASSES = 36


class FieldReader(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = [(1, 12, (3, 3)), (12, 24, (3, 3)), (24, 40, (3, 3)), (40, 72, (3, 3)), (72, 72, (1, 5))]
        # The fourth convolution covers the whole remaining height.
        self.convolutions = nn.ModuleList(
            nn.Conv2d(i, o, kernel, padding=(0 if i == 40 else kernel[0] // 2, kernel[1] // 2))
            for i, o, kernel in sizes
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(o) for _, o, _ in sizes)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Conv2d(72, CLASSES, 1)

    def forward(self, x):
        pools = [2, (2, 1), (2, 1), None, None]
        for convolution, norm, pool in zip(self.convolutions, self.norms, pools):
            x = relu(norm(convolution(x)))
            x = max_pool2d(x, pool) if pool else x
        return self.last(self.drop(x))[:, :, 0].permute(2, 0, 1)
