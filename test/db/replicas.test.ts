// The bookmark that a replica session starts with: recent enough to include the data that is to be
// read, and old enough for replicas to have reached it.
import { describe, expect, it } from 'vitest';
import { beginAtPrimary, beginNearby } from '../../src/db/replicas.ts';

const PRIMARY = 'first-primary';
/** Builds a bookmark in D1's format, in which lexical order is chronological order. */
const bookmark = (second: number): string => `0000${String(second).padStart(4, '0')}-00000000`;

/**
 * @returns a fake database whose primary is at the bookmark of the current second, and `ask`, which
 *   begins a session in a given second and returns the bookmark that it started with
 */
function makeDatabase() {
  const starts: string[] = [];
  let second = 0;
  const binding = {
    withSession: (start: string) => {
      starts.push(start);
      return { getBookmark: () => (start === PRIMARY ? bookmark(second) : start) };
    },
  } as unknown as D1Database;
  const ask = (begin: 'nearby' | 'primary', at: number, seen?: string): string | undefined => {
    second = at;
    const nowMs = at * 1000;
    const begun =
      begin === 'nearby' ? beginNearby(binding, seen, nowMs) : beginAtPrimary(binding, nowMs);
    begun.note();
    return starts.at(-1);
  };
  return { ask, binding };
}

describe('a session nearby', () => {
  it('begins at the primary until a bookmark is known, and when the bookmark is 30 seconds old', () => {
    const { ask } = makeDatabase();
    expect(ask('nearby', 0)).toBe(PRIMARY);
    expect(ask('nearby', 29)).toBe(bookmark(0));
    expect(ask('nearby', 30)).toBe(PRIMARY);
    expect(ask('nearby', 31)).toBe(bookmark(30));
  });

  it('learns no bookmark from what a replica answered', () => {
    const { ask } = makeDatabase();
    ask('primary', 0);
    ask('nearby', 15);
    ask('nearby', 25);
    expect(ask('nearby', 30)).toBe(PRIMARY);
  });

  it('begins at a bookmark that is at least ten seconds old, once there is one', () => {
    const { ask } = makeDatabase();
    for (let second = 0; second <= 120; second++) {
      ask('primary', second);
      const from = ask('nearby', second) ?? '';
      const age = second - Number(from.slice(4, 8));
      expect(from).not.toBe(PRIMARY);
      expect(age).toBeLessThan(30);
      expect(age).toBeGreaterThanOrEqual(second >= 10 ? 10 : 0);
    }
  });

  it('begins no earlier than what the person has already seen', () => {
    const { ask } = makeDatabase();
    ask('primary', 10);
    expect(ask('nearby', 12, bookmark(9))).toBe(bookmark(10));
    expect(ask('nearby', 12, bookmark(11))).toBe(bookmark(11));
  });

  it('learns nothing from a session that ran no query', () => {
    const silent = { withSession: (start: string) => ({ start, getBookmark: () => null }) };
    const binding = silent as unknown as D1Database;
    beginAtPrimary(binding, 0).note();
    expect(beginNearby(binding, undefined, 1).session).toMatchObject({ start: PRIMARY });
  });

  it('keeps bookmarks separately for each database', () => {
    makeDatabase().ask('primary', 0);
    expect(makeDatabase().ask('nearby', 1)).toBe(PRIMARY);
  });
});
