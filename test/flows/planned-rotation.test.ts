// `npm run keys:rotate -- --planned` replaces signing keys, while every token that the old keys
// signed stays valid.
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createLocalJWKSet, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '../../src/context.ts';
import {
  rotateKeys,
  signingKey,
  verificationKey,
} from '../../src/domain/platform/signing-keys/key-ring.ts';
import { planRotation } from '../../src/domain/platform/signing-keys/plan-rotation.ts';
import { PUBLISH_AHEAD_MS, PURPOSES } from '../../src/domain/platform/signing-keys/ring.ts';
import worker from '../../src/index.ts';
import { ORIGIN } from '../support/site/oauth-request.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Creates a separate isolate with its own caches. */
const newIsolate = () => createContext({ ...env }, createExecutionContext());

async function readKeySet(): Promise<JSONWebKeySet> {
  const request = new Request(`${ORIGIN}/.well-known/jwks.json`);
  return (await worker.fetch(request, { ...env }, createExecutionContext())).json();
}

async function issue(ctx: ReturnType<typeof newIsolate>) {
  const { kid, key } = await signingKey(ctx, 'oidc');
  const claims = new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid });
  const issuedAtS = Math.floor(Date.now() / 1000);
  const token = await claims
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + 3600)
    .sign(key);
  return { token, kid };
}

const verifies = async (token: string) => {
  await jwtVerify(token, createLocalJWKSet(await readKeySet()), { currentDate: new Date() });
};

const countKeys = async (): Promise<number> =>
  (await env.DB.prepare(
    "SELECT count(*) AS n FROM signing_keys WHERE purpose = 'oidc'",
  ).first<number>('n')) ?? 0;

describe('a planned rotation of signing keys (D-33)', () => {
  it('publishes the next key immediately, signs with it a day later, and ends no token', async () => {
    const [issuer, operator] = [newIsolate(), newIsolate()];
    const before = await issue(issuer);
    const startMs = Date.now();
    const planned = await planRotation(operator, 'oidc');
    expect(planned).toEqual({
      kid: expect.any(String),
      activeFromMs: startMs + PUBLISH_AHEAD_MS,
      isNew: true,
    });
    const kidsOf = async () =>
      (await readKeySet()).keys.flatMap(({ alg, kid }) => (alg === 'RS256' ? [kid] : []));
    expect(await kidsOf()).toEqual([before.kid, planned?.kid]);
    await verifies(before.token);

    vi.setSystemTime(startMs + PUBLISH_AHEAD_MS - 1);
    const between = await issue(issuer);
    expect(between.kid).toBe(before.kid);
    await verifies(between.token);

    vi.setSystemTime(startMs + PUBLISH_AHEAD_MS + 1);
    const after = await issue(issuer);
    expect(after.kid).toBe(planned?.kid);
    await verifies(after.token);
    await verifies(between.token);
    expect(await kidsOf()).toEqual([before.kid, planned?.kid]);
    expect(await verificationKey(newIsolate(), 'oidc', before.kid)).toBeDefined();

    // As after every rotation, the old key leaves the key set a day after the last token that it
    // signed has expired.
    vi.setSystemTime(startMs + PUBLISH_AHEAD_MS + HOUR_MS + DAY_MS + 1);
    await rotateKeys(operator, 'oidc');
    expect(await kidsOf()).toEqual([planned?.kid]);
  });

  it('adds one key, however often and by however many callers it is requested', async () => {
    await signingKey(newIsolate(), 'oidc');
    const operators = Array.from({ length: 5 }, newIsolate);
    const plans = await Promise.all(operators.map((ctx) => planRotation(ctx, 'oidc')));
    expect(new Set(plans.map((plan) => plan?.kid)).size).toBe(1);
    const again = await planRotation(newIsolate(), 'oidc');
    expect(again).toEqual({ ...plans[0], isNew: false });
    // The daily rotation adds nothing, because the next key already exists.
    await rotateKeys(newIsolate(), 'oidc');
    expect(await countKeys()).toBe(2);
  });

  it('adds nothing when its secret cannot decrypt the current signing keys', async () => {
    const ctx = newIsolate();
    await signingKey(ctx, 'oidc');
    const keyEncryptionKey = { current: new Uint8Array(32).fill(7) };
    await expect(
      planRotation({ db: ctx.db, now: ctx.now, config: { keyEncryptionKey } }, 'oidc'),
    ).rejects.toThrow('KEY_ENCRYPTION_KEY does not open');
    expect(await countKeys()).toBe(1);
  });

  it('creates no key for a ring that has signed nothing', async () => {
    await env.DB.prepare('DELETE FROM signing_keys').run();
    for (const purpose of PURPOSES)
      expect(await planRotation(newIsolate(), purpose)).toBeUndefined();
    expect(await countKeys()).toBe(0);
  });
});
