// The format of a volume's rows in a backup: one JSON object per line (D-176).
import type { ReportedBacklog } from './volume.ts';

/**
 * The type of a column; `json` is text that contains a JSON object. A question mark means that null
 * is allowed.
 */
type Kind = 'integer' | 'text' | 'json' | 'delivery_state';
type Columns = Readonly<Record<string, Kind | `${Kind}?`>>;

/**
 * The columns of a ledger object's tables (objects/ledger/tables.ts, request-lines.ts,
 * session-tables.ts, outcome-parts.ts, audit-tables.ts). `state` contains the values that a volume
 * stores outside its tables. Counts that triggers maintain are not copied. Neither is the list of
 * ended endpoints: an endpoint may have been enabled again since, and each delivery attempt checks
 * the endpoint in D1 anyway.
 */
export const COPIED = {
  state: {
    begun_after: 'integer?',
    sealed: 'integer',
    kept_ms: 'integer?',
    reported: 'json?',
    // How long sessions are kept: the first period is counted from a session's creation, the second
    // from its erasure.
    sessions_kept_ms: 'integer?',
    sessions_settled_ms: 'integer?',
  },
  held_endpoints: { endpoint_id: 'text', until_ms: 'integer' },
  events: {
    seq: 'integer',
    id: 'text',
    type: 'text',
    session_id: 'text?',
    position: 'integer',
    body: 'json',
    redacted: 'integer',
    created_at_ms: 'integer',
  },
  deliveries: {
    id: 'text',
    event_id: 'text',
    endpoint_id: 'text',
    session_id: 'text?',
    position: 'integer',
    state: 'delivery_state',
    attempts: 'integer',
    round_attempts: 'integer',
    round_started_ms: 'integer',
    next_attempt_ms: 'integer',
    due_ms: 'integer',
    leased_until_ms: 'integer',
    created_at_ms: 'integer',
    finished_at_ms: 'integer?',
    delivered_by: 'json?',
  },
  attempts: {
    delivery_id: 'text',
    number: 'integer',
    url: 'text',
    at_ms: 'integer',
    duration_ms: 'integer',
    status: 'integer?',
    failure: 'text?',
    answer: 'text?',
  },
  requests: {
    id: 'integer',
    request_id: 'text',
    method: 'text',
    route: 'text',
    status: 'integer',
    code: 'text?',
    duration_ms: 'integer',
  },
  erased_days: { day: 'text', value: 'integer' },
  sessions: {
    seq: 'integer',
    id: 'text',
    version: 'integer',
    result_hash: 'text?',
    status: 'text',
    reason: 'text?',
    purpose: 'text',
    verification_mode: 'text',
    verification_type: 'text?',
    gate: 'integer?',
    measured: 'text?',
    risk: 'text?',
    previous_id: 'text?',
    previous_hash: 'text?',
    counted_before: 'integer',
    contested: 'integer',
    external_user_id: 'text?',
    metadata: 'text?',
    ip_country: 'text?',
    created_at_ms: 'integer',
    completed_at_ms: 'integer?',
    expires_at_ms: 'integer',
    erased_at_ms: 'integer?',
    funnel: 'json?',
  },
  outcome_parts: { number: 'integer', id: 'text', day: 'text', outcomes: 'json' },
  audit_entries: {
    number: 'integer',
    id: 'integer',
    hash: 'text',
    at_ms: 'integer',
    staff_id: 'integer?',
    audience: 'text',
    action: 'text',
    target_type: 'text',
    target_id: 'text',
    ip: 'text?',
    user_agent: 'text?',
    before: 'json?',
    after: 'json?',
  },
} as const satisfies Record<string, Columns>;

export type CopiedTable = keyof typeof COPIED;

export interface CopiedRow {
  table: CopiedTable;
  row: Record<string, string | number | null>;
}

/** One page of the rows of a volume. */
export interface CopiedPage {
  rows: CopiedRow[];
  /** Where the next page begins; null after the last page. */
  next: string | null;
}

/** The result of restoring copied rows into a volume. */
export interface RowsRestored {
  added: number;
  /**
   * The number of rows that were not added, because they already existed or because their event or
   * delivery does not exist.
   */
  left: number;
}

const STATES: readonly string[] = ['pending', 'delivered', 'dead'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOf(kind: string, value: unknown): boolean {
  if (value === null) return kind.endsWith('?');
  const plain = kind.replace('?', '');
  if (plain === 'integer') return Number.isSafeInteger(value);
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  if (plain === 'delivery_state') return STATES.includes(value);
  return plain === 'text' || parseObject(value) !== undefined;
}

/**
 * Parses a line. A column that may be null may also be missing, because backups of earlier versions
 * do not have every column.
 * @returns the parsed row, or the reason why the line is not a valid row
 */
export function parseCopiedRow(line: string): CopiedRow | { fault: string } {
  const parsed = parseObject(line);
  if (parsed === undefined) return { fault: 'is not a JSON object' };
  const { table, row } = parsed;
  if (typeof table !== 'string' || !Object.hasOwn(COPIED, table))
    return { fault: 'names no table of a ledger' };
  const columns: Columns = COPIED[table as CopiedTable];
  if (!isObject(row)) return { fault: 'has no row' };
  const names = Object.keys(columns);
  const other = Object.keys(row).find((name) => !Object.hasOwn(columns, name));
  if (other !== undefined) return { fault: `has a column that ${table} does not have` };
  const wrong = names.find((name) => !isOf(columns[name] ?? '', row[name] ?? null));
  if (wrong !== undefined) return { fault: `has no valid ${wrong}` };
  return { table: table as CopiedTable, row: row as CopiedRow['row'] };
}

/** @returns the backlog that a volume last reported, parsed from the text in its state */
export function parseReported(
  text: string | number | null | undefined,
): ReportedBacklog | undefined {
  if (typeof text !== 'string') return undefined;
  const { overdue = null, givenUp = null, atMs = 0 } = JSON.parse(text) as Partial<ReportedBacklog>;
  return { overdue, givenUp, atMs };
}
