"""Writes the trained weights in the format that src/vision/documents/convolution.ts reads.

    python3 export.py FOLDER OUT.bin

For each layer, the file contains the scales and then the biases of the output channels as 32-bit
floats, and the weights as signed bytes in the order [output][input][row][column], padded to a
multiple of four. Normalisation is folded in.
"""
import os
import sys

import numpy as np
import torch

from net import LineReader


def export(net, folder, out):
    net.load_state_dict(torch.load(os.path.join(folder, 'state.pt'))['net'])
    net.eval()
    file = b''
    layers = [*zip(net.convolutions, net.norms), (net.last, None)]
    for convolution, norm in layers:
        weights, bias = convolution.weight.detach().double().numpy(), convolution.bias.detach().double().numpy()
        if norm is not None:
            factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().double().numpy()
            weights = weights * factor[:, None, None, None]
            bias = (bias - norm.running_mean.double().numpy()) * factor + norm.bias.detach().double().numpy()
        scale = np.abs(weights).reshape(len(weights), -1).max(1) / 127
        steps = np.round(weights / scale[:, None, None, None]).astype('int8').tobytes()
        file += scale.astype('<f4').tobytes() + bias.astype('<f4').tobytes() + steps + b'\0' * (-len(steps) % 4)
    with open(out, 'wb') as written:
        written.write(file)
    print(len(file), 'bytes')


if __name__ == '__main__':
    export(LineReader(), sys.argv[1], sys.argv[2])
