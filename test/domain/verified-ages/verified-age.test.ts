import { afterEach, expect, it, test, vi } from 'vitest';
import { bracketMetBy } from '../../../src/domain/terms/age-bracket.ts';
import {
  forgetVerifiedAge,
  readVerifiedAge,
  storeVerifiedAge,
} from '../../../src/domain/verified-ages/verified-age.ts';
import { makeAccount } from '../../support/accounts.ts';
import { makeContext } from '../../support/context.ts';

afterEach(() => void vi.useRealTimers());

it('a verified age is a bracket, a level and a date, for a year', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
  const stored = await storeVerifiedAge(ctx, id, { bracket: 18, level: 'ml' });
  expect(stored.expiresAtMs - stored.verifiedAtMs).toBe(365 * 86_400_000);
  expect(await readVerifiedAge(ctx, id)).toEqual(stored);
  vi.useFakeTimers({ toFake: ['Date'], now: stored.expiresAtMs });
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
});

it('a higher bracket replaces a lower one, and a newer showing an older one of the same height', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  const nowMs = Date.now();
  const store = (bracket: 15 | 18 | 21, verifiedAtMs: number, level: 'ml' | 'wallet' = 'ml') =>
    storeVerifiedAge(ctx, id, { bracket, level, verifiedAtMs });
  expect(await store(18, nowMs - 10)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(15, nowMs)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(18, nowMs - 20)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(18, nowMs, 'wallet')).toMatchObject({ level: 'wallet', verifiedAtMs: nowMs });
  expect(await store(21, nowMs - 20)).toMatchObject({ bracket: 21, level: 'ml' });
});

it('an expired bracket gives way to a lower one, and its owner can take it back', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  const { expiresAtMs } = await storeVerifiedAge(ctx, id, { bracket: 25, level: 'wallet' });
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAtMs });
  expect(await storeVerifiedAge(ctx, id, { bracket: 12, level: 'ml' })).toMatchObject({
    bracket: 12,
  });
  await forgetVerifiedAge(ctx, id);
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
});

test.each([
  [11, undefined],
  [12, 12],
  [14, 12],
  [15, 15],
  [16, 15],
  [18, 18],
  [20, 18],
  [21, 21],
  [24, 21],
  [25, 25],
  [99, 25],
])('a gate of %i implies the bracket %s', (gate, bracket) => {
  expect(bracketMetBy(gate)).toBe(bracket);
});
