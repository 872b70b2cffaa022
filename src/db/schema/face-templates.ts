import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The face template of a customer's user, sealed with its own key. Pictures are never stored. */
export const faceTemplates = sqliteTable(
  'face_templates',
  {
    /** The row's id, `ftp_…`, which is also an input to the derivation of the row's key. */
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** The customer's own id for the person. */
    user_id: text().notNull(),
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
    enrolled_at_ms: integer().notNull(),
    /**
     * Time of the enrolment, or of the last recognition of the person; the row is deleted a year
     * later.
     */
    last_used_at_ms: integer().notNull(),
    /**
     * The version of the privacy notice that the person agreed to, and when; null when the customer
     * obtained the consent.
     */
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
