// verifyAgePass and the RFC 9577 challenge, with the same passes as in the Python SDK's tests. The
// passes were created by a third-party library, which also parses our challenge.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOKEN_TYPES, TokenChallenge } from '@cloudflare/privacypass-ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  AgateConnectionError,
  AgePassError,
  fetchPassDirectory,
  passChallengeHeader,
  verifyAgePass,
  type PassDirectory,
} from '../../sdk/src/index.ts';
import made from '../../sdk/python/tests/passes.json' with { type: 'json' };

const directory = made.directory as PassDirectory;
const { tokens } = made;
const nowMs = Date.parse('2030-12-10T00:00:00Z');
const token = tokens['18+ standard'];

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const changed = (at: number): string => {
  const bytes = bytesOf(token);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64url');
};

describe('verifyAgePass', () => {
  test('returns what the pass states, and identifies it by the hash of its nonce', async () => {
    expect(await verifyAgePass(token, directory, { nowMs })).toEqual({
      bracket: '18+',
      class: 'standard',
      issued: '2030-11',
      redeemUntil: '2031-03-01T00:00:00Z',
      id: createHash('sha256').update(bytesOf(token).subarray(2, 34)).digest('hex'),
    });
    const header = `PrivateToken token="${token}"`;
    expect(await verifyAgePass(header, directory, { nowMs, minAge: 15 })).toMatchObject({
      bracket: '18+',
    });
    const high = tokens['18+ high'];
    expect(await verifyAgePass(high, directory, { nowMs, class: 'high' })).toMatchObject({
      class: 'high',
    });
  });

  test.each([
    ['a flipped signature', changed(353), {}, 'The signature does not match.'],
    ['another nonce', changed(5), {}, 'The signature does not match.'],
    ['another key', changed(70), {}, 'The signing key is not known.'],
    ['another type', changed(1), {}, 'This is not an age pass.'],
    ['a cut token', token.slice(0, 100), {}, 'This is not an age pass.'],
    ['no token', '', {}, 'This is not an age pass.'],
    ['no base64', '§', {}, 'This is not an age pass.'],
    ['another service', tokens['other service'], {}, 'The pass is from another service.'],
    ['a lower age', tokens['15+ standard'], {}, 'The pass proves a lower age.'],
    ['a higher gate', token, { minAge: 21 }, 'The pass proves a lower age.'],
    ['no gate', token, { minAge: NaN }, 'The pass proves a lower age.'],
    ['an estimate', token, { class: 'high' as const }, 'The pass is based on an estimate.'],
    [
      'a time before',
      token,
      { nowMs: Date.parse('2030-10-31T23:59:59Z') },
      'The pass is not valid at this time.',
    ],
    [
      'a time behind',
      token,
      { nowMs: Date.parse('2031-03-01T00:00:00Z') },
      'The pass is not valid at this time.',
    ],
  ])('refuses %s', async (_what, text, demand, says) => {
    const verified = verifyAgePass(text, directory, { nowMs, ...demand });
    await expect(verified).rejects.toThrow(new AgePassError(says));
  });

  test('accepts no key that is published in another form', async () => {
    const keys = directory['token-keys'].map((key) => ({ ...key, 'token-key': 'AAAA' }));
    const verified = verifyAgePass(token, { ...directory, 'token-keys': keys }, { nowMs });
    await expect(verified).rejects.toThrow('The signing key is not known.');
  });
});

describe('the challenge of a site', () => {
  test('is read by another vendor’s library, and is the same for everybody', () => {
    const header = passChallengeHeader(directory, { minAge: 21, class: 'high' });
    expect(header).toMatch(/^PrivateToken challenge="[\w=-]+", min-age="21", class="high"$/);
    expect(passChallengeHeader(directory)).toContain(', min-age="18"');
    const [, text = ''] = /challenge="([^"]+)"/.exec(header) ?? [];
    const challenge = TokenChallenge.deserialize(new Uint8Array(bytesOf(text)));
    expect(challenge).toMatchObject({
      tokenType: TOKEN_TYPES.BLIND_RSA.value,
      issuerName: 'id.example',
    });
    expect(challenge.redemptionContext).toHaveLength(0);
  });
});

describe('the directory', () => {
  test('is fetched from the service, and anything else is refused', async () => {
    let status = 200;
    const server = createServer((request, response) => {
      const isDirectory = request.url === '/.well-known/private-token-issuer-directory';
      response.writeHead(isDirectory ? status : 404);
      response.end(status === 201 ? '{}' : JSON.stringify(directory));
    }).listen(0);
    onTestFinished(() => void server.close());
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    expect(await fetchPassDirectory(`${origin}/`)).toEqual(directory);
    for (status of [201, 404])
      await expect(fetchPassDirectory(origin)).rejects.toThrow(AgateConnectionError);
  });
});
