// The pictures that a customer's checks have shown: the ledger remembers them for a day and stores
// nothing else.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { goTo } from '../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const makeLedger = () => env.PICTURE_LEDGER.get(env.PICTURE_LEDGER.idFromName(randomToken(12)));
const at = (print: string, place = print) => ({ print, place });

it('recognises a picture that appears in another place, and says which', async () => {
  const ledger = makeLedger();
  expect(await ledger.note('one', [at('a'), at('b')])).toEqual([]);
  expect(await ledger.note('one', [at('a'), at('b')])).toEqual([]);
  expect(await ledger.note('one', [at('a', 'later'), at('c')])).toEqual(['same_session']);
  expect(await ledger.note('two', [at('c'), at('d')])).toEqual(['other_session']);
  // A session that was refused because of a picture does not own it.
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
    const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'seen'").toArray();
    expect(tables).toEqual([]);
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
