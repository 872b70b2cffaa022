// A change of email address that is waiting for confirmation, as plain data. It is created in
// email-change.ts.

export interface EmailChange {
  email: string;
  emailNormalized: string;
  requestedAtMs: number;
  expiresAtMs: number;
  oldConfirmed: boolean;
  newConfirmed: boolean;
}
