// What follows once a person has proved who they are, by whatever method: a session, an entry in the history, a notice
// about a new device, and the cancellation of a requested deletion.
import type { Context } from '../../context.ts';
import { prepareAttempt, recogniseVisitor, recordAttempt } from '../login-history/login-history.ts';
import { prepareNotice, type PreparedNotice } from '../notifications/notification.ts';
import { startSession, type Session } from '../sessions/sign-in.ts';
import type { Visitor } from '../terms/visitor.ts';
import type { Account } from '../accounts/account.ts';
import { writeSignIn } from '../accounts/store.ts';

export type SignInOutcome =
  | { ok: true; account: Account; session: Session; cookie: string }
  | { ok: false; reason: 'invalid' | 'suspended' }
  /** Too many failures, whether or not there is such an account. */
  | { ok: false; reason: 'locked'; untilMs: number };

interface ProvenSignIn {
  method: 'password' | 'passkey';
  /** RFC 8176 values (domain/terms/authentication.ts). */
  amr: readonly string[];
  visitor: Visitor;
  /** The cookie the browser came with. */
  replaces?: string | undefined;
}

/** @param account as just read; a suspension since then is noticed */
export async function completeSignIn(
  ctx: Context,
  account: Account,
  { method, amr, visitor, replaces }: ProvenSignIn,
): Promise<SignInOutcome> {
  const started =
    account.status === 'suspended'
      ? undefined
      : await startSession(ctx, account, { amr, ...visitor, replaces });
  if (started === undefined) {
    await recordAttempt(ctx, account.id, { method, outcome: 'suspended', ...visitor });
    return { ok: false, reason: 'suspended' };
  }
  const notices = await noticesOf(ctx, account, visitor);
  const attempt = prepareAttempt(ctx, account.id, { method, outcome: 'success', ...visitor });
  await writeSignIn(ctx.db, account.id, [attempt, ...notices.flatMap((one) => one.statements)]);
  for (const notice of notices) notice.announce();
  const { deleteAtMs: _undone, ...kept } = account;
  return { ok: true, account: { ...kept, status: 'active' }, ...started };
}

async function noticesOf(
  ctx: Context,
  account: Account,
  { device, place }: Visitor,
): Promise<PreparedNotice[]> {
  const familiarity = await recogniseVisitor(ctx, account.id, {
    device,
    ...(place !== undefined && { place }),
  });
  const details = { device, place: place ?? '' };
  return [
    ...(familiarity === 'new'
      ? [prepareNotice(ctx, account, { type: 'new_device', details })]
      : []),
    ...(account.status === 'pending_deletion'
      ? [prepareNotice(ctx, account, { type: 'deletion_undone' })]
      : []),
  ];
}
