import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The template of a face that a customer has blocked, sealed with a key derived for this row.
 * Pictures are never stored.
 */
export const blockedFaces = sqliteTable(
  'blocked_faces',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The row's id, `bfc_…`, which is also an input to the derivation of the row's key. */
    name: text().notNull(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** The reason, in the customer's own words. */
    reason: text().notNull(),
    source: text({ enum: ['session', 'image'] }).notNull(),
    /**
     * The check in which the face appeared, with at most one entry per check; null when the face
     * comes from an uploaded picture.
     */
    session_id: text(),
    /** Who added the entry: `key_…`, or `staff:` followed by a member's id. */
    added_by: text().notNull(),
    /** The face descriptor, sealed. */
    sealed: text().notNull(),
    /**
     * Identifies the KEY_ENCRYPTION_KEY that the row's key is derived from (crypto/derived-key.ts).
     */
    sealed_by: text().notNull(),
    /**
     * Hash of the model that computed the descriptor; descriptors from different models are not
     * compared.
     */
    model: text().notNull(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
  },
  (table) => [
    uniqueIndex('blocked_faces_by_name').on(table.name),
    uniqueIndex('blocked_faces_by_session').on(table.tenant_id, table.test, table.session_id),
    index('blocked_faces_by_tenant').on(table.tenant_id, table.test, table.id),
    index('blocked_faces_by_end').on(table.expires_at_ms),
    index('blocked_faces_by_key').on(table.sealed_by, table.name),
  ],
);
