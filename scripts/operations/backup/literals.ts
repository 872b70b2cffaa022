// Writes rows as INSERT statements of at most 100,000 bytes each, the limit of D1
// (https://developers.cloudflare.com/d1/platform/limits/).
import type { Table } from '../schema.ts';

type Row = Readonly<Record<string, unknown>>;

const STATEMENT_BYTES = 80_000;

/**
 * The maximum length of a text in one statement, in UTF-16 code units. Each unit takes at most
 * three bytes; a quotation mark, which is doubled, takes two.
 */
const PIECE_UNITS = 16_000;

/**
 * Writes rows of one table, with as many rows in each statement as fit. A text that is too long for
 * one statement is appended to its row in pieces, by further statements.
 * @throws Error for a value of a type that none of our columns contains
 */
export function insertRows(table: Table, rows: readonly Row[]): string[] {
  const statements: string[] = [];
  let [values, bytes]: [string[], number] = [[], 0];
  const flush = () => {
    if (values.length === 0) return;
    const columns = Object.keys(rows[0] ?? {}).map(id);
    statements.push(
      `INSERT INTO ${id(table.name)} (${columns.join(', ')}) VALUES\n${values.join(',\n')};`,
    );
    [values, bytes] = [[], 0];
  };
  for (const row of rows) {
    const { tuple, pieces } = tupleOf(table, row);
    const size = Buffer.byteLength(tuple) + 2;
    if (bytes + size > STATEMENT_BYTES) flush();
    values.push(tuple);
    bytes += size;
    if (pieces.length === 0) continue;
    flush();
    statements.push(...pieces);
  }
  flush();
  return statements;
}

function tupleOf(table: Table, row: Row): { tuple: string; pieces: string[] } {
  const whole = tuple(Object.values(row));
  if (Buffer.byteLength(whole) <= STATEMENT_BYTES) return { tuple: whole, pieces: [] };
  const isLong = (value: unknown): value is string =>
    typeof value === 'string' && value.length > PIECE_UNITS;
  const short = tuple(Object.values(row).map((value) => (isLong(value) ? '' : value)));
  const where = table.key.map((column) => `${id(column)} = ${literal(row[column])}`).join(' AND ');
  if (where === '') throw new Error(`A row of ${table.name}, which has no key, is too long.`);
  const pieces = Object.entries(row).flatMap(([column, value]) =>
    isLong(value)
      ? split(value).map(
          (piece) =>
            `UPDATE ${id(table.name)} SET ${id(column)} = ${id(column)} || ${literal(piece)} WHERE ${where};`,
        )
      : [],
  );
  return { tuple: short, pieces };
}

const tuple = (values: readonly unknown[]): string => `(${values.map(literal).join(', ')})`;

/** Splits a text into pieces, but never inside a surrogate pair. */
function split(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + PIECE_UNITS, text.length);
    const unit = text.charCodeAt(end - 1);
    if (end < text.length && unit >= 0xd8_00 && unit <= 0xdb_ff) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Quotes a name for SQL. */
export const id = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** @throws Error for a value of a type that none of our columns contains */
export function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    throw new Error(`A column holds a ${typeof value}, which a backup cannot write.`);
  // SQLite ends the text of a statement at its first NUL, so a text that contains one is written in
  // hexadecimal.
  if (value.includes('\0')) return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`;
  return `'${value.replaceAll("'", "''")}'`;
}
