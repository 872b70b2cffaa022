// The reader's worker: one picture in, one sighting out. Pictures exist here only while they are
// read.
import barsUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import weightsUrl from '../../../data/line-reader.bin?url';
import { toGrey } from '../../../src/vision/documents/grey-picture.ts';
import { LineNet } from '../../../src/vision/documents/line-net.ts';
import type { BarcodeReader } from '../../../src/vision/documents/read-barcode.ts';
import type { Say } from './camera-run.ts';
import type { ChosenCode } from './kinds.ts';
import {
  type PhotoReading,
  readCode,
  type CodeReaders,
  readPhoto,
  type Sighting,
} from './read-code.ts';
import type { Looked } from './see-front.ts';

/** A picture in RGBA, as a canvas returns it. */
export interface ShownPicture {
  data: ArrayBuffer;
  width: number;
  height: number;
}

export type ToReader =
  | { type: 'frame' | 'photo'; kind: ChosenCode; picture: ShownPicture }
  | { type: 'front'; looked: Looked; picture: ShownPicture };
/** The type of the response to each type of request. */
export interface Answers {
  frame: Sighting;
  photo: PhotoReading | undefined;
  front: Say | 'seen';
}
/** The reader's answer; `undefined` when the reader has failed. */
export type FromReader = { answer: Answers[keyof Answers] } | undefined;

const post = (message: FromReader) => self.postMessage(message, { transfer: [] });
const readers = load();
const fail = () => post(undefined);
readers.catch(fail);

async function load(): Promise<CodeReaders> {
  const net = new LineNet(await download(weightsUrl));
  let reader: Promise<BarcodeReader> | undefined;
  const barcodes = () => (reader ??= loadBarcodes());
  return { net, barcodes, today: new Date().toISOString().slice(0, 10) };
}

async function loadBarcodes(): Promise<BarcodeReader> {
  const [{ barcodeReader }, wasm] = await Promise.all([
    import('../../../src/vision/documents/barcode-reader.ts'),
    download(barsUrl),
  ]);
  return barcodeReader(await WebAssembly.compile(wasm));
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.arrayBuffer();
}

async function read(asked: ToReader): Promise<FromReader> {
  const { picture } = asked;
  const grey = toGrey({ ...picture, data: new Uint8Array(picture.data) });
  if (asked.type === 'front') {
    // This module is loaded separately because a visitor who shows a passport never needs it.
    const { seeFront } = await import('./see-front.ts');
    return { answer: seeFront(grey, asked.looked) };
  }
  const ready = await readers;
  const reads = asked.type === 'frame' ? readCode : readPhoto;
  return { answer: await reads(ready, asked.kind, grey) };
}

/**
 * Resolves once the last picture has been answered. The page expects responses in the order of its
 * pictures, so each picture waits for the previous one.
 */
let last = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  last = last.then(() => read(data)).then(post, fail);
});
