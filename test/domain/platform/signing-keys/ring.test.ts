import { describe, expect, it } from 'vitest';
import {
  arrangeRing,
  dueActivation,
  forgettable,
  HINT_MS,
  keptKeys,
  KEEP_RETIRED_MS,
  PUBLISH_AHEAD_MS,
  ROTATION_MS,
  type Purpose,
  type RingKey,
} from '../../../../src/domain/platform/signing-keys/ring.ts';

const HOUR_MS = 3_600_000;
const key = (kid: string, activeFromMs: number, revokedAtMs: number | null = null): RingKey => ({
  kid,
  activeFromMs,
  revokedAtMs,
});

describe('the ring of signing keys (D-33)', () => {
  it('makes the first key at once', () => {
    expect(dueActivation(arrangeRing([], 5), 5)).toBe(5);
  });

  it('publishes the next key 24 hours before it signs', () => {
    const keys = [key('a', 0)];
    const due = ROTATION_MS - PUBLISH_AHEAD_MS;
    expect(dueActivation(arrangeRing(keys, due - 1), due - 1)).toBeUndefined();
    expect(dueActivation(arrangeRing(keys, due), due)).toBe(due + PUBLISH_AHEAD_MS);
    const both = [...keys, key('b', due + PUBLISH_AHEAD_MS)];
    const ring = arrangeRing(both, due);
    expect([ring.active?.kid, ring.next?.kid]).toEqual(['a', 'b']);
    expect(ring.published).toHaveLength(2);
    expect(dueActivation(ring, due)).toBeUndefined();
  });

  it('keeps a retired key 24 hours past its longest token, then stops publishing it', () => {
    const keys = [key('a', 0), key('b', 100)];
    expect(arrangeRing(keys, 100 + KEEP_RETIRED_MS - 1).published).toHaveLength(2);
    const later = arrangeRing(keys, 100 + KEEP_RETIRED_MS);
    expect(later.published.map((k) => k.kid)).toEqual(['b']);
    expect(later.retired.map((k) => k.kid)).toEqual(['a']);
  });

  it('keeps the public half for ID tokens used as hints for 400 days, unless it was revoked (D-61)', () => {
    const keys = [key('a', 0), key('r', 50, 60), key('b', 100)];
    const kidsAt = (nowMs: number, purpose: Purpose) =>
      keptKeys(keys, purpose, nowMs).map(({ kid }) => kid);
    expect(kidsAt(100 + HINT_MS - 1, 'oidc')).toEqual(['a', 'b']);
    expect(kidsAt(100 + HINT_MS, 'oidc')).toEqual(['b']);
    expect(kidsAt(100 + KEEP_RETIRED_MS, 'admin')).toEqual(['b']);
    expect(forgettable(keys, 'oidc', 200).map(({ kid }) => kid)).toEqual(['r']);
    expect(kidsAt(100 + 10 * HINT_MS, 'audit')).toEqual(['a', 'b']);
    expect(forgettable(keys, 'audit', 100 + 10 * HINT_MS)).toEqual([]);
  });

  it('drops a revoked key at once', () => {
    const ring = arrangeRing([key('a', 0, 50), key('b', 40)], 60);
    expect([ring.active?.kid, ring.published.length]).toEqual(['b', 1]);
  });

  it('every token verifies with the key set published an hour before and after it was issued', () => {
    const keys: RingKey[] = [];
    const publishedAt = new Map<number, Set<string>>();
    const issued: { atMs: number; kid: string }[] = [];
    for (let atMs = 0; atMs < 400 * 24 * HOUR_MS; atMs += HOUR_MS) {
      const due =
        atMs % (24 * HOUR_MS) === 0 ? dueActivation(arrangeRing(keys, atMs), atMs) : undefined;
      if (due !== undefined) keys.push(key(`k${keys.length}`, due));
      const ring = arrangeRing(keys, atMs);
      publishedAt.set(atMs, new Set(ring.published.map((k) => k.kid)));
      issued.push({ atMs, kid: ring.active?.kid ?? 'none' });
    }
    expect(keys.length).toBeGreaterThan(3);
    for (const { atMs, kid } of issued.slice(1, -2))
      for (const seenAt of [atMs - HOUR_MS, atMs, atMs + HOUR_MS, atMs + 2 * HOUR_MS])
        expect(publishedAt.get(seenAt)?.has(kid)).toBe(true);
  });
});
