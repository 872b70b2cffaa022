// Use case: measures, judges and discards a picture. The challenge's end, the template and the work
// that records the event are written in one transaction, which writes nothing if the person has
// been erased in the meantime.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { randomToken } from '../../../crypto/random.ts';
import { logIncident } from '../../../log.ts';
import type { ListOwner } from '../../faces/blocked-faces/blocked-face.ts';
import { isBlocked } from '../../faces/blocked-faces/is-blocked.ts';
import { describePhoto, type PhotoFinding } from '../../faces/face-templates/describe-photo.ts';
import { openDescriptor, sealDescriptor } from '../../faces/face-templates/seal-template.ts';
import { findTemplate, templateRow, templateUse } from '../../faces/face-templates/store.ts';
import { judgeEnrolled, type FaceTemplate } from '../../faces/face-templates/template.ts';
import { prepareWork } from '../webhooks/ledger-work.ts';
import { workOfEvents } from '../webhooks/own-events.ts';
import { eventOfEnd } from './challenge-event.ts';
import { SANDBOX_MODEL, sandboxEnd, type ChallengeEnd, type FaceChallenge } from './challenge.ts';
import { isOpen, writeEnd } from './store.ts';

type Image = Uint8Array<ArrayBuffer>;

/** `consent` is absent for a picture: only a live person gives consent on our page. */
type ShownFace = Pick<Extract<PhotoFinding, { ok: true }>, 'descriptor' | 'model'> &
  Pick<FaceTemplate, 'consent'>;
type Finding = ({ ok: true } & ShownFace) | Exclude<PhotoFinding, { ok: true }>;
/** Measures the face; called only when the result is needed. */
type Describe = () => Promise<Finding>;

export interface Verdict {
  end: ChallengeEnd;
  /** The change to the person's template. */
  effect?: (onlyIf: Condition, nowMs: number) => Statement;
}

/** `blocksFaces`: whether the customer has a list of blocked faces. */
type OpenChallenge = FaceChallenge & ListOwner & { blocksFaces: boolean };

/**
 * @throws any error from D1. If the request is then repeated, the picture is measured again;
 *   otherwise, the challenge expires
 */
export async function settleChallenge(
  ctx: Context,
  challenge: OpenChallenge,
  image: Image,
): Promise<void> {
  const planned = sandboxEnd(challenge, challenge.kind);
  if (planned === 'stays') return;
  const verdict =
    planned === undefined
      ? await judge(ctx, challenge, image)
      : await sandboxVerdict(ctx, challenge, planned);
  await writeVerdict(ctx, challenge, verdict);
}

/**
 * Writes the challenge's end, the template and the work that records the event in one transaction;
 * writes nothing if the challenge has ended or has been erased.
 */
export async function writeVerdict(
  ctx: Context,
  challenge: FaceChallenge,
  { end, effect }: Verdict,
): Promise<void> {
  const nowMs = ctx.now();
  const onlyIf = isOpen(challenge, nowMs);
  const event = await eventOfEnd({ ...challenge, end: { ...end, atMs: nowMs } }, nowMs);
  const { statement, perform } = prepareWork(ctx, await workOfEvents(ctx, [event]), onlyIf);
  const effects = effect === undefined ? [] : [effect(onlyIf, nowMs)];
  if (await writeEnd(ctx.db, challenge, end, nowMs, [...effects, statement])) await perform();
}

async function judge(ctx: Context, challenge: OpenChallenge, image: Image): Promise<Verdict> {
  try {
    return await decide(ctx, challenge, () => describePhoto(ctx, image));
  } catch (cause) {
    const error = cause instanceof Error ? cause.name : 'unknown';
    logIncident('face_challenge_failed', { error });
    return { end: { passed: false, reason: 'internal_error' } };
  }
}

/** @throws any error from D1, an object or `describe` */
export const decide = (
  ctx: Context,
  challenge: OpenChallenge,
  describe: Describe,
): Promise<Verdict> =>
  challenge.kind === 'enroll'
    ? enroll(ctx, challenge, describe)
    : compare(ctx, challenge, describe);

async function enroll(
  ctx: Context,
  challenge: OpenChallenge,
  describe: Describe,
): Promise<Verdict> {
  const photo = await describe();
  if (!photo.ok) return { end: { passed: false, reason: photo.reason } };
  if (await isRefused(ctx, challenge, photo)) return BLOCKED;
  return keep(ctx, challenge, photo);
}

/**
 * Compares the face with the enrolled template. A person whose template is missing or was produced
 * by a different model has to enrol; if the template is missing, the picture is not even measured.
 */
async function compare(
  ctx: Context,
  challenge: OpenChallenge,
  describe: Describe,
): Promise<Verdict> {
  const template = await findTemplate(ctx.db, challenge);
  if (template === undefined) return { end: { passed: false, reason: 'not_enrolled' } };
  const photo = await describe();
  if (!photo.ok) return { end: { passed: false, reason: photo.reason } };
  if (photo.model !== template.model) return { end: { passed: false, reason: 'not_enrolled' } };
  const known = await openDescriptor(ctx.config, template);
  const ruling = judgeEnrolled(known, photo.descriptor, ctx.config.faceLimits);
  if (ruling !== 'same') return { end: { passed: false, reason: REASONS[ruling] } };
  if (await isRefused(ctx, challenge, photo)) return BLOCKED;
  return {
    end: { passed: true },
    effect: (onlyIf, nowMs) => templateUse(ctx.db, template.id, nowMs, onlyIf),
  };
}

const REASONS = { unclear: 'face_unclear', other: 'face_mismatch' } as const;

const BLOCKED: Verdict = { end: { passed: false, reason: 'blacklist_match' } };

/**
 * Checks the customer's block list, only for people who would pass (D-100).
 * @throws Error when the list cannot be read
 */
const isRefused = async (
  ctx: Context,
  challenge: OpenChallenge,
  photo: ShownFace,
): Promise<boolean> => challenge.blocksFaces && (await isBlocked(ctx, challenge, photo));

/**
 * Returns the predefined verdict for a test user. An enrolled test user receives a template without
 * a face, so that the user is listed and erased like any other.
 */
export async function sandboxVerdict(
  ctx: Context,
  challenge: FaceChallenge,
  end: ChallengeEnd,
): Promise<Verdict> {
  if (!end.passed || challenge.kind === 'verify') return { end };
  return keep(ctx, challenge, { model: SANDBOX_MODEL, descriptor: [1] });
}

async function keep(
  ctx: Context,
  { tenantId, test, userId }: FaceChallenge,
  { descriptor, model, consent }: ShownFace,
): Promise<Verdict> {
  const id = `ftp_${randomToken(12)}`;
  const { sealed, sealedBy } = await sealDescriptor(ctx.config, id, descriptor);
  const row = { id, tenantId, test, userId, sealed, sealedBy, model };
  return {
    end: { passed: true },
    effect: (onlyIf, nowMs) => {
      const since = { enrolledAtMs: nowMs, lastUsedAtMs: nowMs };
      const template: FaceTemplate = { ...row, ...since, ...(consent && { consent }) };
      return templateRow(ctx.db, template, onlyIf);
    },
  };
}
