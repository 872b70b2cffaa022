// A ledger opens a new volume when the current one is full, and reads cover all of its volumes.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseLedgers } from '../../../../src/domain/platform/ledgers/erase-ledgers.ts';
import type { Volume } from '../../../../src/domain/platform/ledgers/volume.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import { completedEvent, newSessionId } from '../../../support/customer/webhooks.ts';
import { writeToLedger } from '../../../../src/domain/platform/ledgers/volumes.ts';
import { firstIdAt, type StoredLine } from '../../../../src/domain/platform/request-log/line.ts';
import { shortenRequestLogs } from '../../../../src/domain/platform/ledgers/shorten-request-logs.ts';
import { readLines } from '../../../../src/domain/platform/request-log/read-lines.ts';
import type { Ledger } from '../../../../src/objects/ledger/ledger.ts';
import { DAY_MS } from '../../../../src/time/durations.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { makeContext } from '../../../support/installation/context.ts';

const NOW_MS = Date.now();
const SMALL = { fullBytes: 100_000, reportedEveryBytes: 40_000 };
const PAGE = { onlyErrors: false, before: undefined, limit: 25 };

let tenantId: string;
beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
});

const owner = () => ({ tenantId, test: false });

const linesFrom = (from: number, count: number): StoredLine[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    request_id: `req_${from + at}`,
    method: 'GET',
    route: `/${'x'.repeat(200)}`,
    status: 200,
    code: null,
    duration_ms: 3,
  }));

/** Creates the context of a new isolate, which has not cached the latest volume. */
function newIsolate(atMs = NOW_MS) {
  const ctx = makeContext();
  return {
    ...ctx,
    config: { ...ctx.config, requestLogDays: 7 },
    now: () => atMs,
  };
}

const noting = (lines: StoredLine[], keptDays = 7) => ({
  write: (ledger: DurableObjectStub<Ledger>, _volume: Volume, fullBytes: number) =>
    ledger.noteRequests(lines, keptDays * DAY_MS, fullBytes),
  keptDays,
});

const write = (lines: StoredLine[], ctx = newIsolate(), limits = SMALL) =>
  writeToLedger(ctx, owner(), noting(lines), limits);

const directory = async () =>
  (
    await env.DB.prepare(
      'SELECT number, full_at_ms IS NOT NULL AS is_full, bytes FROM ledger_volumes WHERE tenant_id = ? ORDER BY number',
    )
      .bind(tenantId)
      .run<{ number: number; is_full: number; bytes: number }>()
  ).results;

const readAll = async (ctx = newIsolate()): Promise<number[]> => {
  const ids: number[] = [];
  for (;;) {
    const page = await readLines(ctx, owner(), { ...PAGE, before: ids.at(-1) });
    if (page.length === 0) return ids;
    ids.push(...page.map(({ id }) => id));
  }
};

/** Wraps a database so that its writes fail. */
const readOnly = (db: ReturnType<typeof newIsolate>['db']) =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === 'update' || name === 'insert') throw new Error('D1 is away');
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

describe('the directory', () => {
  it('has one volume until it is full, and then the next one', async () => {
    const from = firstIdAt(NOW_MS);
    await write(linesFrom(from, 1));
    expect(await directory()).toMatchObject([{ number: 1, is_full: 0 }]);
    await write(linesFrom(from + 1, 1_000));
    expect(await directory()).toMatchObject([
      { number: 1, is_full: 1 },
      { number: 2, is_full: 0, bytes: 0 },
    ]);
    await write(linesFrom(from + 2_000, 1));
    expect(await directory()).toHaveLength(2);
  });

  it('learns the size of a volume that has grown', async () => {
    await write(linesFrom(firstIdAt(NOW_MS), 1));
    expect((await directory())[0]?.bytes).toBe(0);
    await write(linesFrom(firstIdAt(NOW_MS) + 1, 250));
    expect((await directory())[0]?.bytes).toBeGreaterThan(SMALL.reportedEveryBytes);
  });

  it('learns the size of a volume that has shrunk', async () => {
    const bytes = async () => (await directory())[0]?.bytes;
    await write(linesFrom(firstIdAt(NOW_MS - 3 * DAY_MS), 250));
    await write(linesFrom(firstIdAt(NOW_MS), 1));
    expect(await bytes()).toBeGreaterThan(SMALL.reportedEveryBytes);
    const volume = env.LEDGER.get(env.LEDGER.idFromName(`${tenantId}:live:1`));
    await volume.keepRequests(DAY_MS);
    await runDurableObjectAlarm(volume);
    await write(linesFrom(firstIdAt(NOW_MS) + 1, 1));
    expect(await bytes()).toBeLessThan(SMALL.reportedEveryBytes);
  });

  it('opens one next volume, even if 20 isolates find the same one full at once', async () => {
    const isolates = Array.from({ length: 20 }, () => newIsolate());
    await Promise.all(
      isolates.map((ctx, at) => write(linesFrom(firstIdAt(NOW_MS) + at * 1_000, 600), ctx)),
    );
    const volumes = await directory();
    expect(volumes.filter(({ is_full: isFull }) => isFull === 0)).toHaveLength(1);
    expect((await readAll()).length).toBe(20 * 600);
  });

  it('is not asked again by an isolate that knows the volume', async () => {
    const ctx = newIsolate();
    await write(linesFrom(firstIdAt(NOW_MS), 1), ctx);
    const away = { ...ctx, db: undefined as never };
    await write(linesFrom(firstIdAt(NOW_MS) + 1, 1), away);
    expect(await readAll()).toHaveLength(2);
  });
});

