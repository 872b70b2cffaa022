// The page's client for the document step: commits to the pictures that the camera took of the
// document (D-137), and sends pictures of the document (D-91).
import { codeOf, path, repeat, send, UPLOAD_MS } from './api.ts';
import type { SessionView } from './wire.ts';

/** The time of a picture, and the hash that commits to it. */
export type SentRow = [t: number, hash: string];

/**
 * The page's commitments to its pictures, made before it knows which small ones will be requested,
 * and a function that returns those (D-137).
 */
export interface DocumentTake {
  body: { pictures: readonly SentRow[]; parts: Record<string, SentRow> };
  pick: (times: readonly number[]) => readonly (readonly [t: number, jpeg: Blob])[];
}

/**
 * The parts of a document that are sent: only pictures, never the text that the page has read from
 * them.
 */
export interface DocumentUpload {
  /** The nonce of the attempt, from the view. */
  nonce: string;
  kind: 'mrz' | 'pdf417';
  /**
   * The greyscale pictures of two matching readings of the document's code, each encoded as a
   * container of strips.
   */
  frames: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  /** JPEGs of the side with the code and, if the portrait is on the other side, of that side. */
  page: Blob;
  front?: Blob;
  /** The take; present when all pictures come from the camera. */
  take?: DocumentTake;
}

/**
 * @returns the small pictures that the service requests; none when the service does not accept a
 *   take for this attempt, or no longer accepts one
 */
async function drawnOf(id: string, { nonce, take }: DocumentUpload) {
  if (!take) return [];
  try {
    const body = { nonce, ...take.body };
    const { document } = await repeat(() =>
      send<SessionView>('POST', path(id, 'document/take'), body),
    );
    return take.pick(document?.times ?? []);
  } catch (error) {
    if (codeOf(error) === 'NETWORK') throw error;
    return [];
  }
}

/**
 * Sends the document. The request is never repeated here, because every submission counts as an
 * attempt.
 */
export const submitDocument = async (id: string, evidence: DocumentUpload) => {
  const { nonce, kind, frames, page, front } = evidence;
  const form = new FormData();
  form.set('nonce', nonce);
  form.set('kind', kind);
  for (const [i, frame] of frames.entries()) form.set(`frame_${i + 1}`, new Blob([frame]));
  form.set('page', page);
  if (front) form.set('front', front);
  for (const [t, jpeg] of await drawnOf(id, evidence)) form.set(`take_${t}`, jpeg);
  return send<SessionView>('POST', path(id, 'document'), form, UPLOAD_MS);
};
