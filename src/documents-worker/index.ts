// Entry of the third Worker, which reads codes of documents and knows no tenant and no session. It has no routes: the
// service is to reach it through a binding.
import { WorkerEntrypoint } from 'cloudflare:workers';
import weights from '../../data/line-reader.bin';
import type {
  DocumentAnswer,
  DocumentReader,
  ReadRequest,
} from '../documents-engine/document-check.ts';
import { LineNet } from '../documents-engine/line-net.ts';
import { readDocument } from './read.ts';

const net = new LineNet(weights);

export default class DocumentsWorker extends WorkerEntrypoint implements DocumentReader {
  override fetch(): Response {
    return new Response('Not found', { status: 404 });
  }

  async read(request: ReadRequest): Promise<DocumentAnswer> {
    return readDocument(net, request);
  }
}
