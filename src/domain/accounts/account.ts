// What an account is to the rest of the service, and its status at a time. Rows and SQL are in store.ts.
import type { accounts } from '../../db/schema/accounts.ts';

export type AccountStatus = 'active' | 'suspended' | 'locked' | 'pending_deletion';

export interface Account {
  id: number;
  /** `xid_…`: what every client knows the person by. */
  subject: string;
  /** As the person wrote it; absent for an account made with a passkey alone. */
  email?: string;
  emailNormalized?: string;
  emailVerified: boolean;
  displayName?: string;
  status: AccountStatus;
  /** One of the pages' languages. */
  locale: string;
  createdAtMs: number;
  hasPassword: boolean;
  /** When a deletion the owner requested becomes final. */
  deleteAtMs?: number;
}

export type AccountRow = typeof accounts.$inferSelect;

/** @param nowMs a lockout that has expired by then is left out: expiry is checked on read */
export function toAccount(row: AccountRow, nowMs: number): Account {
  return {
    id: row.id,
    subject: row.subject,
    ...(row.email !== null && { email: row.email }),
    ...(row.email_normalized !== null && { emailNormalized: row.email_normalized }),
    emailVerified: row.email_verified_at_ms !== null,
    ...(row.display_name !== null && { displayName: row.display_name }),
    status: statusAt(row, nowMs),
    locale: row.locale,
    createdAtMs: row.created_at_ms,
    hasPassword: row.password_hash !== null,
    ...(row.delete_at_ms !== null && { deleteAtMs: row.delete_at_ms }),
  };
}

/**
 * Sessions, grants and tokens of the account work. A lockout is about passwords alone (D-62), and `locked` only shows it.
 */
export const isUsable = (status: AccountStatus): boolean =>
  status === 'active' || status === 'locked';

/** A lockout expires by itself (D-62: 15 minutes); nothing has to run for that. */
export function statusAt(
  row: Pick<AccountRow, 'status' | 'locked_until_ms'>,
  nowMs: number,
): AccountStatus {
  const isOver = row.status === 'locked' && nowMs >= (row.locked_until_ms ?? 0);
  return isOver ? 'active' : row.status;
}

/**
 * The grace period is over, or an operator has removed it: the account cannot be restored, even before its rows go. What is to
 * be removed is suspended first.
 */
export function isDeleted(
  { status, delete_at_ms }: Pick<AccountRow, 'status' | 'delete_at_ms'>,
  nowMs: number,
): boolean {
  const isEnding = status === 'pending_deletion' || status === 'suspended';
  return isEnding && delete_at_ms !== null && nowMs >= delete_at_ms;
}
