import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';

const DAY_MS = 86_400_000;
const record = () => env.IDEMPOTENCY_RECORD.get(env.IDEMPOTENCY_RECORD.idFromName(randomToken(8)));

afterEach(() => void vi.useRealTimers());

describe('IdempotencyRecord', () => {
  it('gives fifty concurrent duplicates the id of the first', async () => {
    const stub = record();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => stub.claim('same', `id-${i}`, DAY_MS)),
    );
    const ids = answers.map((answer) => (answer.ok ? answer.sessionId : 'mismatch'));
    expect(new Set(ids).size).toBe(1);
  });

  it('refuses another fingerprint, and accepts it after 24 hours', async () => {
    const stub = record();
    await stub.claim('a', 'first', DAY_MS);
    expect(await stub.claim('b', 'second', DAY_MS)).toEqual({ ok: false, reason: 'mismatch' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1 });
    expect(await stub.claim('b', 'second', DAY_MS)).toEqual({ ok: true, sessionId: 'second' });
  });

  it('reads ids under the name under which existing records have them', async () => {
    const stub = record();
    await runInDurableObject(stub, (_instance, state) => {
      const claim = { fingerprint: 'a', sessionId: 'first', expiresAtMs: Date.now() + DAY_MS };
      state.storage.kv.put('claim', claim);
    });
    expect(await stub.claim('a', 'second', DAY_MS)).toEqual({ ok: true, sessionId: 'first' });
  });

  it('deletes itself after its lifetime', async () => {
    const stub = record();
    await stub.claim('a', 'first', DAY_MS);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1 });
    await runDurableObjectAlarm(stub);
    await runInDurableObject(stub, (_instance, state) => {
      expect([...state.storage.kv.list()]).toEqual([]);
    });
  });
});
