// Sign-ins of known accounts, successful and failed, for their owners to review. Attempts with
// unknown addresses are not stored.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import type { Visitor } from '../../terms/visitor.ts';
import {
  deleteAttemptsBefore,
  findFamiliarity,
  insertAttemptOfChange,
  listAttemptsOf,
  writeAttempt,
} from './store.ts';
import type { LoginAttempt, Familiarity, HistoryOwner } from './login-attempt.ts';

const LISTED = 100;
/** How long attempts are kept, which is also how long a device counts as known. */
const KEPT_MS = 365 * 86_400_000;

/** @returns attempts, newest first */
export const listLoginHistory = (
  ctx: Context,
  accountId: number,
  most = LISTED,
): Promise<LoginAttempt[]> => listAttemptsOf(ctx.db, accountId, most);

/**
 * Determines whether a sign-in would be the account's first, and if not, whether the account has
 * signed in from this kind of device at this place before.
 */
export const recogniseVisitor = (
  ctx: Context,
  owner: HistoryOwner,
  visitor: Visitor,
): Promise<Familiarity> => findFamiliarity(ctx.db, owner, visitor);

/**
 * Prepares the statement that records an attempt, as part of a sign-in's batch. It must directly
 * follow the statement that performs the sign-in, and writes nothing if that statement changed
 * nothing.
 */
export const prepareAttempt = (
  ctx: Context,
  accountId: number,
  attempt: Omit<LoginAttempt, 'atMs'>,
): Statement => insertAttemptOfChange(ctx.db, accountId, { ...attempt, atMs: ctx.now() });

export const recordAttempt = (
  ctx: Context,
  accountId: number,
  attempt: Omit<LoginAttempt, 'atMs'>,
): Promise<void> => writeAttempt(ctx.db, accountId, { ...attempt, atMs: ctx.now() });

/** Deletes attempts that are too old. Called by cron. */
export const forgetOldAttempts = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteAttemptsBefore(ctx.db, ctx.now() - KEPT_MS);
