// Use cases for a customer's reviewers (D-95): they list the waiting sessions, open one, view its
// pictures, and decide. Every view and every decision is recorded in the audit log before anything
// is shown or changed.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import { AppError, notFound } from '../../errors.ts';
import type { ReviewPictureName } from '../../objects/session/sealed-pictures.ts';
import { recordAudit, type TenantActor } from '../platform/audit/record.ts';
import { listWaiting, type ReviewFilter } from './review-store.ts';
import { resultOf, type TenantAccess, type VerificationResult } from './rules/session/result.ts';
import { REVIEW_MS } from './rules/review/review.ts';
import type { PastDecision } from './rules/review/review-state.ts';
import {
  approvalsNeeded,
  type Decision,
  type DecisionRefusal,
} from './rules/review/review-decision.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { resolveToken, tokensOfRow } from './tokens.ts';

/** A signed-in member of the customer's staff. */
export interface Reviewer {
  actor: TenantActor & { staffId: number };
  /** The member's sign-in session; only this session may see the pictures. */
  sessionId: string;
}

export interface WaitingSession {
  /** The session's token, `xtk_…`. */
  token: string;
  purpose: string;
  gate?: number;
  externalUserId?: string;
  requestedAtMs: number;
  /** The deadline for the decision. */
  dueAtMs: number;
  test: boolean;
}

export interface OpenedReview extends Omit<WaitingSession, 'purpose'> {
  result: VerificationResult;
  /** The reason in the result if the session ends without a decision. */
  reason: string;
  approvals: number;
  approvalsNeeded: number;
  round: number;
  decisions: readonly PastDecision[];
  /** Whether the member who opened the review has already approved, and so cannot approve again. */
  isApprovedByReader: boolean;
  /** Each picture may be viewed once, by this sign-in session, until `linksEndAtMs`. */
  pictures: { name: ReviewPictureName; secret: string }[];
  linksEndAtMs: number;
}

const LINK_MS = MINUTE_MS;
const PICTURES: readonly ReviewPictureName[] = ['page', 'front', 'face'];

/**
 * @returns one page, earliest deadline first; a session appears shortly after its visitor has
 *   requested the review
 */
export async function listReviews(
  ctx: Context,
  filter: ReviewFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: WaitingSession[]; total: number }> {
  const { rows, total } = await listWaiting(ctx.db, filter, slice);
  const waiting = await Promise.all(
    rows.map(async (row): Promise<WaitingSession> => {
      const { token } = await tokensOfRow(ctx, row);
      return {
        token,
        purpose: row.purpose,
        ...(row.gate !== null && { gate: row.gate }),
        ...(row.external_user_id !== null && { externalUserId: row.external_user_id }),
        requestedAtMs: row.expires_at_ms - REVIEW_MS,
        dueAtMs: row.expires_at_ms,
        test: row.test,
      };
    }),
  );
  return { rows: waiting, total };
}

/**
 * @param token the result token, `xtk_…`
 * @throws AppError NOT_FOUND, the same for a session that belongs to another tenant, is unknown, or
 * is not waiting for a review
 */
export async function openReview(
  ctx: Context,
  { actor, sessionId }: Reviewer,
  token: string,
): Promise<OpenedReview> {
  const untilMs = ctx.now() + LINK_MS;
  const made = await Promise.all(
    PICTURES.map(async (name) => {
      const secret = randomToken(32);
      return { name, secret, hash: await sha256Hex(secret) };
    }),
  );
  const links = made.map(({ name, hash }) => ({ name, hash, viewer: sessionId, untilMs }));
  const { record, pictures } = await findWaiting(ctx, actor.tenantId, token, links);
  await audit(ctx, actor, 'review.open', record, {});
  const { request, steps, times } = record;
  const { review } = steps;
  return {
    token,
    ...(request.gate !== undefined && { gate: request.gate }),
    ...(request.userId !== undefined && { externalUserId: request.userId }),
    requestedAtMs: times.expiresAtMs - REVIEW_MS,
    dueAtMs: times.expiresAtMs,
    test: record.test,
    result: resultOf(record),
    reason: review?.reason ?? 'face_mismatch',
    approvals: review?.approvedBy?.length ?? 0,
    approvalsNeeded: approvalsNeeded(record),
    round: review?.round ?? 1,
    decisions: review?.decisions ?? [],
    isApprovedByReader: review?.approvedBy?.includes(actor.staffId) === true,
    pictures: made
      .filter(({ name }) => pictures.includes(name))
      .map(({ name, secret }) => ({ name, secret })),
    linksEndAtMs: untilMs,
  };
}

/**
 * Returns one picture. Each link works only once.
 * @param secret the link's secret
 * @throws AppError NOT_FOUND for a link that has been used, has expired, or belongs to a different
 *   sign-in session
 */
