// The content of an offer, as read by other implementations, and the part of it that the session
// stores.
import { createHash } from 'node:crypto';
import { cborDecode, cborEncode, DeviceRequest } from '@owf/mdoc';
import { base64url, compactVerify, decodeProtectedHeader, importX509 } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeOffer } from '../../../src/workers/wallet/make-offer.ts';
import { NOW_MS } from '../../support/wallet/pki.ts';
import { offered, offerRequest, ORIGIN, PROTOCOLS, RESPONSE_URI } from './offers.ts';
import { there } from './there.ts';

const QUERY = {
  credentials: [
    {
      id: 'proof_of_age',
      format: 'mso_mdoc',
      meta: { doctype_value: 'eu.europa.ec.av.1' },
      claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'], intent_to_retain: false }],
    },
  ],
};
const ALGORITHMS = { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] } };

describe('the requests for the page', () => {
  test('are in the order that wallets need, whatever the order of the protocols', async () => {
    const { requests } = await offered({ protocols: PROTOCOLS.toReversed() });
    expect(requests.map(({ protocol }) => protocol)).toEqual(PROTOCOLS.slice(0, 3));
  });

  test('annex C: one document, one element, not retained, byte by byte', async () => {
    const { requests } = await offered();
    const { deviceRequest, encryptionInfo } = there(requests[0]).data as Record<string, string>;
    const request = DeviceRequest.decode(base64url.decode(there(deviceRequest)));
    expect(request.version).toBe('1.0');
    expect(request.docRequests.map(({ itemsRequest }) => itemsRequest.docType)).toEqual([
      'eu.europa.ec.av.1',
    ]);
    expect([...there(request.docRequests[0]).itemsRequest.namespaces]).toEqual([
      ['eu.europa.ec.av.1', new Map([['age_over_18', false]])],
    ]);
    // A different implementation (@owf/mdoc) encodes the request to the same bytes.
    expect(base64url.encode(request.encode())).toBe(deviceRequest);
    const [name, parameters] = cborDecode<[string, Map<string, unknown>]>(
      base64url.decode(there(encryptionInfo)),
    );
    expect(name).toBe('dcapi');
    expect(parameters.get('nonce')).toHaveLength(16);
    expect([...(parameters.get('recipientPublicKey') as Map<number, unknown>).keys()]).toEqual([
      1, -1, -2, -3,
    ]);
    expect(base64url.encode(cborEncode([name, parameters]))).toBe(encryptionInfo);
  });

  test('OpenID4VP: an encrypted answer, with a key of this offer', async () => {
    const { requests, offer } = await offered();
    const { kty, crv, x, y } = offer.jweKey!;
    expect(there(requests[2]).data).toEqual({
      response_type: 'vp_token',
      response_mode: 'dc_api.jwt',
      nonce: offer.nonce,
      dcql_query: QUERY,
      client_metadata: {
        vp_formats_supported: ALGORITHMS,
        jwks: {
          keys: [{ kty, crv, x, y, use: 'enc', alg: 'ECDH-ES', kid: expect.any(String) }],
        },
        encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
      },
    });
  });

  test('the signed request says who asks and from where, by its certificate', async () => {
    const request = await offerRequest();
    const made = await makeOffer(request);
    if (!made.ok) throw new Error(made.fault);
    const [certificate = ''] = request.signer!.certificates;
    const { request: jws } = there(made.requests[1]).data as { request: string };
    expect(decodeProtectedHeader(jws)).toEqual({
      alg: 'ES256',
      typ: 'oauth-authz-req+jwt',
      x5c: [certificate],
    });
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
    const { payload } = await compactVerify(jws, await importX509(pem, 'ES256'));
    const hash = createHash('sha256').update(Buffer.from(certificate, 'base64'));
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      ...there(made.requests[2]).data,
      client_id: `x509_hash:${hash.digest('base64url')}`,
      expected_origins: [ORIGIN],
      aud: 'https://self-issued.me/v2',
    });
  });

  test('include only the requested protocols, and the keys that these need', async () => {
    const { requests, links, offer } = await offered({ protocols: ['org-iso-mdoc'] });
    expect(requests).toHaveLength(1);
    expect(links).toEqual({});
    expect(offer).not.toHaveProperty('jweKey');
    const plain = await offered({ protocols: ['direct_post'] });
    expect(plain.requests).toEqual([]);
    expect(plain.offer).not.toHaveProperty('jweKey');
    expect(plain.offer).not.toHaveProperty('hpkeKey');
  });
});

describe('the links of an offer', () => {
  const readLink = (link = '') =>
    Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)));

  test('are what the EU app reads: by value, unsigned, not encrypted', async () => {
    const { links, offer } = await offered();
    expect(links.av).toMatch(/^av:\/\/\?response_type=vp_token&/);
    expect(links.openid4vp).toBe(links.av!.replace('av://', 'openid4vp://'));
    const { dcql_query, client_metadata, ...rest } = readLink(links.av);
    expect(rest).toEqual({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: `redirect_uri:${RESPONSE_URI}`,
      response_uri: RESPONSE_URI,
      nonce: offer.nonce,
      state: offer.state,
    });
    expect(JSON.parse(there(dcql_query))).toEqual(QUERY);
    expect(JSON.parse(there(client_metadata))).toEqual({ vp_formats_supported: ALGORITHMS });
  });

  test('fit a QR code that phones can read: less than 800 characters', async () => {
    expect((await offered()).links.av!.length).toBeLessThan(800);
  });

  test('include one for wallets that encrypt', async () => {
    const { links } = await offered();
    const { response_mode, client_metadata } = readLink(links.encrypted);
    expect(response_mode).toBe('direct_post.jwt');
    expect(JSON.parse(there(client_metadata))).toMatchObject({ jwks: { keys: [{ use: 'enc' }] } });
  });
});

describe('the offer stored in the session', () => {
  test('is plain JSON, and lasts five minutes', async () => {
    const { offer } = await offered();
    expect(JSON.parse(JSON.stringify(offer))).toEqual(offer);
    expect(offer.expiresAtMs).toBe(NOW_MS + 300_000);
    expect(JSON.stringify(offer).length).toBeLessThan(2_000);
  });

  test('is unique, and uses each key for one purpose', async () => {
    const made = await Promise.all([offered(), offered()]);
    const secrets = made.flatMap(({ offer }) => [
      offer.nonce,
      offer.state,
      offer.encryptionInfo,
      offer.hpkeKey?.d,
      offer.jweKey?.d,
    ]);
    expect(new Set(secrets).size).toBe(10);
  });

  test('sends no private key to the page', async () => {
    const { offer, requests, links } = await offered();
    const sent = JSON.stringify([requests, links]);
    for (const key of [offer.hpkeKey, offer.jweKey]) expect(sent).not.toContain(key?.d);
  });
});

describe('no offer is created', () => {
  test.each([
    ['of an age that the credential does not have', { gate: 21 }, 'age_not_provable'],
    ['of an age that is none', { gate: 0 }, 'age_not_provable'],
    ['without a protocol', { protocols: [] }, 'incomplete'],
  ] as const)('%s', async (_, wanted, fault) => {
    expect(await makeOffer(await offerRequest(wanted))).toEqual({ ok: false, fault });
  });

  test.each(['responseUri', 'signer'] as const)('without the required %s', async (name) => {
    const { [name]: _, ...rest } = await offerRequest();
    expect(await makeOffer(rest)).toEqual({ ok: false, fault: 'incomplete' });
  });
});
