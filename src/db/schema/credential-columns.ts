import { integer, text } from 'drizzle-orm/sqlite-core';

/** Columns of a WebAuthn credential, for accounts and staff. */
export const credentialColumns = () => ({
  /** The credential's id, base64url. */
  credential_id: text().notNull().unique(),
  /** The public key as COSE, base64url. */
  public_key: text().notNull(),
  counter: integer().notNull(),
  /** The credential's transports, as a JSON array. */
  transports: text().notNull(),
  /** Whether the passkey provider syncs the credential. */
  backed_up: integer({ mode: 'boolean' }).notNull(),
  name: text().notNull(),
  created_at_ms: integer().notNull(),
  last_used_at_ms: integer(),
});
