// A change of email address that waits for its confirmations, as data. Making one: email-change.ts.

export interface EmailChange {
  email: string;
  emailNormalized: string;
  requestedAtMs: number;
  expiresAtMs: number;
  oldConfirmed: boolean;
  newConfirmed: boolean;
}
