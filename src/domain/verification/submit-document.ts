// Use case: the page sends pictures of a document, the documents Worker reads its code, the face
// Worker measures its portrait, and the session judges the findings (D-91). Pictures, names,
// numbers and dates exist only in the memory of this request, except for fields that the customer
// receives, which are encrypted before they leave that memory (document-fields.ts).
import { type CivilDate, dayIn } from '../../vision/documents/civil-date.ts';
import type { Context } from '../../context.ts';
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import type {
  CodeKind,
  DocumentAnswer,
  KnownText,
  ReadRequest,
} from '../../vision/documents/document-check.ts';
import { decodeGrey } from '../../vision/documents/grey-container.ts';
import type { TakePicture } from '../../vision/documents/take-check.ts';
import type { MeasuredPortrait } from '../../vision/face/face-wire.ts';
import { AppError } from '../../errors.ts';
import { answerInTime, postponeOnFailure } from './ask-workers.ts';
import { toHostedSession, unauthorized, unwrap } from './browser-session.ts';
import type { BrowserProof, HostedSession } from './browser-session.ts';
import { sealFields } from './document-fields.ts';
import { examineTake, type SentParts } from './document-take.ts';
import { findFace } from './face-finding.ts';
import { hasOwnPicture } from './own-pictures.ts';
import { judgeDocument } from './rules/document/document.ts';
import {
  isTaken,
  type ArrivedDocument,
  type DocumentFindings,
} from './rules/document/document-step.ts';
import { mayHavePortrait } from './rules/document/front.ts';
import type { FaceFinding } from './rules/face/face-rules.ts';
import type { SessionRecord } from './rules/session/session.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface SentDocument {
  /** The nonce of the attempt. */
  nonce: string;
  kind: CodeKind;
  /** The strips of each frame, in the format defined in grey-container.ts. */
  frames: readonly Bytes[];
  /** A JPEG of the side with the code. */
  page: Bytes;
  /** A JPEG of the side with the portrait, if that is a different side. */
  front?: Bytes;
  /** Small pictures from the take, recorded at moments that the service chose at random (D-137). */
  take: readonly TakePicture[];
}

/** The documents Worker's reading, and the verdict on it. */
type Read = Extract<DocumentAnswer, { ok: true }> & Pick<DocumentFindings, 'verdict'>;

/**
 * The Workers' findings, or the fault that makes them reject the pictures; in both cases with the
 * models that were used.
 */
type Examined =
  | Omit<DocumentFindings, 'nonce' | 'hash'>
  | { fault: string; models: DocumentFindings['models'] };

/**
 * @throws AppError INVALID_DOCUMENT for invalid pictures; CONFLICT when the attempt with this nonce
 *   is not open, when a different upload is being read, or when pictures of another step are due;
 *   UNAVAILABLE when the document cannot be read now. None of these errors counts as an attempt
 */
export async function submitDocument(
  ctx: Context,
  { sessionId, secret }: BrowserProof,
  sent: SentDocument,
  timeZone: string,
): Promise<HostedSession> {
  const stub = ctx.objects.session(sessionId);
  if (stub === undefined) throw unauthorized();
  const frames = sent.frames.map(decodeFrame);
  const [browserHash, arrived] = await Promise.all([sha256Hex(secret), nameDocument(sent)]);
  const taken = unwrap(await stub.takeDocument(browserHash, arrived));
  if (!isTaken(taken.record, arrived)) return toHostedSession(ctx, taken);
  const { nonce, hash } = arrived;
  const postpone = (models?: DocumentFindings['models']) =>
    stub.postponeDocument(browserHash, { nonce, hash, ...(models && { models }) });
  const read = await postponeOnFailure(
    UNAVAILABLE,
    readCode(ctx, taken.record, { ...sent, today: dayIn(timeZone, ctx.now()) }, frames),
    postpone,
  );
  if ('fault' in read) {
    await postpone();
    throw invalidDocument(FAULTS[read.fault]);
  }
  // The code has been read, so the receipt lists the models that read it, regardless of what
  // happens next.
  const found = await postponeOnFailure(UNAVAILABLE, examine(ctx, taken.record, read, sent), () =>
    postpone(read.models),
  );
  if ('fault' in found) {
    await postpone(found.models);
    throw invalidDocument(found.fault);
  }
  const fields = found.verdict.passed
    ? await sealFields(ctx.config, taken.record, read.readings)
    : undefined;
  const conclude = (face?: FaceFinding) =>
    stub.concludeDocument(browserHash, { nonce, hash, ...found }, fields, face);
  const concluded = await findFace(ctx, await conclude(), conclude, () => postpone(found.models));
  return toHostedSession(ctx, concluded);
}

const UNAVAILABLE = 'document_workers_unavailable';

export const invalidDocument = (message: string): AppError =>
  new AppError('INVALID_DOCUMENT', message);

function decodeFrame(bytes: Bytes): ReadRequest['frames'][number] {
  const strips = decodeGrey(bytes);
  if (strips === undefined) throw invalidDocument('A frame is not a container of grey strips.');
  return strips;
}

