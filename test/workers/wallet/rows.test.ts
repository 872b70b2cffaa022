// The table of D-146, row by row, in every protocol: each defect of a response, and its code.
import { cborDecode, cborEncode } from '@owf/mdoc';
import { generateKeyPair, exportJWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RequestedElement, TrustAnchor } from '../../../src/wallet/wallet-wire.ts';
import { alterItem } from '../../support/wallet/alter.ts';
import { issue } from '../../support/wallet/issuer.ts';
import { anchorOf, type Certified, makeAuthority, makeSigner } from '../../support/wallet/pki.ts';
import { answer } from '../../support/wallet/wallet.ts';
import { type Case, CASES } from './cases.ts';
import { judged, offered, PROTOCOLS } from './offers.ts';

let authority: Certified;
let signer: Certified;
let anchors: TrustAnchor[];

beforeAll(async () => {
  authority = await makeAuthority();
  signer = await makeSigner(authority);
  anchors = [anchorOf(authority)];
});

async function refusedFor(
  protocol: (typeof PROTOCOLS)[number],
  { order = {}, by, deviation = {}, isForged }: Omit<Case, 'says'>,
) {
  const made = await offered();
  const from = await by?.({ authority, signer });
  const issued = await issue(from?.signer ?? signer, {
    ...order,
    ...(isForged && { forger: await makeSigner(authority) }),
    authorities: from?.above ?? [],
  });
  const elements = deviation.elements ?? Object.keys(order.claims ?? { age_over_18: true });
  const given = await answer(made, protocol, issued, { ...deviation, elements });
  return judged(made, given, from?.anchors ?? anchors);
}

describe.each(PROTOCOLS)('by %s', (protocol) => {
  const cases = Object.entries(CASES).flatMap(([name, of]) =>
    Object.entries(of).map(([code, one]) => [name, code, one] as const),
  );
  test.each(cases)('%s: %s', async (_, code, one) => {
    expect(await refusedFor(protocol, one)).toMatchObject({
      ok: false,
      code,
      details: { reason: expect.stringMatching(one.says), transcript: expect.any(String) },
    });
  });

  const others: [string, Case['deviation'] & object][] =
    protocol === 'direct_post' || protocol === 'direct_post.jwt'
      ? [
          ['nonce', { nonce: 'b3RoZXI' }],
          ['address', { responseUri: 'https://elsewhere.example/response' }],
        ]
      : protocol === 'org-iso-mdoc'
        ? [
            ['origin', { origin: 'https://elsewhere.example' }],
            ['encryptionInfo', { encryptionInfo: 'gmVkY2FwaaA' }],
          ]
        : [
            ['nonce', { nonce: 'b3RoZXI' }],
            ['origin', { origin: 'https://elsewhere.example' }],
          ];
  test('row 8: an answer signed with another device’s key is not for us', async () => {
    const made = await offered();
    const [issued, other] = [await issue(signer), await issue(signer)];
    const given = await answer(made, protocol, { ...issued, deviceKey: other.deviceKey });
    expect(await judged(made, given, anchors)).toMatchObject({ code: 'not_for_us' });
  });

  test.each(others)(
    'row 8: an answer signed for another %s is not for us',
    async (_, deviation) => {
      expect(await refusedFor(protocol, { deviation })).toMatchObject({
        code: 'not_for_us',
        details: { certificate: 'CN=Quarry Signer, C=UT' },
      });
    },
  );
});

describe('row 2', () => {
  test.each([
    'org-iso-mdoc',
    'openid4vp-v1-unsigned',
    'openid4vp-v1-signed',
    'direct_post.jwt',
  ] as const)('an answer that %s encrypts for another key is not decryptable', async (protocol) => {
    const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const deviation = { encryptFor: await exportJWK(publicKey) };
    expect(await refusedFor(protocol, { deviation })).toMatchObject({
      code: 'not_decryptable',
    });
  });

  test('a compressed answer is not decrypted, because it could inflate to any size', async () => {
    const deviation = { isCompressed: true };
    expect(await refusedFor('direct_post.jwt', { deviation })).toMatchObject({
      code: 'not_decryptable',
    });
  });

  test('an unknown key id is not decryptable', async () => {
    const deviation = { kid: 'other' };
    expect(await refusedFor('direct_post.jwt', { deviation })).toMatchObject({
      code: 'not_decryptable',
    });
  });
});

describe('row 3', () => {
  test('an element that occurs twice is refused, whichever comes first', async () => {
    const twice = (bytes: Uint8Array) => {
      const map = cborDecode<Map<string, unknown>>(bytes);
      const [version = [], documents = []] = ['version', 'documents'].map((key) => [
        ...cborEncode(key),
        ...cborEncode(map.get(key)),
      ]);
      const status = [...cborEncode('status'), 0];
      return Uint8Array.from([0xa4, ...version, ...documents, ...status, ...status]);
    };
    expect(await refusedFor('direct_post', { deviation: { alterBytes: twice } })).toMatchObject({
      code: 'malformed',
      details: { reason: expect.stringContaining('twice') },
    });
  });
});

describe('row 4', () => {
  test.each(['zkDocuments', 'encryptedDocuments'])(
    '%s next to documents are refused',
    async (name) => {
      const alter = (map: Map<string, unknown>) => map.set(name, map.get('documents'));
      expect(await refusedFor('direct_post', { deviation: { alter } })).toMatchObject({
        code: 'other_document',
        details: { reason: expect.stringContaining('several') },
      });
    },
  );
});

test('the developer details name the digest, and the verdict does not contain the requested element', async () => {
  const change = (map: Map<string, unknown>) =>
    alterItem(map, (item) => item.set('elementValue', true));
  const order = { claims: { age_over_18: false } };
  const verdict = await refusedFor('org-iso-mdoc', { order, deviation: { alter: change } });
  const asked: Pick<RequestedElement, 'namespace' | 'element'> = {
    namespace: 'eu.europa.ec.av.1',
    element: 'age_over_18',
  };
  expect(verdict).toMatchObject({
    details: { digest: expect.stringContaining(`${asked.namespace} ${asked.element} `) },
  });
});
