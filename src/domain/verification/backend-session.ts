// Use cases for a customer's backend: begin a session, read it, settle it in the sandbox, cancel
// it, erase its personal data (D-7, D-11). browser-session.ts contains the use cases for the
// visitor's browser.
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAgainst } from '../terms/guess-limits.ts';
import { regionWithin } from '../terms/visitor-region.ts';
import type { Principal } from './customer.ts';
import type { SessionInput } from './apply-settings.ts';
import { planUnderLaw } from './law-of-session.ts';
import { claimSessionId, linkOf, planSession } from './new-session.ts';
import { openFields, specimenFields } from './document-fields.ts';
import { nameResult } from './name-result.ts';
import type { NamedResult } from './present-result.ts';
import type { SessionWarning } from './plan-under.ts';
import type { DocumentFieldValues } from './rules/document/document-fields.ts';
import type { SettledStatus } from './rules/session/state.ts';
import type { SessionReason } from './rules/session/reasons.ts';
import { resultOf, type SessionEvent } from './rules/session/result.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { offerScreenCode, type ScreenCode } from './screen-code.ts';
import { resolveToken } from './tokens.ts';

interface CreationOptions {
  /**
   * The idempotency key, 1-255 visible characters: a repeated request with the same key within 24
   * hours does not create a second session.
   */
  idempotencyKey?: string | undefined;
  /** The hash of a browser's secret, if the link may only be opened in that browser. */
  openerHash?: string;
}

interface CreatedSession {
  /** The session's id, 64 hex digits. */
  sessionId: string;
  /** The token of the session's link, `xit_…`, single use. */
  token: string;
  verifyUrl: string;
  /** Notes for the customer about its request. */
  warnings: SessionWarning[];
  /** The code for a screen; present for `display: "tv"`. */
  screen?: ScreenCode;
}

/**
 * @param input validated; see routes/verify/init.ts
 * @throws AppError TOO_MANY_REQUESTS after 100 sessions a day for a customer without a confirmed
 *   email address (D-64); IDEMPOTENCY_KEY_MISMATCH when the key has been used with a different
 *   request; and the errors of planUnderLaw
 */
export async function createSession(
  ctx: Context,
  principal: Principal,
  input: SessionInput,
  { idempotencyKey, openerHash }: CreationOptions = {},
): Promise<CreatedSession> {
  const asked = await planUnderLaw(ctx, principal, input);
  if (!principal.isProven) await countUnproven(ctx, principal);
  // The idempotency key is claimed for the raw input, because settings may change between a request
  // and its retry.
  const sessionId = await claimSessionId(ctx, principal, input, idempotencyKey);
  const planned = { ...asked, openerHash };
  const { session, init } = await planSession(ctx, principal, sessionId, planned);
  const region = regionWithin(principal.tenant.residency, input.visitorRegion);
  const stub = ctx.objects.session(sessionId, region);
  const kept = await stub?.createSession(session);
  const link = await linkOf(ctx, sessionId, init, kept);
  const screen = input.display === 'tv' ? await offerScreenCode(ctx, link.token) : undefined;
  return { sessionId, ...link, warnings: asked.warnings, ...(screen && { screen }) };
}

/**
 * Counts a session of a customer without a confirmed email address. A repeated request counts like
 * a new one, because the request is counted before its idempotency key is looked up.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countUnproven(ctx: Context, { tenant }: Principal): Promise<void> {
  const { unprovenSessions } = ctx.config.guessLimits;
  const refusal = `Until an email address of your team is confirmed, ${unprovenSessions.limit} sessions a day can begin.`;
  await countAgainst(ctx, [unprovenSessions, tenant.id, refusal]);
}

/**
 * @param token the result token, `xtk_…`, or the link token of init, `xit_…`, which is the only
 * token that a backend has before the callback
 * @throws AppError NOT_FOUND, the same for an unknown or malformed token and for a token of another
 * tenant or mode
 */
export async function readResult(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  return toNamedResult(ctx, answer.value);
}

/**
 * Reads the result together with the document fields that the customer receives; no other response
 * contains these fields (D-96).
 * @throws AppError NOT_FOUND like readResult
 */
export async function readFullResult(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<{ result: NamedResult; fields?: DocumentFieldValues }> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readResultAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  const { record, fields: sealed } = answer.value;
  const [result, fields] = await Promise.all([
    toNamedResult(ctx, record),
    sealed === undefined ? settledFields(ctx, record) : openFields(record.id, sealed),
  ]);
  return { result, ...(fields !== undefined && { fields }) };
}

/** Returns specimen fields for a successful test session that was settled without a document. */
const settledFields = async (ctx: Context, record: SessionRecord) =>
  record.test && record.state.status === 'success' && record.received.document === undefined
    ? specimenFields(ctx.config, record)
    : undefined;

/**
 * Settles a test session without a browser.
 * @throws AppError NOT_FOUND for live keys and sessions; CONFLICT when the session is already
 *   settled
 */
export async function settleAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
  outcome: SettledStatus,
  reason?: SessionReason,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.settleAsTenant({ ...access, ...tenantOf(principal) }, outcome, reason);
  if (answer.ok) return toNamedResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is already settled.');
}

/** A session with its request and the visitor's steps. */
export interface SessionDetail {
  result: NamedResult;
  request: SessionRecord['request'];
  funnel: SessionRecord['funnel'];
}

/** @throws AppError NOT_FOUND like readResult */
export async function readSessionDetail(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<SessionDetail> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  const { request, funnel } = answer.value;
  return { result: await toNamedResult(ctx, answer.value), request, funnel };
}

/**
 * Ends a running session, regardless of the step that its visitor has reached.
 * @throws AppError NOT_FOUND; CONFLICT when the session has ended
 */
export async function cancelAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.cancelAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return toNamedResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is already over.');
}

/**
 * Erases the personal data in the session immediately. Afterwards, the session's token no longer
 * gives access to any data; a repeated call returns the same events.
 * @returns the events that erase the copies outside the session
 *   (integration/session-copies/erase-session.ts); none when those copies have already been erased
 * @throws AppError NOT_FOUND, CONFLICT while the session is running
 */
export async function eraseAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<SessionEvent[]> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.eraseAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return answer.value;
  throw answer.reason === 'conflict' ? sessionRunningError() : notFound();
}

/**
 * Returns the error for an attempt to erase a running session; erasing it would lose the visitor's
 * progress.
 */
export const sessionRunningError = (): AppError =>
  new AppError('CONFLICT', 'This session is still running. Cancel it first.');

const tenantOf = (principal: Principal): { tenantId: string; test: boolean } => ({
  tenantId: principal.tenant.id,
  test: principal.test,
});

const toNamedResult = (ctx: Context, record: SessionRecord): Promise<NamedResult> =>
  nameResult(ctx, { id: record.id, resultHash: record.secrets.resultHash }, resultOf(record));
