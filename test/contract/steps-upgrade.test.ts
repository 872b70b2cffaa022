// Upgrades a database from before D-165, whose counts were written by the triggers of that time.
// The counts stay correct during the migration, when the steps move into the sessions' rows, and
// while an old Worker is still writing.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { foldFunnel } from '../../src/domain/verification/rules/session/folded-funnel.ts';
import type { FunnelEvent } from '../../src/domain/verification/rules/session/funnel.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0020_one-write.sql';
const AT_MS = Date.parse('2026-11-28T23:59:00Z');
/** The steps of each session. The third is reached after midnight, on the next day. */
const STEPS: FunnelEvent[] = [
  { name: 'opened', atMs: AT_MS },
  { name: 'consent', atMs: AT_MS + 1_000, step: 'consent', notice: 'v3' },
  { name: 'camera', atMs: AT_MS + 61_000 },
  { name: 'camera', atMs: AT_MS + 62_000 },
];

let database: DatabaseSync;

/** Writes the end of a session as the Worker did before D-165. */
function endOldSession(id: string, tenantId: string, steps: readonly FunnelEvent[]): void {
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode, created_at_ms,
         completed_at_ms, expires_at_ms) VALUES (?, ?, 0, 3, 'success', 'age_verification', 'auto', ?, ?, ?)`,
    )
    .run(id, tenantId, AT_MS, AT_MS + 70_000, AT_MS + 900_000);
  const step = database.prepare(
    `INSERT OR IGNORE INTO funnel_events (session_id, seq, tenant_id, test, name, step, notice, at_ms)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?)`,
  );
  for (const [seq, { name, step: at = null, notice = null, atMs }] of steps.entries())
    step.run(id, seq, tenantId, name, at, notice, atMs);
}

/** Moves a session's steps into its row, as unfolded-store.ts does. */
function fold(id: string): void {
  const set = 'UPDATE verification_sessions SET funnel = ? WHERE id = ? AND funnel IS NULL';
  database.prepare(set).run(foldFunnel(STEPS), id);
  database.prepare('DELETE FROM funnel_events WHERE session_id = ?').run(id);
}

const counts = () =>
  database
    .prepare(
      "SELECT tenant_id, name, day, value FROM daily_counts WHERE value <> 0 AND name <> 'erased' ORDER BY 1, 2, 3",
    )
    .all()
    .map((row) => Object.values(row).join(' '));

beforeEach(() => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  for (const n of [1, 2, 3]) endOldSession(`s${n}`, `ten_${n % 2}`, STEPS);
});

test('the migration and the folding of steps change no count', () => {
  const before = counts();
  expect(before).toContain(' funnel.camera 2026-11-29 3');
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );
  expect(counts()).toEqual(before);
  for (const n of [1, 2, 3]) fold(`s${n}`);
  expect(counts()).toEqual(before);
});

test('an end that an old Worker writes after the migration is counted once, even if it arrives again', () => {
  const once = counts();
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );
  endOldSession('s4', 'ten_0', STEPS);
  const four = counts();
  expect(four).toContain('ten_0 funnel.camera 2026-11-29 2');
  expect(four).toHaveLength(once.length);
  // The new Worker receives the end of the session again: first while the steps are still rows,
  // then after they have moved into the session's row.
  const again = database.prepare(
    'UPDATE verification_sessions SET funnel = ? WHERE id = ? AND funnel IS NULL',
  );
  again.run(foldFunnel(STEPS), 's4');
  expect(counts()).toEqual(four);
  fold('s4');
  again.run(foldFunnel(STEPS), 's4');
  expect(counts()).toEqual(four);
});

test('a session that is retaken after its steps were folded no longer counts towards its steps', () => {
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );
  fold('s1');
  const retake = database.prepare(
    "UPDATE verification_sessions SET status = 'retaken' WHERE id = ?",
  );
  for (const id of ['s1', 's3']) retake.run(id);
  // `s1` is subtracted as combinations of steps (`steps`), `s3` step by step (`funnel`). A step's
  // figure is the sum over both kinds of row.
  expect(counts().filter((row) => /^ten_1 (steps|funnel)/.test(row))).toEqual([
    'ten_1 funnel.camera 2026-11-29 1',
    'ten_1 funnel.consent 2026-11-28 1',
    'ten_1 funnel.opened 2026-11-28 1',
    'ten_1 steps.3 2026-11-28 -1',
    'ten_1 steps.4 2026-11-29 -1',
  ]);
});
