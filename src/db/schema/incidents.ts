import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Incidents that operators have recorded, for evidence packs (D-164). The rows of withdrawn
 * incidents are kept.
 */
export const incidents = sqliteTable(
  'incidents',
  {
    /** The incident's id, `inc_…`. */
    id: text().primaryKey(),
    began_at_ms: integer().notNull(),
    /** When the incident ended; null while it lasts. */
    ended_at_ms: integer(),
    /** A description of what happened. */
    what: text().notNull(),
    /** Who was affected, without names. */
    concerned: text().notNull(),
    /** A description of what was done about the incident. */
    done: text().notNull(),
    written_at_ms: integer().notNull(),
    /** When the entry was last changed; null if it has never been changed. */
    changed_at_ms: integer(),
    removed_at_ms: integer(),
  },
  (table) => [index('incidents_by_begin').on(table.began_at_ms)],
);
