import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';

const limiter = () => env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(randomToken(8)));

afterEach(() => void vi.useRealTimers());

describe('RateLimiter (D-51)', () => {
  it('allows exactly the limit under 200 concurrent calls', async () => {
    const stub = limiter();
    const answers = await Promise.all(Array.from({ length: 200 }, () => stub.count(20, 60)));
    const allowed = answers.filter((answer) => answer.allowed);
    expect(allowed).toHaveLength(20);
    expect(allowed.map((answer) => answer.remaining).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
    expect(new Set(answers.map((answer) => answer.resetAtMs)).size).toBe(1);
  });

  it('resets when the window ends', async () => {
    const stub = limiter();
    for (let i = 0; i < 3; i += 1) await stub.count(2, 60);
    expect((await stub.count(2, 60)).allowed).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    expect(await stub.count(2, 60)).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('counts each key separately', async () => {
    const [a, b] = [limiter(), limiter()];
    await a.count(1, 60);
    expect((await a.count(1, 60)).allowed).toBe(false);
    expect((await b.count(1, 60)).allowed).toBe(true);
  });

  it('deletes itself after the window', async () => {
    const stub = limiter();
    await stub.count(1, 60);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await runInDurableObject(stub, (_instance, state) => {
      expect([...state.storage.kv.list()]).toEqual([]);
    });
  });
});
