// Operator use cases: find kept ages by their source, and withdraw them (D-75). A withdrawn age
// immediately stops counting everywhere; sites that could read it are notified afterwards.
import type { Context } from '../../../context.ts';
import { parseToken } from '../../../crypto/capability-token.ts';
import { AppError, notFound } from '../../../errors.ts';
import { logIncident } from '../../../log.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { queueNotices } from '../../openid/logout/announce.ts';
import type { LogoutNotice } from '../../openid/logout/notice.ts';
import { selectAgeReceivers, type AgeReceiver } from '../../openid/logout/store.ts';
import { AGE_BRACKETS, parseThresholds, shownBrackets } from '../../terms/age-bracket.ts';
import { countingAge } from '../../accounts/verified-ages/kept-age.ts';
import type { AgeSource, OwnedAge } from '../../accounts/verified-ages/source.ts';
import {
  countAges,
  findOwnedAge,
  listNoticesDue,
  listOwners,
  markNotified,
  markRevoked,
  pageOfAges,
} from '../../accounts/verified-ages/source-store.ts';

/**
 * The maximum number of ages withdrawn per call, so that no call takes long; the caller repeats
 * until none remain.
 */
const SLICE = 200;
/**
 * The maximum number of accounts per round of announceWithdrawals; each round finds the sites that
 * received these accounts' ages with one query.
 */
const NOTICES = 50;
/**
 * The maximum number of rounds per run. A run thus covers at most 500 accounts; the next run
 * handles the rest.
 */
const ROUNDS = 10;

export type ListedAge = OwnedAge & { counts: boolean };

/** `session`: 64 hex digits, or a token of the session. */
type SourceWish = Omit<AgeSource, 'sessionId'> & { session?: string | undefined };

/** @throws AppError VALIDATION_FAILED for a session that is neither an id nor a token */
export async function listAges(
  ctx: Context,
  wish: SourceWish,
  revoked: boolean,
  slice: { offset: number; limit: number },
): Promise<{ rows: ListedAge[]; total: number }> {
  const { rows, total } = await pageOfAges(ctx.db, readSource(wish), revoked, slice);
  return { rows: rows.map((row) => withCounts(ctx, row)), total };
}

/**
 * Withdraws the latest ages of a source, up to 200.
 * @param wish must have at least one filter, so that a call without filters cannot withdraw every
 *   age
 * @returns the number of ages withdrawn, and the number remaining, counted up to 10,000
 * @throws AppError VALIDATION_FAILED
 */
export async function revokeAges(
  ctx: Context,
  actor: Actor,
  wish: SourceWish,
  { dryRun }: { dryRun: boolean },
): Promise<{ revoked: number; remaining: number }> {
  const source = readSource(wish);
  if (Object.values(source).every((value) => value === undefined))
    throw new AppError('VALIDATION_FAILED', 'At least one filter is required.');
  if (dryRun) return { revoked: 0, remaining: await countAges(ctx.db, source) };
  const owners = await listOwners(ctx.db, source, SLICE);
  const revoked = owners.length === 0 ? 0 : await revoke(ctx, actor, owners, source);
  return { revoked, remaining: await countAges(ctx.db, source) };
}

/**
 * Withdraws one age. A repeated call changes nothing.
 * @throws AppError NOT_FOUND when the account has no kept age
 */
export async function revokeAge(ctx: Context, actor: Actor, accountId: number): Promise<ListedAge> {
  const found = await findOwnedAge(ctx.db, accountId);
  if (found === undefined) throw notFound();
  if (found.revokedAtMs === undefined) await revoke(ctx, actor, [accountId], {});
  const now = await findOwnedAge(ctx.db, accountId);
  if (now === undefined) throw notFound();
  return withCounts(ctx, now);
}

/**
 * Withdraws the ages of the given accounts. The audit log records the filter and the accounts, so
 * that each withdrawal can be traced.
 */
async function revoke(
  ctx: Context,
  actor: Actor,
  owners: readonly number[],
  source: AgeSource,
): Promise<number> {
  const given = Object.entries({
    tenant_id: source.tenantId,
    session_id: source.sessionId,
    method: source.method,
    policy_version: source.policyVersion,
    start_date: source.startDate,
    end_date: source.endDate,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { statement, announce } = prepareAudit(ctx, {
    actor,
    action: 'verified_age.revoke',
    target: { type: 'verified_age', id: owners.length === 1 ? (owners[0] ?? '') : 'source' },
    after: { ...Object.fromEntries(given), accounts: owners.join(' ') },
  });
  const revoked = await markRevoked(ctx.db, owners, source, ctx.now(), statement);
  if (revoked > 0) announce();
  await announceWithdrawals(ctx).catch(logFailure);
  return revoked;
}

/**
 * Logs that queueing notices failed. The scheduled job queues the notices that are still missing.
 */
function logFailure(error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  logIncident('age_withdrawal_not_announced', { error: name });
}

/**
 * Queues a notice for every site that could read a withdrawn age. Called after each withdrawal, and
 * by cron; repeated calls are safe.
 */
export async function announceWithdrawals(
  ctx: Pick<Context, 'db' | 'now' | 'queues'>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await listNoticesDue(ctx.db, NOTICES);
    if (due.length === 0) return;
    const ids = due.map(({ accountId }) => accountId);
    const ages = new Map(due.map((age) => [age.accountId, age]));
    const receivers = await selectAgeReceivers(ctx.db, ids, ctx.now());
    await queueNotices(ctx, receivers.filter((one) => couldRead(one, ages)).map(toNotice));
    if ((await markNotified(ctx.db, due)) === 0) return;
  }
}

/**
 * Whether a site could read the age. A site that may see none of the thresholds that the age met
 * has received nothing, so it gets no notice.
 */
function couldRead(
  { accountId, agreed, wanted }: AgeReceiver,
  ages: ReadonlyMap<number, OwnedAge>,
): boolean {
  const both = [agreed, wanted].map((text) => parseThresholds(text) ?? AGE_BRACKETS);
  const shown = AGE_BRACKETS.filter((one) => both.every((list) => list.includes(one)));
  return shownBrackets(ages.get(accountId)?.bracket, shown).length > 0;
}

const toNotice = ({ clientId, subject, sessionId }: AgeReceiver): LogoutNotice => ({
  clientId,
  subject,
  sessionId,
  ageWithdrawn: true,
});

function readSource({ session, ...rest }: SourceWish): AgeSource {
  if (session === undefined) return rest;
  const sessionId = /^[0-9a-f]{64}$/.test(session) ? session : parseToken(session)?.objectId;
  if (sessionId !== undefined) return { ...rest, sessionId };
  const message = 'session must be 64 hex digits, or a token of the session.';
  throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'session', message }] });
}

const withCounts = (ctx: Pick<Context, 'config' | 'now'>, age: OwnedAge): ListedAge => ({
  ...age,
  counts: countingAge(age, ctx.config.keptAges, ctx.now()) !== undefined,
});
