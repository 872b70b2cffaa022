// Simulates more than a year of operation: the cron, the key set as sites fetch it, and tokens
// signed by an isolate whose cached key ring is as old as possible.
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import worker from '../../src/index.ts';
import { createContext } from '../../src/context.ts';
import { signAccessToken, signIdToken } from '../../src/domain/openid/grants/issue-tokens.ts';
import { rotateKeys } from '../../src/domain/platform/signing-keys/key-ring.ts';
import { TOKEN_RINGS } from '../../src/domain/platform/signing-keys/ring.ts';
import { CHALLENGE, ORIGIN } from '../support/site/oauth-request.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 400;
const AUDIENCE = 'xoc_rotation';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Creates a separate isolate with its own caches. */
const newIsolate = () => {
  const bindings = { ...env };
  return {
    ctx: createContext(bindings, createExecutionContext()),
    async readKeySet(): Promise<JSONWebKeySet> {
      const request = new Request(`${ORIGIN}/.well-known/jwks.json`);
      return (await worker.fetch(request, bindings, createExecutionContext())).json();
    },
  };
};

const FACTS = {
  request: {
    clientId: AUDIENCE,
    redirectUri: 'https://rp.example/callback',
    scope: ['openid'],
    codeChallenge: CHALLENGE,
    prompt: [],
    requestedAtMs: 0,
  },
  approval: {
    accountId: 1,
    subject: 'xid_1',
    sessionId: 'sid',
    authenticatedAtMs: 0,
    amr: ['pwd'],
    acr: 'urn:agate:acr:password',
  },
} satisfies Parameters<typeof signIdToken>[1];

type Isolate = ReturnType<typeof newIsolate>;

async function issue({ ctx }: Isolate): Promise<string[]> {
  const accessToken = await signAccessToken(ctx, '0'.repeat(64), FACTS);
  const byRing = await Promise.all(
    (['RS256', 'ES256'] as const).map((id) =>
      signIdToken(ctx, FACTS, accessToken, {
        first: true,
        algorithms: { id, access: 'RS256' },
      }),
    ),
  );
  return [accessToken, ...byRing];
}

const rotateBoth = async ({ ctx }: Isolate): Promise<void> => {
  for (const ring of TOKEN_RINGS) await rotateKeys(ctx, ring);
};

async function verifies(token: string, keySet: JSONWebKeySet, atMs: number): Promise<void> {
  const currentDate = new Date(atMs);
  const options = {
    algorithms: ['RS256', 'ES256'],
    issuer: ORIGIN,
    audience: AUDIENCE,
    currentDate,
  };
  await jwtVerify(token, createLocalJWKSet(keySet), options);
}

/** Reads the times from which the ring's existing keys are active. */
const activations = async (): Promise<number[]> => {
  const { results } = await env.DB.prepare(
    "SELECT active_from_ms AS at FROM signing_keys WHERE purpose = 'oidc'",
  ).all<{ at: number }>();
  return results.map(({ at }) => at);
};

/**
 * Returns the times on a given day at which tokens are issued: noon, and several times from an hour
 * before a change of keys to two hours after it.
 */
function momentsOf(dayMs: number, changes: readonly number[]): number[] {
  const minutes = [-61, -59, -6, -4, 4, 6, 59, 61, 119].map((minute) => minute * MINUTE_MS);
  const about = changes.flatMap((at) => [...minutes, 1].map((offset) => at + offset));
  const isToday = (atMs: number) => atMs > dayMs && atMs <= dayMs + DAY_MS - MINUTE_MS;
  return [...about, dayMs + 12 * HOUR_MS].filter(isToday);
}

describe('signing keys over four rotations', { timeout: 240_000 }, () => {
  it('every token verifies with the key set published an hour before and an hour after it was issued (S-80)', async () => {
    const [issuer, publisher, cron] = [newIsolate(), newIsolate(), newIsolate()];
    const published: { atMs: number; keySet: JSONWebKeySet }[] = [];
    const issued: { token: string; atMs: number }[] = [];
    await rotateBoth(cron);
    const startMs = Date.now() + DAY_MS;
    for (let dayMs = startMs; dayMs < startMs + DAYS * DAY_MS; dayMs += DAY_MS) {
      vi.setSystemTime(dayMs - 1);
      published.push({ atMs: dayMs - 1, keySet: await publisher.readKeySet() });
      vi.setSystemTime(dayMs);
      await rotateBoth(cron);
      const moments = momentsOf(dayMs, await activations());
      const steps = new Set(moments.flatMap((at) => [at - HOUR_MS, at, at + HOUR_MS]));
      for (const atMs of [...steps].toSorted((a, b) => a - b)) {
        if (atMs <= dayMs || atMs >= dayMs + DAY_MS - 1) continue;
        vi.setSystemTime(atMs);
        published.push({ atMs, keySet: await publisher.readKeySet() });
        if (!moments.includes(atMs)) continue;
        for (const token of await issue(issuer)) issued.push({ token, atMs });
      }
    }
    for (const { token, atMs } of issued) {
      const before = published.findLast((seen) => seen.atMs <= atMs - HOUR_MS);
      const after = published.find((seen) => seen.atMs >= atMs + HOUR_MS);
      if (before !== undefined) await verifies(token, before.keySet, atMs);
      if (after !== undefined) await verifies(token, after.keySet, atMs);
    }
    expect(new Set(issued.map(({ token }) => decodeProtectedHeader(token).kid)).size).toBe(10);
    // Keys whose tokens have all expired are removed, so each ring publishes at most two keys.
    expect(new Set(published.map(({ keySet }) => keySet.keys.length))).toEqual(new Set([2, 4]));
  });
});
