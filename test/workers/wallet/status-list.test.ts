// A list of revoked credentials that a different implementation created, and the defects that such
// a list may have (D-150).
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrustAnchor } from '../../../src/wallet/wallet-wire.ts';
import { readStatusList } from '../../../src/workers/wallet/read-status-list.ts';
import {
  anchorOf,
  type Certified,
  makeAuthority,
  makeSigner,
  NOW_MS,
} from '../../support/wallet/pki.ts';
import { compressed, signStatusList } from '../../support/wallet/status-list.ts';

const URI = 'https://issuer.quarry.example/lists/1';
const NOW_S = NOW_MS / 1000;
const STATUSES = [0, 1, 0, 0, 0, 0, 0, 0];
const LST = compressed(STATUSES);

let authority: Certified;
let signer: Certified;
let anchors: TrustAnchor[];

beforeAll(async () => {
  authority = await makeAuthority();
  signer = await makeSigner(authority, { usages: ['1.3.6.1.5.5.7.3.30'] });
  anchors = [anchorOf(authority)];
});

interface Change {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  by?: Certified;
  key?: CryptoKey;
}

const listed = ({ by = signer, ...change }: Change = {}): Promise<string> =>
  signStatusList(by, { uri: URI, statuses: STATUSES, iat: NOW_S - 60, ...change });

const read = (token: string, trusted = anchors, docType = 'eu.europa.ec.av.1') =>
  readStatusList({ uri: URI, token, docType, anchors: trusted, nowMs: NOW_MS });

describe('a status list is accepted', () => {
  test('with its expiry, and the time to fetch it again', async () => {
    expect(await read(`${await listed()}\n`)).toEqual({
      ok: true,
      bits: 1,
      lst: LST,
      validUntilMs: NOW_MS + 3_600_000,
      ttlMs: 600_000,
    });
  });

  test('without an expiry and a refresh time', async () => {
    expect(await read(await listed({ claims: { exp: undefined, ttl: undefined } }))).toEqual({
      ok: true,
      bits: 1,
      lst: LST,
    });
  });

  test('when it is signed by the signer of the credentials', async () => {
    expect(await read(await listed({ by: await makeSigner(authority) }))).toMatchObject({
      ok: true,
    });
  });
});

describe('a status list is refused', () => {
  test.each<[string, Change, string]>([
    ['of another typ', { header: { typ: 'JWT' } }, 'unreadable'],
    ['without a list', { claims: { status_list: undefined } }, 'unreadable'],
    ['of three bits', { claims: { status_list: { bits: 3, lst: LST } } }, 'unreadable'],
    ['that is no base64url', { claims: { status_list: { bits: 1, lst: '*' } } }, 'unreadable'],
    ['that is not compressed', { claims: { status_list: { bits: 1, lst: 'AAAA' } } }, 'unreadable'],
    ['without a time', { claims: { iat: undefined } }, 'unreadable'],
    ['that names another address', { claims: { sub: `${URI}0` } }, 'other_list'],
    ['that names none', { claims: { sub: undefined } }, 'other_list'],
    ['of tomorrow', { claims: { iat: NOW_S + 86_400 } }, 'stale'],
    ['that has ended', { claims: { exp: NOW_S } }, 'stale'],
    ['whose end is none', { claims: { exp: 1e12 } }, 'stale'],
    ['without a certificate', { header: { x5c: undefined } }, 'untrusted'],
  ])('%s', async (_, change, fault) => {
    expect(await read(await listed(change))).toEqual({ ok: false, fault });
  });

  test.each<[string, () => Promise<string>]>([
    ['of another authority', async () => listed({ by: await makeSigner(await makeAuthority()) })],
    ['by another key', async () => listed({ key: (await makeSigner(authority)).key.privateKey })],
    [
      'by a website',
      async () => listed({ by: await makeSigner(authority, { usages: ['1.3.6.1.5.5.7.3.1'] }) }),
    ],
    ['by the authority itself', async () => listed({ by: authority })],
    [
      'with a bit changed',
      async () => {
        const [head, body = '', signature] = (await listed()).split('.');
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
        const none = { bits: 1, lst: compressed(STATUSES.map(() => 0)) };
        const changed = Buffer.from(JSON.stringify({ ...claims, status_list: none }));
        return [head, changed.toString('base64url'), signature].join('.');
      },
    ],
  ])('%s', async (_, make) => {
    expect(await read(await make())).toEqual({ ok: false, fault: 'untrusted' });
  });

  test('when its authority is listed for other credentials', async () => {
    const others = [anchorOf(authority, ['org.iso.18013.5.1.mDL'])];
    expect(await read(await listed(), others)).toEqual({ ok: false, fault: 'untrusted' });
  });

  test.each(['', 'x', '{}', 'a.b.c', '<html>'])('with the content %j', async (token) => {
    expect(await read(token)).toEqual({ ok: false, fault: 'unreadable' });
  });
});
