import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Keys that sign tokens: RSA, and P-256 for `oidc_es256`. Private keys are encrypted with
 * KEY_ENCRYPTION_KEY; a key's state in the key ring follows from its timestamps.
 */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    kid: text().primaryKey(),
    /** Keys of one purpose never verify tokens of another purpose. */
    purpose: text({
      enum: ['oidc', 'oidc_es256', 'admin', 'dashboard', 'audit', 'receipt'],
    }).notNull(),
    /** The public JWK, as JSON. */
    public_jwk: text().notNull(),
    /**
     * AES-256-GCM over PKCS #8, base64url of nonce and ciphertext; the kid is the additional
     * authenticated data.
     */
    private_key: text().notNull(),
    created_at_ms: integer().notNull(),
    /** The key signs from this time until a newer key does; it is published earlier. */
    active_from_ms: integer().notNull(),
    /** When the key was revoked because it was compromised; it left the key ring immediately. */
    revoked_at_ms: integer(),
  },
  (table) => [index('signing_keys_by_purpose').on(table.purpose, table.active_from_ms)],
);
