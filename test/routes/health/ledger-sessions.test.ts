// /readyz/ledgers (D-176): the sessions in a volume (D-177), in a backup and a restore.
import { beforeEach, expect, it } from 'vitest';
import { firstIdAt } from '../../../src/domain/platform/request-log/line.ts';
import type { CopiedRow } from '../../../src/domain/platform/ledgers/copied-rows.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { ledgerOf, queryLedger, ringLedger } from '../../support/customer/ledgers.ts';
import {
  allowCopies,
  keysOf,
  listVolume,
  readVolume,
  restoreVolume,
  tablesOf,
} from '../../support/customer/ledger-copies.ts';
import {
  afterErasure,
  movedSession,
  putSessions,
  sessionsIn,
  USUALLY_KEPT,
} from '../../support/customer/moved-sessions.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const NOW = Date.now();

let tenantId: string;

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  await allowCopies();
  await listVolume(tenantId);
});

const readAll = () => readVolume(tenantId);
const restore = (rows: readonly object[], id = tenantId) => restoreVolume(id, rows);

/** Records two events, and a line of the request log. */
async function use(): Promise<void> {
  const common = { session_id: null, position: 1, created_at_ms: NOW };
  await ledgerOf({ tenantId }).record({
    events: ['evt_1', 'evt_2'].map((id) => ({
      ...common,
      id,
      type: 'webhook.test',
      body: '{}',
      redacted: 0 as const,
    })),
    deliveries: [],
    ref: { tenantId, test: false, number: 1, residency: 'none' },
    nowMs: NOW,
    begunAfter: 40,
    fullBytes: 1e9,
  });
  const line = { request_id: 'r', method: 'GET', route: '/', status: 200, code: null };
  await ledgerOf({ tenantId }).noteRequests(
    [{ ...line, id: firstIdAt(NOW), duration_ms: 1 }],
    7 * DAY_MS,
  );
}

/** Moves sessions into the volume, all of them created in the same millisecond. */
async function moveIn(count: number) {
  const sessions = Array.from({ length: count }, (_one, n) =>
    // The ids descend, so sorting by id does not reproduce the order in which the sessions moved
    // in.
    movedSession({ id: `session-${String(9_999 - n)}`, created_at_ms: NOW - 10 * DAY_MS }),
  );
  await putSessions({ tenantId }, ...sessions);
  return sessions;
}

const restoreAll = async (pages: readonly CopiedRow[][], id: string) => {
  await listVolume(id);
  for (const page of pages) await restore(page, id);
};

it('are copied with their order, their counts and how long they are kept', async () => {
  await use();
  const [first] = await moveIn(4_001);
  await ledgerOf({ tenantId }).eraseSessions([afterErasure(first!)]);
  const { pages, rows } = await readAll();
  const count = (name: string, of: CopiedRow[]) => of.filter(({ table }) => table === name).length;
  expect(pages.map((page) => count('sessions', page))).toEqual([0, 2_000, 2_000, 1]);
  expect(count('erased_days', rows)).toBe(1);
  expect(count('requests', rows)).toBe(1);

  const { id: other } = await makeTenant();
  await restoreAll(pages, other);
  expect(await tablesOf(other)).toEqual(await tablesOf(tenantId));
  const window = { fromMs: 0, beforeMs: NOW };
  const part = { skip: 0, limit: 5_000 };
  const listed = await ledgerOf({ tenantId: other }).listSessions(window, part);
  expect(listed).toEqual(await ledgerOf({ tenantId }).listSessions(window, part));
  expect(listed.at(-1)?.id).toBe(first!.id);
  expect(Object.fromEntries(await keysOf(other))).toMatchObject({ sessions_kept: USUALLY_KEPT });
});

it('are read in parts of a few megabytes', async () => {
  await moveIn(5);
  const steps = JSON.stringify({ days: [], steps: ['x'.repeat(1.5e6)] });
  await queryLedger({ tenantId }, 'UPDATE sessions SET funnel = ?', steps);
  const { pages } = await readAll();
  expect(pages.map((page) => page.filter(({ table }) => table === 'sessions').length)).toEqual([
    2, 2, 1,
  ]);
});

it('are all that a volume without events has, also after a restore', async () => {
  await moveIn(2);
  const { pages, rows } = await readAll();
  expect(rows.map(({ table }) => table)).toEqual(['state', 'sessions', 'sessions']);
  const { id: other } = await makeTenant();
  await restoreAll(pages, other);
  expect(
    await queryLedger({ tenantId: other }, 'SELECT name FROM sqlite_master ORDER BY name'),
  ).toEqual(await queryLedger({ tenantId }, 'SELECT name FROM sqlite_master ORDER BY name'));
  expect(await restore(rows, other)).toEqual({ added: 0, left: 2 });
});

it('stay as they are when they are restored into the same volume', async () => {
  const [erased, changed] = await moveIn(2);
  const { rows } = await readAll();
  await ledgerOf({ tenantId }).eraseSessions([afterErasure(erased!)]);
  await putSessions({ tenantId }, { ...changed!, version: 8, status: 'retaken' });
  await ledgerOf({ tenantId }).keepSessions({ keptMs: 40 * DAY_MS, settledMs: 0 });
  const before = [await tablesOf(tenantId), await keysOf(tenantId)];
  expect(await restore(rows)).toEqual({ added: 0, left: 2 });
  expect([await tablesOf(tenantId), await keysOf(tenantId)]).toEqual(before);
});

it('get their place back among those that the volume still has', async () => {
  const sessions = await moveIn(4);
  const { rows } = await readAll();
  const order = async () => (await sessionsIn({ tenantId })).map(({ id }) => id);
  await queryLedger({ tenantId }, 'DELETE FROM sessions WHERE seq IN (1, 3)');
  expect(await restore(rows)).toEqual({ added: 2, left: 2 });
  expect(await order()).toEqual(sessions.map(({ id }) => id));
  // If other sessions have arrived in an emptied volume, they all stay, and the restored sessions
  // keep their order.
  await ledgerOf({ tenantId }).erase();
  const others = [movedSession(), movedSession()];
  await putSessions({ tenantId }, ...others);
  expect(await restore(rows)).toEqual({ added: 4, left: 0 });
  expect(await order()).toEqual([...others, ...sessions].map(({ id }) => id));
});

it('are forgotten after a restore as before', async () => {
  await moveIn(2);
  await queryLedger({ tenantId }, 'UPDATE sessions SET erased_at_ms = 1 WHERE seq = 1');
  const { pages } = await readAll();
  const { id: other } = await makeTenant();
  await restoreAll(pages, other);
  await ledgerOf({ tenantId: other }).keepSessions({ keptMs: DAY_MS, settledMs: DAY_MS });
  expect(await ringLedger({ tenantId: other })).toBe(true);
  expect((await sessionsIn({ tenantId: other })).map(({ seq }) => seq)).toEqual([2]);
});
