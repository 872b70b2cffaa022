import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * RSA keys that blind-sign age passes (D-152): one for each bracket, class and month. No row
 * reveals anything about a person.
 */
export const passKeys = sqliteTable(
  'pass_keys',
  {
    /** SHA-256 of the published key, lower-case hex (RFC 9578 6.5). */
    id: text().primaryKey(),
    bracket: integer().notNull(),
    /**
     * The class of the method that proved the age: `high` for a document or a wallet, `standard`
     * for a face.
     */
    class: text({ enum: ['standard', 'high'] }).notNull(),
    /** The month in which the key signs, `YYYY-MM` in UTC. */
    month: text().notNull(),
    /** The public key as SPKI for RSASSA-PSS, base64url. */
    token_key: text().notNull(),
    /**
     * AES-256-GCM over PKCS #8, base64url of nonce and ciphertext; the id is the additional
     * authenticated data. Empty once the key's month is over.
     */
    private_key: text().notNull(),
    created_at_ms: integer().notNull(),
    /**
     * How many passes the key has signed, and how many of those passes were redeemed at this
     * service.
     */
    issued: integer().notNull().default(0),
    redeemed: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('pass_keys_by_month').on(table.month, table.bracket, table.class)],
);
