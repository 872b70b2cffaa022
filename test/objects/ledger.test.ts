// The request log in a volume of a ledger: a query reads no more rows than it returns, and lines
// are deleted when they expire.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { firstIdAt, type StoredLine } from '../../src/domain/platform/request-log/line.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/durations.ts';
import { goTo } from '../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const makeVolume = () => env.LEDGER.get(env.LEDGER.idFromName(randomToken(12)));

const linesFrom = (from: number, count: number, status = 200): StoredLine[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    request_id: `req_${from + at}`,
    method: 'GET',
    route: '/verify/v1/result/{token}',
    status,
    code: status < 400 ? null : 'NOT_FOUND',
    duration_ms: 3,
  }));

const ALL = { onlyErrors: false, from: 0, before: undefined, limit: 100 };

it('returns lines as they were noted, newest first, from any line on', async () => {
  const volume = makeVolume();
  const lines = linesFrom(firstIdAt(Date.now()), 5);
  await volume.noteRequests(lines, DAY_MS);
  const latestFirst = lines.toReversed();
  expect(await volume.readRequests(ALL)).toEqual(latestFirst);
  expect(await volume.readRequests({ ...ALL, before: lines[3]!.id, limit: 2 })).toEqual(
    latestFirst.slice(2, 4),
  );
});

it('keeps a line as it is when the same one is noted again', async () => {
  const volume = makeVolume();
  const [line] = linesFrom(firstIdAt(Date.now()), 1);
  await volume.noteRequests([line!], DAY_MS);
  await volume.noteRequests([{ ...line!, status: 500 }], DAY_MS);
  expect(await volume.readRequests(ALL)).toEqual([line]);
});

it('has none of the lines of another volume', async () => {
  await makeVolume().noteRequests(linesFrom(firstIdAt(Date.now()), 5), DAY_MS);
  expect(await makeVolume().readRequests(ALL)).toEqual([]);
});

it('reads no more rows than it returns, also where only errors are asked for', async () => {
  const volume = makeVolume();
  const from = firstIdAt(Date.now());
  await volume.noteRequests(linesFrom(from, 5_000), DAY_MS);
  await volume.noteRequests(linesFrom(from + 5_000, 1, 404), DAY_MS);
  const rowsRead = (where: string) =>
    runInDurableObject(volume, (_object, { storage }) => {
      const cursor = storage.sql.exec(
        `SELECT id FROM requests WHERE id >= 0 AND id < 9007199254740991 ${where} ORDER BY id DESC LIMIT 25`,
      );
      cursor.toArray();
      return cursor.rowsRead;
    });
  expect(await rowsRead('')).toBeLessThanOrEqual(26);
  expect(await rowsRead('AND status >= 400')).toBeLessThanOrEqual(2);
  expect(await volume.readRequests({ ...ALL, onlyErrors: true })).toHaveLength(1);
});

it('wakes when its oldest line is due, and not more often than once an hour', async () => {
  const volume = makeVolume();
  const alarm = () => runInDurableObject(volume, (_object, { storage }) => storage.getAlarm());
  const nowMs = Date.now();
  await volume.noteRequests(linesFrom(firstIdAt(nowMs), 1), DAY_MS);
  expect(Math.abs((await alarm())! - (nowMs + DAY_MS))).toBeLessThan(5_000);
  await volume.noteRequests(linesFrom(firstIdAt(nowMs + HOUR_MS / 2), 1), DAY_MS);
  goTo(DAY_MS + 10_000);
  expect(await runDurableObjectAlarm(volume)).toBe(true);
  expect(await volume.readRequests(ALL)).toHaveLength(1);
  expect((await alarm())! - Date.now()).toBeGreaterThan(HOUR_MS - 5_000);
});

it('says how large it is, and is empty once it is erased', async () => {
  const volume = makeVolume();
  const { bytes: small } = await volume.noteRequests(linesFrom(firstIdAt(Date.now()), 1), DAY_MS);
  const { bytes: large } = await volume.noteRequests(
    linesFrom(firstIdAt(Date.now()) + 1, 5_000),
    DAY_MS,
  );
  expect(large - small).toBeGreaterThan(100_000);
  await volume.erase();
  expect(await volume.readRequests(ALL)).toEqual([]);
});

it('deletes very many lines in several runs of its alarm', async () => {
  const volume = makeVolume();
  const old = firstIdAt(Date.now() - 2 * DAY_MS);
  for (let part = 0; part < 3; part += 1)
    await volume.noteRequests(linesFrom(old + part * 10_000, 10_000), 30 * DAY_MS);
  await volume.keepRequests(DAY_MS);
  const count = () =>
    runInDurableObject(volume, (_object, { storage }) =>
      storage.sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'requests'").one()['n']
        ? storage.sql.exec('SELECT count(*) AS n FROM requests').one()['n']
        : 'no table',
    );
  expect(await runDurableObjectAlarm(volume)).toBe(true);
  expect(await count()).toBe(10_000);
  expect(await runDurableObjectAlarm(volume)).toBe(true);
  expect(await count()).toBe('no table');
});

it('takes no storage when an empty volume is told how long to keep lines', async () => {
  const volume = makeVolume();
  await volume.keepRequests(DAY_MS);
  await runInDurableObject(volume, async (_object, { storage }) => {
    expect(storage.sql.exec('SELECT name FROM sqlite_master').toArray()).toEqual([]);
    expect(await storage.getAlarm()).toBeNull();
  });
});
