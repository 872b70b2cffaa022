import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';

const HASH = 'h'.repeat(64);
const token = () => env.ONE_TIME_TOKEN.get(env.ONE_TIME_TOKEN.newUniqueId());

afterEach(() => void vi.useRealTimers());

describe('OneTimeToken', () => {
  it('is redeemed by one of fifty callers', async () => {
    const stub = token();
    await stub.issue(HASH, 'payload', Date.now() + 60_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => stub.redeem(HASH)));
    expect(answers.filter((answer) => answer.ok)).toEqual([{ ok: true, payload: 'payload' }]);
  });

  it('gives the same result for a wrong secret, an expired and an unknown token, and survives a wrong guess', async () => {
    const stub = token();
    expect(await stub.redeem(HASH)).toEqual({ ok: false });
    await stub.issue(HASH, 'payload', Date.now() + 60_000);
    expect(await stub.redeem('x'.repeat(64))).toEqual({ ok: false });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await stub.redeem(HASH)).toEqual({ ok: false });
  });

  it('stores nothing once redeemed or expired', async () => {
    const [redeemed, late] = [token(), token()];
    await redeemed.issue(HASH, 'payload', Date.now() + 60_000);
    await late.issue(HASH, 'payload', Date.now() + 60_000);
    await redeemed.redeem(HASH);
    await runDurableObjectAlarm(late);
    for (const stub of [redeemed, late])
      await runInDurableObject(stub, (_object, state) => {
        expect([...state.storage.kv.list()]).toEqual([]);
      });
  });
});
