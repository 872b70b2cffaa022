// SD-JWT VCs in every protocol that supports them (D-150): what is accepted, and what is refused by
// each row of the table in D-146.
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrustAnchor } from '../../../src/wallet/wallet-wire.ts';
import { anchorOf, type Certified, makeAuthority, makeSigner } from '../../support/wallet/pki.ts';
import { answerSdJwt, issueSdJwt, type SdJwtOrder } from '../../support/wallet/sd-jwt.ts';
import { CASES } from './cases.ts';
import { judged, offered, ORIGIN, PROTOCOLS, RESPONSE_URI } from './offers.ts';
import { SD_JWT_CASES, type SdJwtCase } from './sd-jwt-cases.ts';

const VP = PROTOCOLS.filter((one) => one !== 'org-iso-mdoc');
const AGE = ['age_equal_or_over', '18'];

let authority: Certified;
let signer: Certified;
let anchors: TrustAnchor[];

beforeAll(async () => {
  authority = await makeAuthority();
  signer = await makeSigner(authority);
  anchors = [anchorOf(authority)];
});

async function verdictOf(
  protocol: (typeof VP)[number],
  { order = {}, by, deviation = {}, isForged }: Omit<SdJwtCase, 'says'>,
) {
  const made = await offered({ credential: order.credential ?? 'pid_de' });
  const from = await by?.({ authority, signer });
  const issued = await issueSdJwt(from?.signer ?? signer, {
    ...order,
    ...(isForged && { forger: await makeSigner(authority) }),
    authorities: from?.above ?? [],
  });
  const given = await answerSdJwt(made, protocol, issued, deviation);
  return judged(made, given, from?.anchors ?? anchors);
}

describe('an SD-JWT offer', () => {
  test.each(['pid', 'pid_de'] as const)('of %s requests one age, and no mdoc', async (name) => {
    const made = await offered({ credential: name });
    expect(made.requests.map(({ protocol }) => protocol)).toEqual(PROTOCOLS.slice(1, 3));
    expect(made.offer.protocols).not.toContain('org-iso-mdoc');
    expect(made.links).not.toHaveProperty('av');
    expect(made.requests[1]?.data).toMatchObject({
      dcql_query: {
        credentials: [
          {
            id: 'proof_of_age',
            format: 'dc+sd-jwt',
            meta: { vct_values: [made.offer.asked.docType] },
            claims: [{ path: AGE }],
          },
        ],
      },
      client_metadata: {
        vp_formats_supported: {
          'dc+sd-jwt': {
            'sd-jwt_alg_values': ['ES256', 'ES384'],
            'kb-jwt_alg_values': ['ES256', 'ES384'],
          },
        },
      },
    });
    expect(made.links.openid4vp?.length).toBeLessThan(900);
  });

  test('only for annex C in the page is not possible', async () => {
    const wanted = { credential: 'pid', protocols: ['org-iso-mdoc'] } as const;
    await expect(offered(wanted)).rejects.toThrow('incomplete');
  });
});

