import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Messages that a queue gave up on, for operators. A row is deleted once the message's work has
 * been completed after all, or when the row is too old.
 */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    /** The dead-letter queue. */
    queue: text().notNull(),
    /** The subject of the message: a session, an email or a delivery. Contains no personal data. */
    subject: text().notNull(),
    /** Name of the last attempt's error; absent when the queue does not report it. */
    error: text(),
    first_at_ms: integer().notNull(),
    last_at_ms: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.subject] }),
    index('dead_letters_by_time').on(table.last_at_ms),
  ],
);
