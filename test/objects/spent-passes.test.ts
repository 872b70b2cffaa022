// The spent passes of a key: only the first caller can spend a pass. The purpose of the redemption
// is stored only while that caller may repeat the call after a lost response.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { DAY_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { goTo } from '../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const makePart = () => env.SPENT_PASSES.get(env.SPENT_PASSES.idFromName(randomToken(12)));
const later = () => Date.now() + 90 * DAY_MS;

const rowsOf = (part: ReturnType<typeof makePart>) =>
  runInDurableObject(part, (_object, { storage }) =>
    storage.sql.exec('SELECT mark, holder FROM spent ORDER BY mark').toArray(),
  );

it('exactly one of fifty concurrent calls that spend a pass is the first', async () => {
  const part = makePart();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => part.spend('a', `holder ${at}`, later())),
  );
  expect(answers.filter((one) => one === 'first')).toHaveLength(1);
  expect(answers.filter((one) => one === 'spent')).toHaveLength(49);
});

it('gives the same answer again only to the check that spent the pass', async () => {
  const part = makePart();
  expect(await part.spend('a', 'one', later())).toBe('first');
  expect(await part.spend('a', 'one', later())).toBe('again');
  expect(await part.spend('a', 'two', later())).toBe('spent');
  expect(await part.spend('b', '', later())).toBe('first');
  expect(await part.spend('b', '', later())).toBe('spent');
});

it('forgets after a quarter of an hour which check spent a pass, and not that it was spent', async () => {
  const part = makePart();
  await part.spend('a', 'one', later());
  goTo(10 * MINUTE_MS);
  await part.spend('b', 'two', later());
  goTo(5 * MINUTE_MS);
  // The pass counts as spent even before the alarm has run.
  expect(await part.spend('a', 'one', later())).toBe('spent');
  expect(await runDurableObjectAlarm(part)).toBe(true);
  expect(await rowsOf(part)).toEqual([
    { mark: 'a', holder: '' },
    { mark: 'b', holder: 'two' },
  ]);
  goTo(10 * MINUTE_MS);
  expect(await runDurableObjectAlarm(part)).toBe(true);
  expect(await rowsOf(part)).toEqual([
    { mark: 'a', holder: '' },
    { mark: 'b', holder: '' },
  ]);
  expect(await part.spend('a', 'one', later())).toBe('spent');
});

it('stores nothing once the passes of its key have expired', async () => {
  const part = makePart();
  const untilMs = Date.now() + 2 * DAY_MS;
  await part.spend('a', '', untilMs);
  goTo(2 * DAY_MS - MINUTE_MS);
  await part.spend('b', 'one', untilMs);
  goTo(2 * MINUTE_MS);
  expect(await runDurableObjectAlarm(part)).toBe(true);
  await runInDurableObject(part, async (_object, { storage }) => {
    const tables = storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name = 'spent'")
      .toArray();
    expect(tables).toEqual([]);
    expect(await storage.getAlarm()).toBeNull();
  });
});
