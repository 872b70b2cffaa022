// The tables of a volume for events and their deliveries. All of them belong to one customer in one
// mode, so the rows do not contain the customer or the mode.

/** Storage keys of a volume's state. */
export const REF = 'ref';
export const SEALED = 'sealed';
export const BEGUN_AFTER = 'begun_after';
export const REPORTED = 'reported';

const TABLES = [
  `CREATE TABLE events (
    -- The order of the feed: an object does one thing after another, so a reader that has seen one
    -- event has seen all earlier ones.
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    -- The session, or the face challenge. Null for a test event, which is not in the feed.
    session_id TEXT,
    position INTEGER NOT NULL,
    -- The JSON that is signed and sent.
    body TEXT NOT NULL,
    -- 1 once the personal data of the body was removed.
    redacted INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
  )`,
  'CREATE INDEX events_by_session ON events (session_id)',
  `CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    event_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    session_id TEXT,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- The number of attempts made; a queue message contains it.
    attempts INTEGER NOT NULL DEFAULT 0,
    -- A replay starts a new round of retries.
    round_attempts INTEGER NOT NULL DEFAULT 0,
    round_started_ms INTEGER NOT NULL,
    next_attempt_ms INTEGER NOT NULL,
    -- When the alarm queues the next attempt: later than next_attempt_ms if its message was sent.
    due_ms INTEGER NOT NULL,
    -- While an attempt runs, no other consumer starts one.
    leased_until_ms INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    finished_at_ms INTEGER,
    -- The attempt that succeeded, as JSON with the names of attempts: it costs no row of its own.
    delivered_by TEXT
  ) WITHOUT ROWID`,
  'CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, created_at_ms)',
  'CREATE INDEX deliveries_by_state ON deliveries (endpoint_id, state, created_at_ms)',
  `CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_ms) WHERE state = 'pending'`,
  'CREATE INDEX deliveries_by_session ON deliveries (session_id, endpoint_id, position)',
  `CREATE TABLE attempts (
    delivery_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    url TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER,
    failure TEXT,
    answer TEXT,
    PRIMARY KEY (delivery_id, number)
  ) WITHOUT ROWID`,
  // Endpoints whose deliveries are held back, because they are paused or not verified yet. One
  // attempt is queued from time to time, to find out whether that has changed.
  `CREATE TABLE held_endpoints (
    endpoint_id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL
  ) WITHOUT ROWID`,
  // Endpoints that have been disabled or deleted, until all of their deliveries have been ended.
  `CREATE TABLE ended_endpoints (
    endpoint_id TEXT PRIMARY KEY, change TEXT NOT NULL, at_ms INTEGER NOT NULL
  ) WITHOUT ROWID`,
  // Number of deliveries of an endpoint, by day of creation and current state.
  `CREATE TABLE delivery_days (
    endpoint_id TEXT NOT NULL, day TEXT NOT NULL, state TEXT NOT NULL, value INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, day, state)
  ) WITHOUT ROWID`,
  `CREATE TRIGGER deliveries_count_insert AFTER INSERT ON deliveries BEGIN ${count('NEW', 1)} END`,
  `CREATE TRIGGER deliveries_count_update AFTER UPDATE OF state ON deliveries
    WHEN OLD.state <> NEW.state BEGIN ${count('OLD', -1)} ${count('NEW', 1)} END`,
  `CREATE TRIGGER deliveries_count_delete AFTER DELETE ON deliveries
    BEGIN ${count('OLD', -1)} END`,
];

function count(row: 'OLD' | 'NEW', by: 1 | -1): string {
  const day = `strftime('%Y-%m-%d', ${row}.created_at_ms / 1000, 'unixepoch')`;
  const change = `INSERT INTO delivery_days VALUES (${row}.endpoint_id, ${day}, ${row}.state, ${by})
    ON CONFLICT DO UPDATE SET value = value + ${by};`;
  if (by === 1) return change;
  return `${change} DELETE FROM delivery_days WHERE endpoint_id = ${row}.endpoint_id
    AND day = ${day} AND state = ${row}.state AND value = 0;`;
}

const EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'delivery_days'";

/** Whether the volume has the tables for events, which are created for its first events. */
export const hasEventTables = (sql: SqlStorage): boolean => sql.exec(EXISTS).toArray().length > 0;

export function createEventTables(sql: SqlStorage): void {
  for (const statement of TABLES) sql.exec(statement);
}
