// A customer's blocked faces, held in memory while they are in use (D-100): the first caller that
// finds the list empty fills it, but never with rows that have changed in the meantime.
import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { randomToken } from '../../src/crypto/random.ts';
import { LIST_FRESH_MS, OpenList } from '../../src/domain/faces/blocked-faces/open-list.ts';
import { packDescriptor } from '../../src/domain/terms/packed-descriptor.ts';
import { seeFace } from '../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const MODEL = 'one';
const packed = (person: string, yaw = 0) =>
  packDescriptor(seeFace({ yaw, pitch: 0, person }).descriptor);
const entry = (id: number, person: string, more = {}) => ({
  id,
  model: MODEL,
  packed: packed(person),
  expiresAtMs: Infinity,
  ...more,
});
const { blocked: atMost } = SHIPPED_FACE_LIMITS;
const face = (person: string) => ({ model: MODEL, packed: packed(person, 3), atMost });

const makeList = () => env.BLOCK_LIST.get(env.BLOCK_LIST.idFromName(randomToken(12)));
type List = ReturnType<typeof makeList>;

/**
 * Queries a list that is not loaded.
 * @returns the id under which the caller must then pass the entries
 */
async function readingOf(list: List): Promise<string> {
  const answer = await list.findMatch(face('nobody'));
  if (answer.ok) throw new Error('It is filled.');
  return answer.reading;
}

describe('a loaded list', () => {
  it('matches a face in another picture of the same model, until the entry expires', () => {
    const list = new OpenList();
    list.add([entry(1, 'eve'), entry(2, 'mallory', { expiresAtMs: 100 })]);
    list.add([entry(1, 'eve')]);
    expect(['eve', 'mallory', 'ada'].map((one) => list.has(face(one), 99))).toEqual([
      true,
      true,
      false,
    ]);
    expect(list.has(face('mallory'), 100)).toBe(false);
    const other = { ...face('eve'), model: 'two' };
    expect([list.has(other, 0), list.isOutdated(other)]).toEqual([false, true]);
    expect(list.isOutdated(face('eve'))).toBe(false);
  });
});

describe('BlockList', () => {
  it('answers once the last part has arrived, even when several callers load it at once', async () => {
    const list = makeList();
    const readings = await Promise.all([readingOf(list), readingOf(list)]);
    for (const reading of readings)
      expect(await list.takeEntries(reading, [entry(1, 'eve')])).toEqual({ ok: false, reading });
    const [first] = readings;
    const last = await list.takeEntries(first, [entry(2, 'mallory')], face('mallory'));
    expect(last).toEqual({ ok: true, isBlocked: true, isOutdated: false });
    expect(await list.findMatch(face('eve'))).toMatchObject({ isBlocked: true });
    expect(await list.findMatch(face('ada'))).toMatchObject({ isBlocked: false });
  });

  it('accepts no part that was read before the entries changed', async () => {
    const list = makeList();
    const reading = await readingOf(list);
    await list.takeEntries(reading, [entry(1, 'eve')]);
    await list.forgetEntries();
    const late = await list.takeEntries(reading, [entry(2, 'mallory')], face('eve'));
    expect(late).toMatchObject({ ok: false });
    const anew = await readingOf(list);
    expect(anew).not.toBe(reading);
    expect(await list.takeEntries(anew, [], face('eve'))).toMatchObject({ isBlocked: false });
  });

  it('is reloaded after a quarter of an hour, even if no change was reported', async () => {
    const list = makeList();
    await list.takeEntries(await readingOf(list), [entry(1, 'eve')], face('eve'));
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + LIST_FRESH_MS - 1_000 });
    expect(await list.findMatch(face('eve'))).toMatchObject({ isBlocked: true });
    vi.setSystemTime(now + LIST_FRESH_MS + 1_000);
    const reading = await readingOf(list);
    expect(await list.takeEntries(reading, [], face('eve'))).toMatchObject({ isBlocked: false });
  });

  it('stores nothing', async () => {
    const list = makeList();
    await list.takeEntries(await readingOf(list), [entry(1, 'eve')], face('eve'));
    await runInDurableObject(list, async (_object, { storage }) => {
      expect([...storage.kv.list()]).toEqual([]);
      expect(await storage.getAlarm()).toBeNull();
    });
  });
});
