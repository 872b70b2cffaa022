// The ledger of the pictures that were sent in a customer's checks: it remembers them for a day and
// stores nothing else.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { goTo } from '../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const makeLedger = () => env.PICTURE_LEDGER.get(env.PICTURE_LEDGER.idFromName(randomToken(12)));
const tablesOf = ({ sql }: DurableObjectStorage): unknown[] =>
  sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'seen%'").toArray();
const at = (print: string, place = print) => ({ print, place });

it('recognises a picture that appears in another place, and says which', async () => {
  const ledger = makeLedger();
  expect(await ledger.note('one', [at('a'), at('b')])).toEqual([]);
  expect(await ledger.note('one', [at('a'), at('b')])).toEqual([]);
  expect(await ledger.note('one', [at('a', 'later'), at('c')])).toEqual(['same_session']);
  expect(await ledger.note('two', [at('c'), at('d')])).toEqual(['other_session']);
  // A session that was refused because of a picture does not become the owner of that picture.
  expect(await ledger.note('two', [at('c')])).toEqual(['other_session']);
  expect(await ledger.note('one', [at('c')])).toEqual([]);
});

it('recognises a picture that appears twice in an upload', async () => {
  expect(await makeLedger().note('one', [at('a', 'x'), at('a', 'y')])).toEqual(['same_session']);
});

it('forgets a picture a day after it was last shown, and then stores nothing', async () => {
  const ledger = makeLedger();
  await ledger.note('one', [at('a'), at('b')]);
  goTo(20 * HOUR_MS);
  expect(await ledger.note('two', [at('b')])).toEqual(['other_session']);
  goTo(5 * HOUR_MS);
  expect(await ledger.note('three', [at('a'), at('b')])).toEqual(['other_session']);
  goTo(25 * HOUR_MS);
  expect(await runDurableObjectAlarm(ledger)).toBe(true);
  await runInDurableObject(ledger, async (_object, { storage }) => {
    expect(tablesOf(storage)).toEqual([]);
    expect(await storage.getAlarm()).toBeNull();
  });
  expect(await ledger.note('four', [at('a')])).toEqual([]);
});

it('of several concurrent reports, exactly one is the first', async () => {
  const ledger = makeLedger();
  const names = Array.from({ length: 8 }, (_, index) => `session-${index}`);
  const answers = await Promise.all(names.map((name) => ledger.note(name, [at('a', name)])));
  expect(answers.filter((known) => known.length === 0)).toHaveLength(1);
});

it('writes one row for each picture, and one alarm for many uploads', async () => {
  const ledger = makeLedger();
  await ledger.note('one', [at('first')]);
  const alarm = () => runInDurableObject(ledger, (_object, { storage }) => storage.getAlarm());
  const firstAlarm = await alarm();
  const written = await runInDurableObject(ledger, async (object, { storage }) => {
    let rows = 0;
    const exec = storage.sql.exec.bind(storage.sql);
    vi.spyOn(storage.sql, 'exec').mockImplementation((query: string, ...values: any[]) => {
      const cursor = exec(query, ...values);
      const found = cursor.toArray();
      rows += cursor.rowsWritten;
      return { toArray: () => found } as never;
    });
    await object.note(
      'two',
      Array.from({ length: 13 }, (_, n) => at(`picture ${n}`)),
    );
    vi.restoreAllMocks();
    return rows;
  });
  expect(written).toBe(13);
  expect(await alarm()).toBe(firstAlarm);
});

it('deletes a picture at most an hour after its day, and keeps younger ones', async () => {
  const ledger = makeLedger();
  await ledger.note('one', [at('a')]);
  goTo(12 * HOUR_MS);
  await ledger.note('one', [at('b')]);
  goTo(13 * HOUR_MS);
  expect(await runDurableObjectAlarm(ledger)).toBe(true);
  await runInDurableObject(ledger, (_object, { storage }) =>
    expect(tablesOf(storage)).toHaveLength(1),
  );
  expect(await ledger.note('two', [at('a')])).toEqual([]);
  expect(await ledger.note('two', [at('b')])).toEqual(['other_session']);
});

it('knows the pictures that a version before D-171 recorded, until their day is over', async () => {
  const ledger = makeLedger();
  await runInDurableObject(ledger, (_object, { storage }) => {
    storage.sql.exec(
      'CREATE TABLE seen (print TEXT PRIMARY KEY, session TEXT NOT NULL, place TEXT NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID',
    );
    storage.sql.exec('CREATE INDEX seen_until ON seen (until_ms)');
    const untilMs = Date.now() + 24 * HOUR_MS;
    storage.sql.exec("INSERT INTO seen VALUES ('a', 'one', 'a', ?)", untilMs);
  });
  expect(await ledger.note('two', [at('a')])).toEqual(['other_session']);
  goTo(23 * HOUR_MS);
  expect(await ledger.note('two', [at('a')])).toEqual(['other_session']);
  goTo(2 * HOUR_MS);
  expect(await runDurableObjectAlarm(ledger)).toBe(true);
  await runInDurableObject(ledger, (_object, { storage }) =>
    expect(tablesOf(storage)).toMatchObject([{ name: expect.stringMatching(/^seen_\d+$/) }]),
  );
  expect(await ledger.note('three', [at('a')])).toEqual(['other_session']);
});
