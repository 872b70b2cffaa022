import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Messages that a queue gave up: for operators, and until what they are about is done all the same. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    /** The dead-letter queue. */
    queue: text().notNull(),
    /** What the message is about: a session, a mail or a delivery. No personal data. */
    subject: text().notNull(),
    /** Name of the error of the last try; absent when the queue does not say. */
    error: text(),
    first_at_ms: integer().notNull(),
    last_at_ms: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.subject] }),
    index('dead_letters_by_time').on(table.last_at_ms),
  ],
);
