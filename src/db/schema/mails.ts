import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Emails to send, written in the transaction of the change that causes them. The queue consumer
 * sends and deletes them; only local development keeps them, for the outbox page.
 */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    locale: text().notNull(),
    template: text().notNull(),
    /** JSON object with the values for the template. */
    details: text().notNull(),
    /** The single-use link in the email, encrypted with KEY_ENCRYPTION_KEY. */
    sealed_link: text(),
    created_at_ms: integer().notNull(),
    sent_at_ms: integer(),
  },
  (table) => [index('mails_by_creation').on(table.created_at_ms)],
);
