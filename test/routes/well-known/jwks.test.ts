import { env, exports } from 'cloudflare:workers';
import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { compactVerify, createLocalJWKSet, CompactSign } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import worker from '../../../src/index.ts';
import { createContext } from '../../../src/context.ts';
import { rotateKeys, signingKey } from '../../../src/domain/platform/signing-keys/key-ring.ts';

const read = (headers: Record<string, string> = {}) =>
  exports.default.fetch(new Request('http://localhost:8787/.well-known/jwks.json', { headers }));

/** A separate context, which shares no caches with other tests. */
const freshContext = () => createContext({ ...env }, createExecutionContext());

describe('GET /.well-known/jwks.json', () => {
  it('has RSA keys with exactly the members of spec 2.8, and after them one for ES256, cached for an hour (D-153)', async () => {
    const ctx = freshContext();
    await rotateKeys(ctx, 'oidc');
    const response = await worker.fetch(
      new Request('http://localhost:8787/.well-known/jwks.json'),
      { ...env },
      createExecutionContext(),
    );
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const { keys } = await response.json<{ keys: Record<string, string>[] }>();
    expect(keys).toHaveLength(2);
    expect(Object.keys(keys[0]!)).toEqual(['kty', 'use', 'alg', 'kid', 'n', 'e']);
    expect(keys[0]).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB' });
    expect(Object.keys(keys[1]!)).toEqual(['kty', 'use', 'alg', 'kid', 'crv', 'x', 'y']);
    expect(keys[1]).toMatchObject({ kty: 'EC', use: 'sig', alg: 'ES256', crv: 'P-256' });
  });

  it('answers 304 to a known ETag', async () => {
    const first = await read();
    const again = await read({ 'If-None-Match': first.headers.get('ETag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('verifies what the active key signs', async () => {
    const ctx = freshContext();
    const { kid, key } = await signingKey(ctx, 'oidc');
    expect(key.extractable).toBe(false);
    const token = await new CompactSign(new TextEncoder().encode('payload'))
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(key);
    const keys = await env.DB.prepare('SELECT public_jwk FROM signing_keys').all<{
      public_jwk: string;
    }>();
    const set = createLocalJWKSet({ keys: keys.results.map((row) => JSON.parse(row.public_jwk)) });
    await expect(compactVerify(token, set)).resolves.toBeTruthy();
  });
});

describe('signing keys at rest', () => {
  it('are encrypted: the row alone signs nothing (S-82)', async () => {
    await signingKey(freshContext(), 'oidc');
    const row = await env.DB.prepare('SELECT * FROM signing_keys').first<Record<string, string>>();
    expect(row?.['private_key']).not.toMatch(/^MII/);
    const otherKey = { ...env, KEY_ENCRYPTION_KEY: btoa('x'.repeat(32)) };
    await expect(
      signingKey(createContext(otherKey, createExecutionContext()), 'oidc'),
    ).rejects.toThrow(/decrypt|operation/i);
  });

  it('are created once per ring when twenty isolates start at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => signingKey(freshContext(), 'oidc')));
    const row = await env.DB.prepare('SELECT COUNT(*) AS n FROM signing_keys').first<{
      n: number;
    }>();
    expect(row?.n).toBe(2);
  });

  it('are rotated by cron when 89 days old, with the old key still published', async () => {
    await signingKey(freshContext(), 'oidc');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 89 * 86_400_000 });
    await worker.scheduled(
      createScheduledController({ cron: '17 3 * * *' }),
      env,
      createExecutionContext(),
    );
    vi.useRealTimers();
    const { results } = await env.DB.prepare(
      "SELECT kid FROM signing_keys WHERE purpose = 'oidc'",
    ).all();
    expect(results).toHaveLength(2);
  });

  it('are replaced by a new one when all are revoked (npm run keys:rotate)', async () => {
    const before = await signingKey(freshContext(), 'oidc');
    await env.DB.prepare('UPDATE signing_keys SET revoked_at_ms = ?').bind(Date.now()).run();
    const after = await signingKey(freshContext(), 'oidc');
    expect(after.kid).not.toBe(before.kid);
  });
});
