// The content of a receipt (D-85): which pictures a session received, what measured them, how the
// session ended, and that the pictures are deleted. Pure, and without wire names, which are in
// present-receipt.ts.
import { residencyOf, storedResidency, type StoredResidency } from '../../../terms/residency.ts';
import { FACE_KEPT_MS, hasPassedFaceCheck } from '../face/face-check.ts';
import { hasOverturned } from '../review/overturned.ts';
import type { AppliedPolicy } from '../law/law-state.ts';
import { inMemoryUntilMs } from '../evidence/picture-log.ts';
import type { PictureStep } from '../methods.ts';
import { finalStatus, type FinalStatus } from './state.ts';
import type { SessionRecord } from './session.ts';

export interface ReceiptFacts extends StoredResidency {
  test: boolean;
  status: FinalStatus;
  decidedAtMs: number;
  /** Whether a document has reversed a "too young" estimate (D-93). */
  overturned?: true;
  policy: string;
  law?: AppliedPolicy;
  received: {
    step: PictureStep;
    /** The number of pictures in one upload; `uploads` is how often they were uploaded. */
    count: number;
    uploads: number;
    /** The commitment hashes of the pictures that were measured. */
    hashes: string[];
    receivedAtMs: number;
    droppedAtMs: number;
  }[];
  /** Pictures that were stored encrypted for a reviewer (D-95). */
  kept: { hashes: string[]; sinceMs: number; untilMs: number; droppedAtMs: number }[];
  /**
   * The time until which a sealed descriptor of the face is kept, either so that the face can be
   * blocked (D-100) or for the use case of a face check (D-97).
   */
  faceUntilMs?: number;
  models: { file: string; sha256: string }[];
}

/** Whether there is a receipt: the session must have received a picture and have ended. */
export const hasReceipt = (record: SessionRecord): boolean =>
  record.received.pictures !== undefined && finalStatus(record) !== undefined;

/**
 * Returns the time by which the face is deleted. The face is deleted earlier if the use case
 * retrieves it (takeFace), or if it is erased, alone or together with the session.
 */
function faceOf(
  record: SessionRecord,
  completedAtMs: number,
): Pick<ReceiptFacts, 'faceUntilMs'> | undefined {
  const { faceUntilMs } = record.received;
  if (faceUntilMs !== undefined) return { faceUntilMs };
  return hasPassedFaceCheck(record) ? { faceUntilMs: completedAtMs + FACE_KEPT_MS } : undefined;
}

/**
 * @returns undefined when there is no receipt; `measuring` while a picture that arrived before the
 *   session ended may still be in memory
 */
export function receiptOf(
  record: SessionRecord,
  nowMs: number,
): ReceiptFacts | 'measuring' | undefined {
  const { end, received } = record;
  const { pictures: log } = received;
  const status = finalStatus(record);
  if (log === undefined || status === undefined || end === undefined) return undefined;
  if (log.received.some((entry) => nowMs < (inMemoryUntilMs(entry) ?? 0))) return 'measuring';
  return {
    test: record.test,
    ...storedResidency(residencyOf(record.tenant)),
    status,
    decidedAtMs: end.atMs,
    ...(hasOverturned(record) && { overturned: true as const }),
    policy: log.policy,
    ...(record.law?.policy !== undefined && { law: record.law.policy }),
    received: log.received.map((entry) => ({
      step: entry.step,
      count: entry.count,
      uploads: entry.uploads,
      hashes: entry.isMeasured ? entry.pictures.map(({ hash }) => hash) : [],
      receivedAtMs: entry.receivedAtMs,
      // If the deletion of an upload was not logged, this is the time by which its pictures had
      // left memory.
      droppedAtMs: inMemoryUntilMs(entry) ?? entry.droppedAtMs ?? end.atMs,
    })),
    kept: received.kept.map(({ hashes, sinceMs, untilMs, droppedAtMs }) => ({
      hashes: [...hashes],
      sinceMs,
      untilMs,
      droppedAtMs: droppedAtMs ?? end.atMs,
    })),
    ...faceOf(record, end.atMs),
    models: [...log.models],
  };
}
