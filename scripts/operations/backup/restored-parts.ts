// Records, in a database that is being restored, which parts of the backup it already contains.
// Each part adds itself to a table in its own transaction, so no part is executed twice. The last
// part drops the table.
import type { Query } from '../query.ts';
import { id, literal } from './literals.ts';

const TABLE = 'restored_parts';

/**
 * The statements at the beginning of a part.
 * @param number the position of the part, starting at 1
 */
export const partHead = (number: number, backup: string): string[] => [
  'PRAGMA defer_foreign_keys = TRUE;',
  ...(number === 1
    ? [`CREATE TABLE ${TABLE} (part INTEGER PRIMARY KEY, backup TEXT NOT NULL);`]
    : []),
  `INSERT INTO ${TABLE} (part, backup) VALUES (${number}, ${literal(backup)});`,
];

/** The statement at the end of the last part. */
export const TIDY = `DROP TABLE ${TABLE};`;

/**
 * @returns how many parts of this backup the database contains
 * @throws Error when the database is not empty, unless its tables come from an interrupted restore
 *   of this backup
 */
export async function countRestored(query: Query, backup: string): Promise<number> {
  const tables = await query<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
  );
  if (tables.length === 0) return 0;
  const [last] = tables.some(({ name }) => name === TABLE)
    ? await query<{ part: number; backup: string }>(
        `SELECT part, backup FROM ${id(TABLE)} ORDER BY part DESC LIMIT 1`,
      )
    : [];
  if (last === undefined || last.backup !== backup)
    throw new Error('The database is not empty: a backup is restored into a new one.');
  return last.part;
}