describe.each(VP)('by %s', (protocol) => {
  const taken: [string, SdJwtOrder, object?][] = [
    ['Germany', {}],
    ['the common type', { credential: 'pid' }],
    ['an age that is false', { claims: { age_equal_or_over: { 18: false } } }, { value: false }],
    [
      'a parent that is shown too',
      {
        frame: {
          _sd: ['given_name', 'birthdate', 'age_equal_or_over'],
          age_equal_or_over: { _sd: ['18', '16', '21'] },
        },
      },
    ],
    ['SHA-512', { hash: 'sha-512' }],
    ['a wallet key of P-384', { walletCurve: 'P-384' }],
    ['no end but its signer’s', { claims: { exp: undefined } }],
    [
      'lists and objects with nothing to read in them',
      {
        claims: { nationalities: ['UT'], address: { region: 'U' } },
        frame: {
          _sd: ['given_name', 'birthdate'],
          nationalities: { _sd: [0] },
          address: { _sd: ['region'] },
          age_equal_or_over: { _sd: ['16', '18', '21'] },
        },
      },
    ],
  ];
  test.each(taken)('proves an age: %s', async (_, order, more) => {
    expect(await verdictOf(protocol, { order })).toEqual({
      ok: true,
      facts: {
        credential: order.credential ?? 'pid_de',
        element: 'age_over_18',
        value: true,
        anchorId: 'anchor',
        issuer: 'Quarry Signer',
        issuerCountry: 'UT',
        validUntilMs: expect.any(Number),
        deviceKeyHash: expect.stringMatching(/^[\w-]{43}$/),
        ...more,
      },
    });
  });

  const cases = Object.entries(SD_JWT_CASES).flatMap(([name, of]) =>
    Object.entries(of).map(([code, one]) => [name, code, one] as const),
  );
  test.each(cases)('%s: %s', async (_, code, one) => {
    expect(await verdictOf(protocol, one)).toMatchObject({
      ok: false,
      code,
      details: { reason: expect.stringMatching(one.says), audience: expect.any(String) },
    });
  });

  const chains = Object.entries(CASES).flatMap(([name, of]) =>
    Object.entries(of).flatMap(([code, { by }]) =>
      by && !name.includes('usage of another credential') ? [[name, code, by] as const] : [],
    ),
  );
  test.each(chains)('%s: %s', async (_, code, by) => {
    expect(await verdictOf(protocol, { by })).toMatchObject({ ok: false, code });
  });

  const isLink = protocol === 'direct_post' || protocol === 'direct_post.jwt';
  test.each([
    ...(isLink ? [RESPONSE_URI, ORIGIN, 'redirect_uri:https://elsewhere.example'] : []),
    ...(isLink ? [] : [ORIGIN, `origin:${ORIGIN}/`, 'origin:https://elsewhere.example']),
  ])('row 8: an answer signed for %s is not for us', async (aud) => {
    expect(await verdictOf(protocol, { deviation: { aud } })).toMatchObject({
      code: 'not_for_us',
      details: { reason: expect.stringContaining('aud') },
    });
  });

  test('row 1: an answer to the previous offer is refused', async () => {
    const given = await answerSdJwt(
      await offered({ credential: 'pid_de' }),
      protocol,
      await issueSdJwt(signer),
    );
    expect(await judged(await offered({ credential: 'pid_de' }), given, anchors)).toMatchObject({
      code: protocol === 'direct_post' ? 'offer_gone' : 'not_decryptable',
    });
  });
});

test('row 2: an answer encrypted for another key is not decryptable', async () => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const deviation = { encryptFor: await exportJWK(publicKey) };
  for (const protocol of VP.filter((one) => one !== 'direct_post'))
    expect(await verdictOf(protocol, { deviation })).toMatchObject({ code: 'not_decryptable' });
});

test('an issuer with P-384 may sign with ES384', async () => {
  const by = async () => ({ signer: await makeSigner(authority, { curve: 'P-384' }) });
  expect(await verdictOf('direct_post', { by })).toMatchObject({ ok: true });
});

test('an SD-JWT is refused where an mdoc was requested', async () => {
  const made = await offered({ credential: 'pid_de' });
  const given = await answerSdJwt(made, 'direct_post', await issueSdJwt(signer));
  const asMdoc = await offered({ credential: 'mdl' });
  asMdoc.offer.state = made.offer.state;
  expect(await judged(asMdoc, given, anchors)).toMatchObject({ code: 'malformed' });
});

test('the facts include the credential’s place in its issuer’s status list', async () => {
  const status = { status_list: { uri: 'https://issuer.quarry.example/list', idx: 7 } };
  expect(await verdictOf('direct_post', { order: { claims: { status } } })).toMatchObject({
    facts: { status: { uri: 'https://issuer.quarry.example/list', index: 7 } },
  });
});
