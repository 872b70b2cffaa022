// The account type that the rest of the service uses, and an account's status at a given time.
// store.ts contains the SQL.
import type { accounts } from '../../db/schema/accounts.ts';

export type AccountStatus = 'active' | 'suspended' | 'locked' | 'pending_deletion';

export interface Account {
  id: number;
  /** `xid_…`: the person's id, the same for every client. */
  subject: string;
  /** The address as the person entered it; absent for an account with only a passkey. */
  email?: string;
  emailNormalized?: string;
  emailVerified: boolean;
  displayName?: string;
  status: AccountStatus;
  /** The owner's language, one of those that the pages are translated into. */
  locale: string;
  createdAtMs: number;
  hasPassword: boolean;
  /** When a deletion that the owner requested becomes final. */
  deleteAtMs?: number;
}

export type AccountRow = typeof accounts.$inferSelect;

/**
 * @param nowMs the current time. An account whose lockout has expired by then is active, because
 *   expiry is checked on read
 */
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
 * Whether the account's sessions, grants and tokens work. A lockout blocks passwords only (D-62);
 * the status `locked` is only for display.
 */
export const isUsable = (status: AccountStatus): boolean =>
  status === 'active' || status === 'locked';

/**
 * Returns the status at a given time. A lockout expires on its own after 15 minutes (D-62); no job
 * is needed to end it.
 */
export function statusAt(
  row: Pick<AccountRow, 'status' | 'locked_until_ms'>,
  nowMs: number,
): AccountStatus {
  const isOver = row.status === 'locked' && nowMs >= (row.locked_until_ms ?? 0);
  return isOver ? 'active' : row.status;
}

/**
 * Whether the grace period of a requested deletion is over or an operator has removed the account.
 * In both cases the account cannot be restored, even before its rows are deleted. Accounts are
 * suspended before they are removed.
 */
export function isDeleted(
  { status, delete_at_ms }: Pick<AccountRow, 'status' | 'delete_at_ms'>,
  nowMs: number,
): boolean {
  const isEnding = status === 'pending_deletion' || status === 'suspended';
  return isEnding && delete_at_ms !== null && nowMs >= delete_at_ms;
}
