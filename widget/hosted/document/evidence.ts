// What was read and seen of a document, as it is sent: the strips of both readings, and the pictures of its sides.
import { encodeGrey } from '../../../src/vision/documents/grey-container.ts';
import type { DocumentUpload } from '../requests/document.ts';
import type { Film } from './camera-run.ts';
import type { ReadSide } from './stages.ts';

/** @param nonce of the attempt @param front where the portrait is on another side than the code */
export function evidenceOf(
  nonce: string,
  { frames: [first, second], page }: ReadSide,
  front?: Blob,
): DocumentUpload {
  const frames = [encodeGrey(first), encodeGrey(second)] as const;
  // A barcode is one picture, and a zone has lines.
  const kind = first.length === 1 ? 'pdf417' : 'mrz';
  return { nonce, kind, frames, page, ...(front && { front }) };
}

/** @param takenAt of the front @returns the same, with its take where the camera has seen all of it (D-137) */
export async function withTake(
  { keeper }: Film,
  evidence: DocumentUpload,
  { readAt = [undefined, undefined] }: ReadSide,
  takenAt?: number,
): Promise<DocumentUpload> {
  const [first, second] = readAt;
  const isSeen = !evidence.front || takenAt !== undefined;
  if (!keeper || !isSeen || first === undefined || second === undefined) return evidence;
  const times = { readings: [first, second], front: takenAt } as const;
  const take = await keeper.commit(evidence, times).catch(() => undefined);
  return { ...evidence, ...(take && { take }) };
}
