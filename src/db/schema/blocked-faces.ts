import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A face that a customer does not admit: what it is recognised by, sealed by a key of its own. Never a picture. */
export const blockedFaces = sqliteTable(
  'blocked_faces',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `bfc_…`; names the key too. */
    name: text().notNull(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** In the customer's own words. */
    reason: text().notNull(),
    source: text({ enum: ['session', 'image'] }).notNull(),
    /** The check that showed the face; one entry for each. */
    session_id: text(),
    /** `key_…`, or `staff:` and the id of a member. */
    added_by: text().notNull(),
    /** Of one descriptor. */
    sealed: text().notNull(),
    /** Which KEY_ENCRYPTION_KEY the row's key is derived from (crypto/derived-key.ts). */
    sealed_by: text().notNull(),
    /** Hash of what made the descriptor: it is compared with no other's. */
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
