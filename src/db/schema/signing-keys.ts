import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** RSA keys that sign tokens. The private part is encrypted with KEY_ENCRYPTION_KEY; times make the ring. */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    kid: text().primaryKey(),
    /** Keys of one purpose never verify tokens of another. */
    purpose: text({ enum: ['oidc', 'admin', 'dashboard'] }).notNull(),
    /** Public JWK, JSON. */
    public_jwk: text().notNull(),
    /** AES-256-GCM over PKCS #8, base64url of nonce and ciphertext; the kid is authenticated with it. */
    private_key: text().notNull(),
    created_at_ms: integer().notNull(),
    /** Published before, signs from here on until a younger key does. */
    active_from_ms: integer().notNull(),
    /** A compromised key leaves the ring at once. */
    revoked_at_ms: integer(),
  },
  (table) => [index('signing_keys_by_purpose').on(table.purpose, table.active_from_ms)],
);