it('pages cover every volume, latest line first, without gaps or repeats', async () => {
  const from = firstIdAt(NOW_MS - 60_000);
  const batches = Array.from({ length: 6 }, (_, at) => linesFrom(from + at * 10_000, 400));
  for (const batch of batches) await write(batch);
  expect((await directory()).length).toBeGreaterThan(2);
  const expected = batches.flat().map(({ id }) => id);
  expect(await readAll()).toEqual(expected.toSorted((one, other) => other - one));
});

it('a line that an isolate still wrote to the full volume is listed in its order', async () => {
  const late = newIsolate();
  const from = firstIdAt(NOW_MS);
  await write(linesFrom(from, 1), late);
  await write(linesFrom(from + 1, 1_000));
  await write(linesFrom(from + 2_000, 30));
  // This isolate has not noticed that there is a new volume, so it still writes to the first one.
  await write(
    linesFrom(from + 2_015, 1).map((line) => ({ ...line, id: from + 5_000 })),
    late,
    {
      fullBytes: 1e9,
      reportedEveryBytes: 1e9,
    },
  );
  const [first] = await readLines(newIsolate(), owner(), PAGE);
  expect(first?.id).toBe(from + 5_000);
  expect(await readAll()).toHaveLength(1_032);
});

it('a session of nobody among the customers is listed, and opens no volume', async () => {
  const nobodies = [FIRST_PARTY_TENANT_ID, 'ten_gone'];
  for (const nobody of nobodies) {
    const event = completedEvent(nobody, newSessionId(), 2);
    await consumeSessionEvents(newIsolate(), [event]);
    const listed = env.DB.prepare('SELECT status FROM verification_sessions WHERE id = ?');
    expect(await listed.bind(event.row.id).first('status')).toBe('success');
  }
  const opened = await env.DB.prepare(
    'SELECT tenant_id FROM ledger_volumes WHERE tenant_id IN (?, ?)',
  )
    .bind(...nobodies)
    .all();
  expect(opened.results).toEqual([]);
});

it('erasing a customer erases all of its volumes in both modes, and nobody else’s', async () => {
  const other = { tenantId: (await makeTenant()).id, test: false };
  const ctx = newIsolate();
  for (const one of [owner(), { tenantId, test: true }, other])
    await writeToLedger(ctx, one, noting(linesFrom(firstIdAt(NOW_MS), 3)));
  await eraseLedgers(ctx, [tenantId]);
  expect(await readLines(ctx, owner(), PAGE)).toEqual([]);
  expect(await readLines(ctx, { tenantId, test: true }, PAGE)).toEqual([]);
  expect(await readLines(ctx, other, PAGE)).toHaveLength(3);
});

it('lines are kept when the directory cannot note that their volume is full, and it notes so later', async () => {
  const from = firstIdAt(NOW_MS);
  await write(linesFrom(from, 1));
  const ctx = newIsolate();
  await write(linesFrom(from + 1, 1_000), { ...ctx, db: readOnly(ctx.db) });
  expect(await directory()).toHaveLength(1);
  await write(linesFrom(from + 2_000, 1));
  expect(await directory()).toHaveLength(2);
  expect(await readAll()).toHaveLength(1_002);
});

describe('a shorter time for the request log', () => {
  const days = (requestLogDays: number) => {
    const ctx = newIsolate(Date.now());
    return { ...ctx, config: { ...ctx.config, requestLogDays } };
  };
  const volume = () => env.LEDGER.get(env.LEDGER.idFromName(`${tenantId}:live:1`));
  const countLines = () =>
    runInDurableObject(volume(), (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'requests'").toArray().length >
      0
        ? Number(storage.sql.exec('SELECT count(*) AS n FROM requests').one()['n'])
        : 0,
    );
  const fill = async () => {
    await write(linesFrom(firstIdAt(NOW_MS - 3 * DAY_MS), 4), days(7));
    await write(linesFrom(firstIdAt(NOW_MS - DAY_MS / 2), 2), days(7));
  };

  it('reaches the volume of a customer that is silent, by the schedule', async () => {
    await fill();
    await shortenRequestLogs(days(7));
    expect(await countLines()).toBe(6);
    await shortenRequestLogs(days(1));
    expect(await runDurableObjectAlarm(volume())).toBe(true);
    expect(await countLines()).toBe(2);
  });

  it('leaves nothing when the log is switched off', async () => {
    await fill();
    await shortenRequestLogs(days(0));
    expect(await runDurableObjectAlarm(volume())).toBe(true);
    expect(await countLines()).toBe(0);
    expect(await readLines(days(0), owner(), PAGE)).toEqual([]);
  });

  it('is told to a volume once', async () => {
    await fill();
    await shortenRequestLogs(days(1));
    const silent = { ...days(1), objects: undefined as never };
    await expect(shortenRequestLogs(silent)).resolves.toBeUndefined();
  });

  it('is told by the next write, too, as is a longer one', async () => {
    await fill();
    const keptDays = async () =>
      env.DB.prepare('SELECT kept_days FROM ledger_volumes WHERE tenant_id = ?')
        .bind(tenantId)
        .first('kept_days');
    expect(await keptDays()).toBe(7);
    for (const kept of [1, 30]) {
      await writeToLedger(
        days(kept),
        owner(),
        noting(linesFrom(firstIdAt(NOW_MS) + kept, 1), kept),
      );
      expect(await keptDays()).toBe(kept);
    }
  });
});
