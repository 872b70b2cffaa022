"""Trains the field reader in the way of the line reader, one epoch per run, or writes its weights.

    python3 train-fields.py FOLDER
    python3 train-fields.py FOLDER OUT.bin
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'line-reader'))

from export import export  # noqa: E402
from network import FieldReader  # noqa: E402
from train import main  # noqa: E402

EPOCHS = 3

if len(sys.argv) > 2:
    export(FieldReader(), sys.argv[1], sys.argv[2])
else:
    sys.exit(3 if main(sys.argv[1], FieldReader, EPOCHS) else 0)
