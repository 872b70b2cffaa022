"""Trains the line reader, one epoch per run, so that it can share a machine.

    python3 train.py FOLDER

FOLDER contains train.npz and check.npz, which draw-lines.py wrote, and state.pt, the state in which
the last run ended. The exit status is 3 once all epochs are done. Every random number is seeded, so
the same packages on the same kind of processor give the same weights.
"""
import os
import sys
import time

import numpy as np
import torch
from torch import nn

from net import LineReader

EPOCHS, BATCH, SEED = 4, 32, 20261122

torch.set_num_threads(2)
torch.use_deterministic_algorithms(True)


def load(path):
    stored = np.load(path)
    return stored['strips'], stored['labels'].astype('int64'), stored['lengths'].astype('int64')


def as_input(strips):
    return torch.from_numpy(strips).float().div_(255)[:, None]


def decode(scores):
    texts = []
    for row in scores.argmax(-1).T.numpy():
        changes = np.append(True, row[1:] != row[:-1])
        texts.append([int(c) for c in row[changes] if c != 0])
    return texts


def distance(a, b):
    """The Levenshtein distance."""
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (x != y)))
        last = row
    return last[-1]


def train(net, optimizer, schedule, epoch, strips, labels, lengths):
    torch.manual_seed(SEED + epoch)
    order = np.random.default_rng(SEED + epoch).permutation(len(strips))
    net.train()
    for batch in range(len(strips) // BATCH):
        chosen = order[batch * BATCH : (batch + 1) * BATCH]
        scores = net(as_input(strips[chosen])).log_softmax(-1)
        steps = torch.full((BATCH,), scores.shape[0], dtype=torch.long)
        loss = nn.functional.ctc_loss(
            scores, torch.from_numpy(labels[chosen]), steps, torch.from_numpy(lengths[chosen]), zero_infinity=True
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()


def check(net, strips, labels, lengths):
    net.eval()
    errors = characters = exact = 0
    with torch.no_grad():
        for at in range(0, len(strips), 100):
            read = decode(net(as_input(strips[at : at + 100])))
            for text, label, length in zip(read, labels[at : at + 100], lengths[at : at + 100]):
                wrong = distance(list(label[:length]), text)
                errors, characters, exact = errors + wrong, characters + length, exact + (wrong == 0)
    return 100 * errors / characters, 100 * exact / len(strips)


def main(folder, make_net=LineReader, epochs=EPOCHS):
    """Trains one epoch, if any is left. Returns whether all epochs are done."""
    data = load(os.path.join(folder, 'train.npz'))
    torch.manual_seed(SEED)
    net = make_net()
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    steps = epochs * (len(data[0]) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps, pct_start=0.15)
    path, epoch = os.path.join(folder, 'state.pt'), 0
    if os.path.exists(path):
        state = torch.load(path)
        net.load_state_dict(state['net'])
        optimizer.load_state_dict(state['optimizer'])
        schedule.load_state_dict(state['schedule'])
        epoch = state['epoch']
    if epoch == epochs:
        return True
    start = time.time()
    train(net, optimizer, schedule, epoch, *data)
    errors, exact = check(net, *load(os.path.join(folder, 'check.npz')))
    print(f'epoch {epoch + 1} of {epochs}: {errors:.2f} % of characters wrong, {exact:.1f} % of lines exact, '
          f'{time.time() - start:.0f} s', flush=True)
    torch.save(
        {
            'net': net.state_dict(),
            'optimizer': optimizer.state_dict(),
            'schedule': schedule.state_dict(),
            'epoch': epoch + 1,
        },
        path,
    )
    return epoch + 1 == epochs


if __name__ == '__main__':
    sys.exit(3 if main(sys.argv[1]) else 0)
