// Use case: replaces a session that failed or expired with a new one (D-89). The old session's
// object decides whether that is allowed and creates the new session, so that a retake is never
// left half done.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound, unavailable } from '../../errors.ts';
import type { Principal } from './customer.ts';
import type { SessionInput } from './apply-settings.ts';
import { planUnderLaw } from './law-of-session.ts';
import { claimSessionId, linkOf, planSession } from './new-session.ts';
import { needsDocument } from './rules/session/machine.ts';
import { MAX_RETAKES, predecessorOf, whyNotRetaken } from './rules/retake/retake.ts';
import type { RetakeFailure } from '../../objects/session/retake.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { resolveToken, tokenOf } from './tokens.ts';

interface Retake {
  /** The link token of the new session, `xit_…`, single use. */
  token: string;
  verifyUrl: string;
  /** The result token of the session that is retaken, `xtk_…`. */
  previous: string;
}

/**
 * @param token `xtk_…` or `xit_…` of the session to retake
 * @param idempotencyKey as for init: a repeated request within 24 hours returns the same session
 * @throws AppError NOT_FOUND, the same for an unknown or malformed token and for a token of another
 *   tenant or mode; RETAKE_NOT_ALLOWED, RETAKE_LIMIT_EXCEEDED; UNAVAILABLE, after which a repeated
 *   request completes the retake; IDEMPOTENCY_KEY_MISMATCH; and the errors of planUnderLaw, when
 *   the current settings refuse the session's request
 */
export async function retakeSession(
  ctx: Context,
  principal: Principal,
  token: string,
  idempotencyKey?: string,
): Promise<Retake> {
  const { stub, access } = await resolveToken(ctx, token);
  const tenant = { tenantId: principal.tenant.id, test: principal.test };
  const found = await stub.readAsTenant({ ...access, ...tenant });
  if (!found.ok) throw notFound();
  const { value: record } = found;
  const refusal = whyNotRetaken(record);
  // A session that has already been retaken is accepted if the request repeats an earlier one with
  // the same key.
  if (refusal !== undefined && !(refusal === 'retaken' && idempotencyKey !== undefined))
    throw refused(refusal);
  const asked = await planUnderLaw(ctx, principal, inputOf(record));
  // A person who chose to use a document never receives an estimate again, regardless of the
  // current settings (D-93).
  if (record.chain.contested === true && !needsDocument(asked.request)) throw refused('age_judged');
  const id = await claimSessionId(ctx, principal, { retake: record.id }, idempotencyKey);
  const { session, init } = await planSession(ctx, principal, id, asked);
  const contested = record.chain.contested === true && { contested: true as const };
  const chain = { previous: predecessorOf(record), ...contested };
  const plan = { id, session: { ...session, chain } };
  const answer = await stub.retakeAsTenant({ ...access, ...tenant }, plan);
  if (!answer.ok) throw refused(answer.reason);
  const { value: next } = answer;
  const link = await linkOf(ctx, next.id, init, next.initHash);
  return {
    ...link,
    previous: await tokenOf(ctx, RESULT_TOKEN, record.id, record.secrets.resultHash),
  };
}

/**
 * Converts a session's request to the input for a new session, to which the current settings are
 * applied (D-57).
 */
export function inputOf({ request, asked }: SessionRecord): SessionInput {
  const { locale: _locale, theme: _theme, accept: _accept, ...said } = request;
  return { ...said, ...asked };
}

const notAllowed = (message: string): AppError => new AppError('RETAKE_NOT_ALLOWED', message);

function refused(reason: RetakeFailure): AppError {
  switch (reason) {
    case 'not_found':
      return notFound();
    case 'unreachable':
      return unavailable(undefined);
    case 'test':
      return notAllowed('A test session cannot be retaken. Begin another one.');
    case 'running':
      return notAllowed('This session is still running: use its own link, or cancel it.');
    case 'decided':
      return notAllowed('Only a session that failed or expired can be retaken.');
    case 'retaken':
      return notAllowed('This session was already retaken.');
    case 'age_judged':
      return notAllowed(
        'The age of this session was already estimated, and a second estimate is not allowed. Request another method.',
      );
    case 'limit_exceeded':
      return new AppError(
        'RETAKE_LIMIT_EXCEEDED',
        `A session can be retaken ${MAX_RETAKES} times, counting every session in its place.`,
      );
  }
}
