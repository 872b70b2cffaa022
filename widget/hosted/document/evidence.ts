// The evidence from a document as it is sent: the strips of both readings, and the pictures of its
// sides.
import { encodeGrey } from '../../../src/vision/documents/grey-container.ts';
import type { DocumentUpload } from '../requests/document.ts';
import type { Film } from './camera-run.ts';
import type { ReadSide } from './stages.ts';

/**
 * @param nonce the nonce of the attempt
 * @param front the picture of the side with the portrait, when the code is on the other side
 */
export function evidenceOf(
  nonce: string,
  { frames: [first, second], page }: ReadSide,
  front?: Blob,
): DocumentUpload {
  const frames = [encodeGrey(first), encodeGrey(second)] as const;
  // A barcode is a single strip; a machine-readable zone has one strip for each line.
  const kind = first.length === 1 ? 'pdf417' : 'mrz';
  return { nonce, kind, frames, page, ...(front && { front }) };
}

/**
 * @param takenAt when the picture of the front was taken
 * @returns the evidence, with the take if every picture in the evidence came from the camera
 *   (D-137)
 */
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
