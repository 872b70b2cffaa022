// A signed-in browser, as plain data. sign-in.ts starts, reads and ends sessions.
import type { Account } from '../../accounts/account.ts';
import type { Visitor } from '../../terms/visitor.ts';

export interface Session extends Visitor {
  /** The public id of the session, which ID tokens contain as `sid`. */
  id: string;
  /** When the person last authenticated: `auth_time`. */
  authenticatedAtMs: number;
  /** RFC 8176 values (authentication.ts). */
  amr: string[];
  /** When the owner last showed the account's face in order to share the account's age. */
  faceShownAtMs?: number;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  /**
   * The id of the trusted device that was recognised when this browser signed in; the trust may
   * have ended since.
   */
  trustedDeviceId?: string;
}

export interface SignIn {
  account: Account;
  session: Session;
}