export async function openPicture(
  ctx: Context,
  { actor, sessionId }: Reviewer,
  token: string,
  secret: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { record, stub, access } = await findWaiting(ctx, actor.tenantId, token, []);
  const opened = await stub.openReviewPicture(access, await sha256Hex(secret), sessionId);
  if (!opened.ok) throw notFound();
  const { name, jpeg } = opened.value;
  await audit(ctx, actor, 'review.look', record, { picture: name });
  return jpeg;
}

/**
 * Applies a reviewer's decision. The audit entry is written after the decision has begun and before
 * it takes effect, so that every decision has an entry, and a concurrent decision is refused before
 * it is recorded as made. A refusal has its own entry, which contains the requested decision.
 * @returns the new state of the session; the same state if the decision is repeated because its
 *   response may have been lost
 * @throws AppError NOT_FOUND; CONFLICT when another member has decided first, the time has run out,
 *   or this member may not make that decision
 */
export async function decideReview(
  ctx: Context,
  { actor }: Reviewer,
  token: string,
  decision: Decision,
): Promise<SessionRecord> {
  const { stub, access, begun } = await beginDecision(ctx, actor, token, decision);
  const session = { id: stub.id.toString(), test: access.test };
  const refuse = async (refusal: DecisionRefusal): Promise<AppError> => {
    const after = { ...describe(decision), refusal };
    await audit(ctx, actor, 'review.decide_refused', session, after);
    return refused(refusal);
  };
  if (!begun.ok) throw begun.reason === 'not_found' ? notFound() : await refuse(begun.reason);
  if (begun.isRepeat) return begun.value;
  const call = { decision, by: actor.staffId };
  try {
    const after = { ...describe(decision), ...waitedOf(begun.value, ctx.now()) };
    await audit(ctx, actor, 'review.decide', session, after);
  } catch (error) {
    await Promise.resolve(stub.decideReview(access, { ...call, step: 'give_up' })).catch(
      () => undefined,
    );
    throw error;
  }
  const made = await stub.decideReview(access, { ...call, step: 'make' });
  if (made.ok) return made.value;
  throw made.reason === 'not_found' ? notFound() : await refuse(made.reason);
}

/**
 * Begins a decision. Tries both modes, because staff see live and test sessions and only the
 * session's object knows the session's mode.
 */
async function beginDecision(
  ctx: Context,
  { tenantId, staffId }: Reviewer['actor'],
  token: string,
  decision: Decision,
) {
  const { stub, access } = await resolveToken(ctx, token);
  const call = { step: 'begin', decision, by: staffId } as const;
  const live: TenantAccess = { ...access, tenantId, test: false };
  const begun = await stub.decideReview(live, call);
  if (begun.ok || begun.reason !== 'not_found') return { stub, access: live, begun };
  const test: TenantAccess = { ...live, test: true };
  return { stub, access: test, begun: await stub.decideReview(test, call) };
}

/** Returns how many seconds the visitor had waited, if known, for evidence packs (D-164). */
function waitedOf({ steps: { review } }: SessionRecord, nowMs: number): { seconds?: number } {
  const { requestedAtMs } = review ?? {};
  if (requestedAtMs === undefined) return {};
  return { seconds: Math.max(0, Math.round((nowMs - requestedAtMs) / 1000)) };
}

const describe = (decision: Decision): Record<string, string> => ({
  decision: decision.decision,
  ...(decision.decision === 'reject' &&
    decision.reason !== undefined && { reason: decision.reason }),
  ...(decision.decision === 'ask_again' && { steps: decision.steps.join(' ') }),
});

const audit = (
  ctx: Context,
  actor: TenantActor,
  action: string,
  { id, test }: Pick<SessionRecord, 'id' | 'test'>,
  after: Readonly<Record<string, string | number>>,
): Promise<void> =>
  recordAudit(ctx, { actor, action, target: { type: 'session', id }, after: { ...after, test } });

/**
 * Finds a waiting session and adds the given links to its pictures. Tries both modes, for the same
 * reason as beginDecision.
 */
async function findWaiting(
  ctx: Context,
  tenantId: string,
  token: string,
  links: Parameters<Awaited<ReturnType<typeof resolveToken>>['stub']['openReview']>[1],
) {
  const { stub, access } = await resolveToken(ctx, token);
  for (const test of [false, true]) {
    const full: TenantAccess = { ...access, tenantId, test };
    const answer = await stub.openReview(full, links);
    if (answer.ok) return { ...answer.value, stub, access: full };
  }
  throw notFound();
}

function refused(reason: DecisionRefusal): AppError {
  switch (reason) {
    case 'decided':
      return new AppError('CONFLICT', 'This session no longer awaits a decision.');
    case 'being_decided':
      return new AppError('CONFLICT', 'Another member is deciding right now. Try again shortly.');
    case 'second_person':
      return new AppError(
        'CONFLICT',
        'You have already approved it: another member must approve it too.',
      );
    case 'asked_enough':
      return new AppError('CONFLICT', 'This visitor was already asked twice. Approve or reject.');
  }
}
