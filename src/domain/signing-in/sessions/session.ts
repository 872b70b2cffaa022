// A signed-in browser, as plain data. sign-in.ts starts, reads and ends sessions.
import type { Account } from '../../accounts/account.ts';
import type { Visitor } from '../../terms/visitor.ts';

export interface Session extends Visitor {
  /** Public: the `sid` of ID tokens. */
  id: string;
  /** When the person last authenticated: `auth_time`. */
  authenticatedAtMs: number;
  /** RFC 8176 values (authentication.ts). */
  amr: string[];
  /** When the owner last showed the account's face in order to share its age. */
  faceShownAtMs?: number;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  /**
   * The trusted device as which this browser was recognised at sign-in; the trust may have ended
   * since.
   */
  trustedDeviceId?: string;
}

export interface SignIn {
  account: Account;
  session: Session;
}
