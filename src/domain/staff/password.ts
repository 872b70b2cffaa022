// Changing and forgetting a password. A reset link is good once, for half an hour, and only the newest one.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { hashPassword } from '../../crypto/password.ts';
import { randomToken } from '../../crypto/random.ts';
import { MAIL_LINK_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst } from '../terms/guess-limits.ts';
import { actorFor, recordAudit, type Actor } from '../audit/record.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Audience, Caller } from './member.ts';
import { requireGoodPassword } from './password-rule.ts';
import { revokeOtherSessions } from './session-store.ts';
import { endAllStaffSessions, type SignedInStaff } from './sessions.ts';
import { requirePassword } from './sign-in.ts';
import {
  findStaff,
  findStaffByEmail,
  nextResetGeneration,
  setPasswordByLink,
  setPassword,
  toMember,
} from './store.ts';

interface ResetLink {
  audience: Audience;
  staffId: number;
  generation: number;
}

/**
 * Sends a reset link if there is such a member. Everything that depends on it happens after the answer, so that
 * its time tells nothing (spec 7.3).
 * @param pageOf the address of the page that takes the new password
 * @throws AppError TOO_MANY_REQUESTS per mail address and per caller, whether or not there is a member
 */
export async function requestStaffReset(
  ctx: Context,
  audience: Audience,
  email: string,
  caller: Caller,
  pageOf: (token: string) => string,
): Promise<void> {
  const normalized = parseEmailAddress(email)?.normalized ?? '';
  const { staffReset } = ctx.config.guessLimits;
  await countAgainst(ctx, staffReset, `${audience}:address:${caller.ip}`);
  await countAgainst(ctx, staffReset, `${audience}:mail:${await sha256Hex(normalized)}`);
  ctx.defer(sendResetLink(ctx, audience, normalized, pageOf).catch(() => undefined));
}

async function sendResetLink(
  ctx: Context,
  audience: Audience,
  normalized: string,
  pageOf: (token: string) => string,
): Promise<void> {
  const row = await findStaffByEmail(ctx.db, audience, normalized);
  const generation = row === undefined ? undefined : await nextResetGeneration(ctx.db, row.id);
  if (row === undefined || generation === undefined) return;
  const objectId = ctx.objects.newOneTimeTokenId();
  const secret = randomToken(32);
  const payload: ResetLink = { audience, staffId: row.id, generation };
  const expiresAtMs = ctx.now() + LIFETIMES.staffResetMs;
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(payload), expiresAtMs);
  const link = pageOf(formatToken({ prefix: MAIL_LINK_TOKEN, objectId, secret }));
  await queueMail(ctx, {
    to: row.email,
    locale: 'en',
    template: 'reset_password',
    details: { link },
  });
}

/**
 * Sets a new password by a link, and ends every session. The second factor stays, but for customers' staff whose
 * address was not proven before: whoever set it up may have been somebody else.
 * @throws AppError VALIDATION_FAILED for a weak password, which leaves the link good; INVALID_TOKEN alike for
 *   unknown, used, late and replaced links, and for links to something else, which stay good for that
 */
export async function resetStaffPassword(
  ctx: Context,
  audience: Audience,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const parsed = parseToken(token);
  const object =
    parsed?.prefix === MAIL_LINK_TOKEN ? ctx.objects.oneTimeToken(parsed.objectId) : undefined;
  if (parsed === undefined || object === undefined) throw deadLink();
  const secretHash = await sha256Hex(parsed.secret);
  const seen = await object.peek(secretHash);
  const link = seen.ok ? (JSON.parse(seen.payload) as Partial<ResetLink>) : undefined;
  const { staffId, generation } = link ?? {};
  if (link?.audience !== audience || staffId === undefined || generation === undefined)
    throw deadLink();
  const row = await findStaff(ctx.db, staffId);
  if (row === undefined || row.deactivated_at_ms !== null) throw deadLink();
  await requireGoodPassword(password, 'password', [row.email, row.name]);
  if (!(await object.redeem(secretHash)).ok) throw deadLink();
  const hash = await hashPassword(password);
  if (!(await setPasswordByLink(ctx.db, staffId, hash, ctx.now(), generation))) throw deadLink();
  await endAllStaffSessions(ctx, staffId);
  await recordAudit(ctx, {
    actor: actorFor(toMember(row), caller),
    action: 'auth.password_reset',
    target: { type: 'staff', id: staffId },
  });
}

/**
 * Changes the password and ends every other session.
 * @throws AppError INVALID_CREDENTIALS for the current one, VALIDATION_FAILED for a weak new one
 */
export async function changeStaffPassword(
  ctx: Context,
  { member, sessionId }: SignedInStaff,
  { current, next }: { current: string; next: string },
  actor: Actor,
): Promise<void> {
  await requireGoodPassword(next, 'new_password', [member.email, member.name]);
  await requirePassword(ctx, member, current);
  await setPassword(ctx.db, member.id, await hashPassword(next), ctx.now());
  await revokeOtherSessions(ctx.db, member.id, sessionId, ctx.now());
  await recordAudit(ctx, {
    actor,
    action: 'auth.password_change',
    target: { type: 'staff', id: member.id },
  });
}

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'The link is not valid any more. Ask for a new one.');
