// The line reader with the weights of data/line-reader.bin.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LineNet } from '../../../src/vision/documents/line-net.ts';

const read = () => readFileSync('data/line-reader.bin');

export const loadLineNet = (): LineNet => new LineNet(new Uint8Array(read()).buffer);

/** Hexadecimal. */
export const hashLineNet = (): string => createHash('sha256').update(read()).digest('hex');
