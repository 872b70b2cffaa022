#!/usr/bin/env bash
# Rebuilds data/line-reader.bin (see README.md in this folder):
# bash scripts/line-reader/train.sh [FOLDER [COMMAND...]]
# COMMAND is put before each step, for example `nice -n 19` on a shared machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3
# Threads that busy-wait for each other cost four times the CPU time on a busy machine.
export OMP_WAIT_POLICY=passive
folder=${1:-$here/../../.cache/line-reader}
run=("${@:2}")
mkdir -p "$folder"
[ -f "$folder/check.npz" ] || "${run[@]}" "$python" "$here/draw-lines.py" 1000 900000 "$folder/check.npz"
[ -f "$folder/train.npz" ] || "${run[@]}" "$python" "$here/draw-lines.py" 20000 1 "$folder/train.npz"
status=0
while [ "$status" = 0 ]; do "${run[@]}" "$python" "$here/train.py" "$folder" || status=$?; done
[ "$status" = 3 ] || exit "$status"
"$python" "$here/export.py" "$folder" "$here/../../data/line-reader.bin"
sha256sum "$here/../../data/line-reader.bin"
