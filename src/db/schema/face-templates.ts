import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The face of a customer's user: what it is recognised by, sealed by a key of its own. Never a picture. */
export const faceTemplates = sqliteTable(
  'face_templates',
  {
    /** `ftp_…`; names the key too. */
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** The customer's own name for the person. */
    user_id: text().notNull(),
    /** Of one descriptor. */
    sealed: text().notNull(),
    /** Which KEY_ENCRYPTION_KEY the row's key is derived from (crypto/derived-key.ts). */
    sealed_by: text().notNull(),
    /** Hash of what made the descriptor: it is compared with no other's. */
    model: text().notNull(),
    enrolled_at_ms: integer().notNull(),
    /** Of the enrolment, or the last time that the person was recognised; a year after it the row goes. */
    last_used_at_ms: integer().notNull(),
    /** The version of the privacy notice that the person agreed to, and when; null where the customer asked. */
    notice: text(),
    consented_at_ms: integer(),
  },
  (table) => [
    uniqueIndex('face_templates_by_user').on(table.tenant_id, table.test, table.user_id),
    index('face_templates_by_enrolment').on(table.tenant_id, table.test, table.enrolled_at_ms),
    index('face_templates_by_use').on(table.last_used_at_ms),
    index('face_templates_by_key').on(table.sealed_by, table.id),
  ],
);
