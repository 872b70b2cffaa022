// The line reader with the weights of data/line-reader.bin.
import { readFileSync } from 'node:fs';
import { LineNet } from '../../../src/documents-engine/line-net.ts';

export function loadLineNet(): LineNet {
  return new LineNet(new Uint8Array(readFileSync('data/line-reader.bin')).buffer);
}
