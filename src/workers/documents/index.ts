// Entry of the third Worker, which reads codes of documents and knows no tenant and no session. It has no routes: the
// service is to reach it through a binding.
import { WorkerEntrypoint } from 'cloudflare:workers';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';
import weights from '../../../data/line-reader.bin';
import { encodeHex } from '../../crypto/encoding.ts';
import { barcodeReader } from '../../vision/documents/barcode-reader.ts';
import type {
  DocumentAnswer,
  DocumentReader,
  FrontAnswer,
  FrontRequest,
  ReadRequest,
} from '../../vision/documents/document-check.ts';
import { LineNet } from '../../vision/documents/line-net.ts';
import type { TakeAnswer, TakeRequest } from '../../vision/documents/take-check.ts';
import { lookAtFront } from './look-at-front.ts';
import { readDocument, type Readers } from './read.ts';
import { lookAtTake } from './look-at-take.ts';

/** The second is not started before the first licence. */
const readers = { net: new LineNet(weights), readBarcode: barcodeReader(wasm) };
let hash: string | undefined;

async function ready(): Promise<Readers> {
  hash ??= encodeHex(await crypto.subtle.digest('SHA-256', weights));
  return { ...readers, netHash: hash };
}

export default class DocumentsWorker extends WorkerEntrypoint implements DocumentReader {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  /** What it reads with is part of it: a Worker that answers can read. */
  async health(): Promise<{ ok: boolean }> {
    return { ok: true };
  }

  async read(request: ReadRequest): Promise<DocumentAnswer> {
    try {
      return await readDocument(await ready(), request);
    } finally {
      dropRequest(request);
    }
  }

  async lookAtFront(request: FrontRequest): Promise<FrontAnswer> {
    try {
      return lookAtFront(request);
    } finally {
      request.jpeg.buffer.transfer(0);
    }
  }

  async lookAtTake(request: TakeRequest): Promise<TakeAnswer> {
    const { page, front, pictures } = request;
    try {
      return lookAtTake(request);
    } finally {
      dropPictures([page, ...(front ? [front] : []), ...pictures.map(({ jpeg }) => jpeg)]);
    }
  }
}

/** @param pictures that are the call's own copies */
function dropPictures(pictures: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of pictures) buffer.transfer(0);
}

/** The call's own copy; several strips are often one buffer. */
function dropRequest({ frames, page }: ReadRequest): void {
  const buffers = [page, ...frames.flat().map(({ data }) => data)].map(({ buffer }) => buffer);
  for (const buffer of new Set(buffers)) (buffer as ArrayBuffer).transfer(0);
}
