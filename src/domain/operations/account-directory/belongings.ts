// Types of the stored rows that belong to an account.
import type { accountSessions } from '../../../db/schema/account-sessions.ts';
import type { loginAttempts } from '../../../db/schema/login-attempts.ts';
import type { notifications } from '../../../db/schema/notifications.ts';
import type { passkeys } from '../../../db/schema/passkeys.ts';

export type LoginRow = typeof loginAttempts.$inferSelect;
export type NotificationRow = typeof notifications.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;
export type ListedSignIn = typeof accountSessions.$inferSelect;

export interface ListedConnection {
  client_id: string;
  client_name: string;
  /** Space-separated scopes. */
  scope: string;
  connected_at_ms: number;
  last_shared_at_ms: number;
}

export interface AccountCounts {
  sessions: number;
  passkeys: number;
  connections: number;
  notifications: number;
  logins: number;
}
