// Use cases: a page commits to the pictures of a document (D-137), and the pictures that it sends
// afterwards are examined. Pictures exist only in memory, during a request.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import {
  type Take,
  TAKE_PARTS,
  type TakeAnswer,
  type TakePart,
  type TakePicture,
} from '../../vision/documents/take-check.ts';
import { commitmentOf } from '../../vision/face/commitment.ts';
import { answerInTime } from './ask-workers.ts';
import { callSession, type BrowserProof, type HostedSession } from './browser-session.ts';
import { findShownBefore } from './print-pictures.ts';
import type { CommittedTake, TakeFinding } from './rules/document/take.ts';
import type { SessionRecord } from './rules/session/session.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @throws AppError CONFLICT when the attempt with this nonce is not open, already has a different
 *   take, or has already received its pictures
 */
export async function commitDocument(
  ctx: Context,
  proof: BrowserProof,
  nonce: string,
  take: Take,
): Promise<HostedSession> {
  const name = await sha256Hex(JSON.stringify(take));
  return callSession(ctx, proof, (stub, hash) => stub.commitDocument(hash, { nonce, take, name }));
}

/** The pictures of a document that the page has sent. */
export type SentParts = Partial<Record<TakePart, Bytes>> & { page: Bytes };

/**
 * @param record the session's record, with an open attempt
 * @returns the finding, or the fault of a picture that cannot be read; undefined when there is no
 *   take to examine
 * @throws Error when there is no documents Worker; also any error from that Worker and from the
 *   picture ledger
 */
export async function examineTake(
  ctx: Context,
  record: SessionRecord,
  parts: SentParts,
  pictures: readonly TakePicture[],
): Promise<TakeFinding | Extract<TakeAnswer, { ok: false }> | undefined> {
  const { document: attempt } = record.current;
  if (ctx.documents === undefined) throw new Error('No documents Worker is bound.');
  // After an attempt whose pictures could not be read, the page may send pictures that do not
  // belong to a take.
  if (attempt?.take === undefined || pictures.length === 0) return undefined;
  const { nonce, take } = attempt;
  if (!(await areCommitted({ nonce, take }, parts, pictures))) return { isOther: true };
  const { page, front } = parts;
  const [seen, shownBefore] = await Promise.all([
    answerInTime(ctx.documents.lookAtTake({ page, ...(front && { front }), pictures })),
    findShownBefore(ctx, record, { nonce }, [...sidesOf(take, parts), ...pictures]),
  ]);
  if (!seen.ok) return seen;
  return { isOther: false, seen, ...(shownBefore !== undefined && { isShownBefore: true }) };
}

/**
 * The parts of a take that are compared with previously shown pictures. The other parts show only
 * the document's code (text strips or a barcode), which reveals little about when the pictures were
 * taken.
 */
const SIDES = ['page', 'front'] as const;

const sidesOf = ({ parts: committed }: CommittedTake, parts: SentParts): TakePicture[] =>
  SIDES.flatMap((part) => {
    const [t, jpeg] = [committed[part]?.t, parts[part]];
    return t === undefined || jpeg === undefined ? [] : [{ t, jpeg }];
  });

async function areCommitted(
  { nonce, take: { parts: committed, drawn } }: { nonce: string; take: CommittedTake },
  parts: SentParts,
  pictures: readonly TakePicture[],
): Promise<boolean> {
  const sent = [
    ...TAKE_PARTS.map((part) => ({ row: committed[part], bytes: parts[part] })),
    ...pictures.map(({ t, jpeg }) => ({ row: drawn.find((one) => one.t === t), bytes: jpeg })),
  ];
  for (const { row, bytes } of sent) {
    if (row === undefined && bytes === undefined) continue;
    if (row === undefined || bytes === undefined) return false;
    if ((await commitmentOf(nonce, row.t, bytes)) !== row.hash) return false;
  }
  return true;
}