/** Hashes all parts, in a fixed order: frames, page, front, then the small pictures. */
async function nameDocument({ nonce, kind, ...sent }: SentDocument): Promise<ArrivedDocument> {
  const parts = partsOf(sent);
  const pictures = await Promise.all(
    parts.map(async (part, t) => ({
      t,
      hash: encodeBase64Url(await crypto.subtle.digest('SHA-256', part)),
    })),
  );
  const hash = await sha256Hex([kind, ...pictures.map((one) => one.hash)].join(' '));
  return { nonce, hash, pictures, takeTimes: sent.take.map(({ t }) => t) };
}

const partsOf = ({ frames, page, front, take }: Omit<SentDocument, 'nonce' | 'kind'>): Bytes[] => [
  ...frames,
  page,
  ...(front ? [front] : []),
  ...take.map(({ jpeg }) => jpeg),
];

/** @throws Error when a Worker is not bound, and any error from the reader */
async function readCode(
  { face, documents }: Context,
  { request, offer: { documents: rules } }: SessionRecord,
  { kind, page, today }: Pick<SentDocument, 'kind' | 'page'> & { today: CivilDate },
  frames: ReadRequest['frames'],
): Promise<Read | Extract<DocumentAnswer, { ok: false }>> {
  if (face === undefined || documents === undefined || rules === undefined)
    throw new Error('No documents Worker is bound.');
  const read = await answerInTime(documents.read({ kind, frames, page, today }));
  if (!read.ok) return read;
  const { gate, thresholds } = request;
  const verdict = judgeDocument({
    readings: read.readings,
    allowed: rules.allowed,
    gate,
    ...(thresholds && { thresholds }),
    today,
  });
  return { ...read, verdict };
}

/**
 * Examines the portrait and the take. Neither is examined if the verdict rejects the document, or
 * if the session has already received a part of this upload as a picture of the person.
 * @throws Error when a Worker is not bound, and any error from the Workers
 */
async function examine(
  ctx: Context,
  record: SessionRecord,
  { verdict, signals, zone, readings, models: ofCode }: Read,
  sent: SentDocument,
): Promise<Examined> {
  const { config, face, documents } = ctx;
  const { page, front } = sent;
  if (!verdict.passed) return { verdict, signals, models: ofCode };
  if (await hasOwnPicture(record, partsOf(sent)))
    return { verdict, signals, front: { isOwnPicture: true }, models: ofCode };
  if (face === undefined || documents === undefined)
    throw new Error('No face Worker is bound, so portraits cannot be compared.');
  const [{ portrait, models: ofFaces }, take] = await Promise.all([
    answerInTime(face.measurePortrait({ jpeg: front ?? page })),
    examineTake(ctx, record, namedParts(sent), sent.take),
  ]);
  const models = { ...ofCode, ...ofFaces };
  const fault = faultOf(portrait);
  if (fault !== undefined) return { fault, models };
  if (take !== undefined && 'fault' in take) return { fault: FAULTS[take.fault], models };
  const { portrait: portraitLimits } = config.faceLimits;
  const found = {
    verdict,
    signals,
    portrait,
    portraitLimits,
    models,
    ...(take && { take }),
  };
  if (!portrait.ok) return found;
  const known = textOf(readings);
  if (front === undefined) {
    if (zone === undefined || !mayHavePortrait(zone))
      return { ...found, front: { ...(zone && { zone }) } };
    const seen = await answerInTime(documents.lookAtPage({ jpeg: page, zone, known }));
    return seen.ok
      ? { ...withModels(found, seen), front: { zone, text: seen.text } }
      : { fault: FAULTS[seen.fault], models };
  }
  const seen = await answerInTime(
    documents.lookAtFront({ jpeg: front, face: portrait.face, known }),
  );
  return seen.ok
    ? { ...withModels(found, seen), front: { cards: seen.cards } }
    : { fault: FAULTS[seen.fault], models };
}

type Models = Pick<DocumentFindings, 'models'>;

const withModels = <F extends Models>(found: F, { models }: Models): F => ({
  ...found,
  models: { ...found.models, ...models },
});

/**
 * @param readings the readings, which can differ only in the names
 * @throws Error when there are no readings
 */
function textOf(readings: Read['readings']): KnownText {
  const [reading] = readings;
  if (reading?.ok !== true) throw new Error('A document that passed was read.');
  const { number, birthDate, surname, givenNames } = reading.facts;
  return { number, birthDate, surname, givenNames };
}

const namedParts = ({ frames: [first, second], page, front }: SentDocument): SentParts => ({
  ...(first && { frame_1: first }),
  ...(second && { frame_2: second }),
  page,
  ...(front && { front }),
});

const FAULTS: Record<Extract<DocumentAnswer, { ok: false }>['fault'], string> = {
  strips: 'The strips do not have the form of a code.',
  not_a_jpeg: 'A picture is not a JPEG in the form that a canvas produces.',
  too_large: 'A picture is larger than 2 megapixels or 1 MB.',
  unreadable: 'A picture cannot be read.',
};

/**
 * Returns what is wrong with the bytes of the portrait's picture, if anything; the picture's
 * content is judged elsewhere.
 */
function faultOf(portrait: MeasuredPortrait): string | undefined {
  if (portrait.ok) return undefined;
  switch (portrait.fault) {
    case 'not_a_jpeg':
    case 'too_large':
    case 'unreadable':
      return FAULTS[portrait.fault];
    case 'no_face':
    case 'several_faces':
    case 'too_small':
      return undefined;
  }
}
