// A change of email address that waits for its confirmations, as plain data. email-change.ts makes
// one.

export interface EmailChange {
  email: string;
  emailNormalized: string;
  requestedAtMs: number;
  expiresAtMs: number;
  oldConfirmed: boolean;
  newConfirmed: boolean;
}
