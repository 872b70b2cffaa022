// A change of email address that is waiting for confirmation, as plain data. email-change.ts
// creates changes.

export interface EmailChange {
  email: string;
  emailNormalized: string;
  requestedAtMs: number;
  expiresAtMs: number;
  oldConfirmed: boolean;
  newConfirmed: boolean;
}
