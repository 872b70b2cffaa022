import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Incidents as operators write them down, for evidence packs (D-164). Rows stay when they are withdrawn. */
export const incidents = sqliteTable(
  'incidents',
  {
    /** `inc_…`. */
    id: text().primaryKey(),
    began_at_ms: integer().notNull(),
    /** Null: it is not over. */
    ended_at_ms: integer(),
    /** What happened. */
    what: text().notNull(),
    /** Who was concerned, without names. */
    concerned: text().notNull(),
    /** What was done about it. */
    done: text().notNull(),
    written_at_ms: integer().notNull(),
    /** Null: as it was written. */
    changed_at_ms: integer(),
    removed_at_ms: integer(),
  },
  (table) => [index('incidents_by_begin').on(table.began_at_ms)],
);
