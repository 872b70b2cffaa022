// Entry point of the documents Worker, which reads the codes on documents and knows nothing about
// tenants or sessions. It has no routes: the service reaches it through a binding.
import { WorkerEntrypoint } from 'cloudflare:workers';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';
import fieldWeights from '../../../data/field-reader.bin';
import weights from '../../../data/line-reader.bin';
import { encodeHex } from '../../crypto/encoding.ts';
import { barcodeReader } from '../../vision/documents/barcode-reader.ts';
import type {
  DocumentAnswer,
  DocumentReader,
  FrontAnswer,
  FrontRequest,
  PageAnswer,
  PageRequest,
  ReadRequest,
} from '../../vision/documents/document-check.ts';
import { FieldNet } from '../../vision/documents/field-net.ts';
import { LineNet } from '../../vision/documents/line-net.ts';
import type { TakeAnswer, TakeRequest } from '../../vision/documents/take-check.ts';
import { FIELD_READER, type FieldReader, lookAtFront, lookAtPage } from './look-at-front.ts';
import { PROGRAMS } from './programs.ts';
import { LINE_READER, readDocument, type Readers } from './read.ts';
import { lookAtTake } from './look-at-take.ts';

/** The barcode reader starts only when the first licence is read. */
const readers = { net: new LineNet(weights), readBarcode: barcodeReader(wasm) };
const fieldNet = new FieldNet(fieldWeights);
let hash: string | undefined;
let fieldHash: string | undefined;

const hashOf = async (file: ArrayBuffer): Promise<string> =>
  encodeHex(await crypto.subtle.digest('SHA-256', file));

async function ready(): Promise<Readers> {
  hash ??= await hashOf(weights);
  return { ...readers, netHash: hash };
}

async function fieldReader(): Promise<FieldReader> {
  fieldHash ??= await hashOf(fieldWeights);
  return { net: fieldNet, netHash: fieldHash };
}

export default class DocumentsWorker extends WorkerEntrypoint implements DocumentReader {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  /** Always reports ok: all models are part of the script, so a Worker that responds can read. */
  async health(): ReturnType<DocumentReader['health']> {
    const [{ netHash: lines }, { netHash: fields }] = [await ready(), await fieldReader()];
    return { ok: true, models: { [FIELD_READER]: fields, [LINE_READER]: lines, ...PROGRAMS } };
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
      return lookAtFront(await fieldReader(), request);
    } finally {
      request.jpeg.buffer.transfer(0);
    }
  }

  async lookAtPage(request: PageRequest): Promise<PageAnswer> {
    try {
      return lookAtPage(await fieldReader(), request);
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

/**
 * Frees the memory of pictures.
 * @param pictures copies that belong to this call alone
 */
function dropPictures(pictures: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of pictures) buffer.transfer(0);
}

/**
 * Frees the request's pictures, which are this call's own copies; several strips often share one
 * buffer.
 */
function dropRequest({ frames, page }: ReadRequest): void {
  const buffers = [page, ...frames.flat().map(({ data }) => data)].map(({ buffer }) => buffer);
  for (const buffer of new Set(buffers)) (buffer as ArrayBuffer).transfer(0);
}
