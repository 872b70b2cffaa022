// Entry of the third Worker, which reads codes of documents and knows no tenant and no session. It has no routes: the
// service is to reach it through a binding.
import { WorkerEntrypoint } from 'cloudflare:workers';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';
import weights from '../../data/line-reader.bin';
import { barcodeReader } from '../documents-engine/barcode-reader.ts';
import type {
  DocumentAnswer,
  DocumentReader,
  ReadRequest,
} from '../documents-engine/document-check.ts';
import { LineNet } from '../documents-engine/line-net.ts';
import { readDocument, type Readers } from './read.ts';

/** The second is not started before the first licence. */
const readers: Readers = { net: new LineNet(weights), readBarcode: barcodeReader(wasm) };

export default class DocumentsWorker extends WorkerEntrypoint implements DocumentReader {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  /** What it reads with is part of it: a Worker that answers can read. */
  async health(): Promise<{ ok: boolean }> {
    return { ok: true };
  }

  async read(request: ReadRequest): Promise<DocumentAnswer> {
    return readDocument(readers, request);
  }
}
