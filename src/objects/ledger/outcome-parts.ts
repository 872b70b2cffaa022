// Stores a customer's figures in a volume, in parts (D-178, D-181): successes and failures by kind
// and item, and daily counts, for days that are over.
import {
  addUpParts,
  type LedgerSums,
  type OutcomePart,
  type WantedParts,
} from '../../domain/operations/analytics/outcomes.ts';

export const OUTCOME_TABLES = [
  `CREATE TABLE outcome_parts (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    day TEXT NOT NULL,
    -- JSON: successes and failures by kind and item, and daily counts by name.
    outcomes TEXT NOT NULL
  )`,
  'CREATE INDEX outcome_parts_by_day ON outcome_parts (day)',
];

export class OutcomeParts {
  readonly #sql: SqlStorage;
  #isReady = false;

  constructor({ sql }: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = sql;
  }

  /** Creates the table if it does not exist. */
  prepare(): void {
    if (!this.exists) for (const statement of OUTCOME_TABLES) this.#sql.exec(statement);
    this.#isReady = true;
  }

  /**
   * Stores parts. A part that is already stored is not changed. Parts arrive in numerical order, so
   * if stored parts have the number of a new part or a higher one, they were created before D1 was
   * restored to an earlier state. They are deleted, because their counts are back in D1.
   */
  put(parts: readonly OutcomePart[]): void {
    this.prepare();
    for (const { number, id, day, outcomes } of parts.toSorted((a, b) => a.number - b.number)) {
      const [stored] = this.#sql
        .exec<{ id: string }>('SELECT id FROM outcome_parts WHERE number = ?', number)
        .toArray();
      if (stored?.id === id) continue;
      this.#sql.exec('DELETE FROM outcome_parts WHERE number >= ?', number);
      this.#sql.exec('INSERT INTO outcome_parts VALUES (?, ?, ?, ?)', number, id, day, outcomes);
    }
  }

  /** Adds up the requested parts, and counts those of all days. */
  sum({ from, to, upTo, except, ...wanted }: WantedParts): LedgerSums {
    if (!this.exists) return { ...addUpParts([], wanted), found: 0 };
    const isWanted = 'number <= ? AND number NOT IN (SELECT value FROM json_each(?))';
    const numbers = [upTo, JSON.stringify(except)] as const;
    const ofDays = this.#sql
      .exec<{ day: string; outcomes: string }>(
        `SELECT day, outcomes FROM outcome_parts WHERE day BETWEEN ? AND ? AND ${isWanted}`,
        from,
        to,
        ...numbers,
      )
      .toArray();
    // The index contains the numbers, so the count does not read the parts themselves.
    const { found } = this.#sql
      .exec<{ found: number }>(
        `SELECT count(*) AS found FROM outcome_parts INDEXED BY outcome_parts_by_day WHERE ${isWanted}`,
        ...numbers,
      )
      .one();
    return { ...addUpParts(ofDays, wanted), found };
  }

  get isEmpty(): boolean {
    return (
      !this.exists || this.#sql.exec('SELECT 1 FROM outcome_parts LIMIT 1').toArray().length === 0
    );
  }

  /** Forgets that the table exists. Call this after the whole volume has been deleted. */
  reset(): void {
    this.#isReady = false;
  }

  /** Whether the table exists. It is not created for a read, so an empty volume stays empty. */
  get exists(): boolean {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'outcome_parts'";
    this.#isReady ||= this.#sql.exec(query).toArray().length > 0;
    return this.#isReady;
  }
}
