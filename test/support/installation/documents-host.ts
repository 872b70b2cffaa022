// The documents Worker as it would be deployed, in workerd, behind a Worker that calls it as the
// service does.
import type {
  DocumentAnswer,
  DocumentReader,
  FrontAnswer,
  PageAnswer,
  ReadRequest,
} from '../../../src/vision/documents/document-check.ts';
import type { TakeAnswer } from '../../../src/vision/documents/take-check.ts';
import { startBehindCaller } from './worker-host.ts';

/**
 * A Worker that forwards JSON requests to the documents Worker. Binary data in the requests is
 * base64-encoded.
 */
const CALLER = `
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
export default {
  async fetch(request, { DOCUMENTS }) {
    if (request.method === 'GET') return DOCUMENTS.fetch(request);
    const { front, face, known, zone, kind, frames, page, today, pictures } = await request.json();
    if (pictures !== undefined)
      return Response.json(await DOCUMENTS.lookAtTake({
        page: bytes(page),
        ...(front !== undefined && { front: bytes(front) }),
        pictures: pictures.map(({ t, jpeg }) => ({ t, jpeg: bytes(jpeg) })),
      }));
    if (front !== undefined)
      return Response.json(await DOCUMENTS.lookAtFront({ jpeg: bytes(front), face, known }));
    if (zone !== undefined)
      return Response.json(await DOCUMENTS.lookAtPage({ jpeg: bytes(page), zone, known }));
    return Response.json(await DOCUMENTS.read({
      kind,
      frames: frames.map((strips) => strips.map((strip) => ({ ...strip, data: bytes(strip.data) }))),
      page: bytes(page),
      today,
    }));
  },
};`;

export interface DocumentsHost extends DocumentReader {
  /** The origin of the calling Worker, which forwards GET requests to the documents Worker. */
  origin: string;
  stop: () => Promise<void>;
}

/**
 * @param folder the folder for the bundle
 * @param inspectorPort the port for the runtime's inspector, if one is wanted
 */
export async function startDocumentsHost(
  folder: string,
  inspectorPort?: number,
): Promise<DocumentsHost> {
  const { origin, stop } = await startBehindCaller({
    config: 'wrangler.documents.toml',
    folder,
    worker: 'agate-documents',
    binding: 'DOCUMENTS',
    caller: CALLER,
    inspectorPort,
  });
  return {
    origin,
    read: (request) => read(origin, request),
    lookAtFront: ({ jpeg, ...others }) =>
      ask<FrontAnswer>(origin, { front: inBase64(jpeg), ...others }),
    lookAtPage: ({ jpeg, ...others }) =>
      ask<PageAnswer>(origin, { page: inBase64(jpeg), ...others }),
    lookAtTake: ({ page, front, pictures }) =>
      ask<TakeAnswer>(origin, {
        page: inBase64(page),
        ...(front && { front: inBase64(front) }),
        pictures: pictures.map(({ t, jpeg }) => ({ t, jpeg: inBase64(jpeg) })),
      }),
    health: async () => ({ ok: true }),
    stop,
  };
}

async function read(
  origin: string,
  { kind, frames, page, today }: ReadRequest,
): Promise<DocumentAnswer> {
  return ask<DocumentAnswer>(origin, {
    kind,
    frames: frames.map((strips) =>
      strips.map((strip) => ({ ...strip, data: inBase64(strip.data) })),
    ),
    page: inBase64(page),
    today,
  });
}

async function ask<Answer>(origin: string, request: object): Promise<Answer> {
  const response = await fetch(origin, { method: 'POST', body: JSON.stringify(request) });
  if (!response.ok) throw new Error(`The documents Worker failed: ${await response.text()}`);
  return (await response.json()) as Answer;
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
