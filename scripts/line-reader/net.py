"""The line reader.

For every 4 px along a strip 32 px high, it outputs a score for "nothing" and for each of 37
characters. src/vision/documents/line-net.ts runs the same layers.
"""
from torch import nn
from torch.nn.functional import max_pool2d, relu

CLASSES = 38


class LineReader(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = [(1, 12, (3, 3)), (12, 24, (3, 3)), (24, 48, (3, 3)), (48, 64, (4, 3)), (64, 64, (1, 5))]
        # The fourth convolution covers the whole remaining height.
        self.convolutions = nn.ModuleList(
            nn.Conv2d(i, o, kernel, padding=(0 if kernel[0] == 4 else kernel[0] // 2, kernel[1] // 2))
            for i, o, kernel in sizes
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(o) for _, o, _ in sizes)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Conv2d(64, CLASSES, 1)

    def forward(self, x):
        pools = [2, 2, (2, 1), None, None]
        for convolution, norm, pool in zip(self.convolutions, self.norms, pools):
            x = relu(norm(convolution(x)))
            x = max_pool2d(x, pool) if pool else x
        return self.last(self.drop(x))[:, :, 0].permute(2, 0, 1)
