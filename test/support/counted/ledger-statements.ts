// Records the statements that ledgers run, and how many rows each reads.
import { runInDurableObject } from 'cloudflare:test';
import { onTestFinished } from 'vitest';
import { ledgerOf, type LedgerOf } from '../customer/ledgers.ts';

interface LedgerStatement {
  sql: string;
  values: SqlStorageValue[];
  /**
   * The number of rows that the statement has read. It is final once the statement has finished.
   */
  rowsRead: () => number;
}

/**
 * The tables of a ledger (src/objects/ledger/tables.ts, session-tables.ts, outcome-parts.ts,
 * audit-tables.ts).
 */
const TABLES =
  /\b(events|deliveries|attempts|held_endpoints|delivery_days|sessions|session_days|erased_days|outcome_parts|audit_entries|audit_days)\b/;
const DEFINITION = /^\s*CREATE|sqlite_master/;

let recorded: LedgerStatement[] | undefined;
let isPatched = false;

/**
 * Records the statements that any object runs on the tables of a ledger, until the test ends.
 * @param some any volume; it gives access to the storage class to patch, which all objects share
 */
export async function recordLedgerStatements(some: LedgerOf): Promise<LedgerStatement[]> {
  if (!isPatched)
    await runInDurableObject(ledgerOf(some), (_object, { storage }) => patch(storage));
  isPatched = true;
  const statements: LedgerStatement[] = [];
  recorded = statements;
  onTestFinished(() => {
    recorded = undefined;
  });
  return statements;
}

/**
 * @returns a function that returns how many rows ledgers have read since the function's last call
 */
export async function rowsReadInLedger(some: LedgerOf): Promise<() => number> {
  const statements = await recordLedgerStatements(some);
  return () => {
    const rows = statements.map((one) => one.rowsRead());
    statements.splice(0);
    return rows.reduce((sum, one) => sum + one, 0);
  };
}

/** Patches the storage's class, which all objects of an isolate share. */
function patch({ sql }: DurableObjectStorage): void {
  const prototype = Object.getPrototypeOf(sql) as SqlStorage;
  const exec: unknown = Reflect.get(prototype, 'exec');
  prototype.exec = function run(this: SqlStorage, query: string, ...values: SqlStorageValue[]) {
    const cursor = Reflect.apply(exec as SqlStorage['exec'], this, [query, ...values]);
    if (TABLES.test(query) && !DEFINITION.test(query))
      recorded?.push({ sql: query, values, rowsRead: () => cursor.rowsRead });
    return cursor;
  } as SqlStorage['exec'];
}
