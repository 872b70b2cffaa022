// The issuer and verifier parts of RFC 9578, section 6, inside workerd, tested against the test
// vectors of two other implementations and with a third-party client.
import { publicVerif, TokenChallenge, TOKEN_TYPES } from '@cloudflare/privacypass-ts';
import { describe, expect, it } from 'vitest';
import {
  importBlindSigner,
  importTokenKey,
  isSigned,
  keyIdOf,
  passChallenge,
  PASS_KEY_PARAMETERS,
  readToken,
  readTokenRequests,
  signBlinded,
  toTokenKey,
} from '../../../src/crypto/privacy-pass.ts';
import { decodeBase64, decodeHex, encodeHex } from '../../../src/crypto/encoding.ts';
import vectors from './rfc9578-type-2.json' with { type: 'json' };

const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  decodeBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''));

async function makeKey() {
  const pair = (await crypto.subtle.generateKey(PASS_KEY_PARAMETERS, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey) as Promise<ArrayBuffer>,
    crypto.subtle.exportKey('pkcs8', pair.privateKey) as Promise<ArrayBuffer>,
  ]);
  return { tokenKey: toTokenKey(new Uint8Array(spki)), signer: await importBlindSigner(pkcs8) };
}

describe('the vectors of RFC 9578 for type 2', () => {
  it.each(vectors.map((vector, at) => [`${vector.set} ${at % 5}`, vector] as const))(
    '%s: the blinded message is signed, and the token is verified',
    async (_name, vector) => {
      const tokenKey = decodeHex(vector.pkS);
      const signer = await importBlindSigner(
        derOf(new TextDecoder().decode(decodeHex(vector.skS))),
      );
      const [request] = readTokenRequests(decodeHex(vector.token_request), 1) ?? [];
      const keyId = await keyIdOf(tokenKey);
      expect(request?.truncatedKeyId).toBe(keyId.at(-1));
      const response = await signBlinded(signer, request?.blinded ?? new Uint8Array());
      expect(encodeHex(response)).toBe(vector.token_response);

      const token = readToken(decodeHex(vector.token));
      if (token === undefined) throw new Error('The token was not read.');
      expect(encodeHex(token.keyId)).toBe(encodeHex(keyId));
      expect(encodeHex(token.nonce)).toBe(vector.nonce);
      const digest = await crypto.subtle.digest('SHA-256', decodeHex(vector.token_challenge));
      expect(encodeHex(token.challengeDigest)).toBe(encodeHex(digest));
      expect(await isSigned(await importTokenKey(tokenKey), token)).toBe(true);
    },
  );

  it('are refused with any other nonce, digest, key or signature', async () => {
    const [vector] = vectors;
    const key = await importTokenKey(decodeHex(vector?.pkS ?? ''));
    for (const at of [2, 33, 34, 66, 97, 98, 353]) {
      const bytes = decodeHex(vector?.token ?? '');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const token = readToken(bytes);
      expect([at, token !== undefined && (await isSigned(key, token))]).toEqual([at, false]);
    }
  });
});

describe('a pass', () => {
  it('can be made by another vendor’s client, which reads our challenge and our key', async () => {
    const { tokenKey, signer } = await makeKey();
    const challenge = TokenChallenge.deserialize(passChallenge('id.example'));
    expect(challenge).toMatchObject({
      issuerName: 'id.example',
      tokenType: TOKEN_TYPES.BLIND_RSA.value,
    });
    const client = new publicVerif.Client(publicVerif.BlindRSAMode.PSS);
    const sent = (await client.createTokenRequest(challenge, tokenKey)).serialize();
    const [request] = readTokenRequests(new Uint8Array(sent), 1) ?? [];
    const signed = await signBlinded(signer, request?.blinded ?? new Uint8Array());
    const made = await client.finalize(publicVerif.TokenResponse.deserialize(signed));
    const token = readToken(new Uint8Array(made.serialize()));
    if (token === undefined) throw new Error('The token was not read.');
    expect(await isSigned(await importTokenKey(tokenKey), token)).toBe(true);
    const other = await makeKey();
    expect(await isSigned(await importTokenKey(other.tokenKey), token)).toBe(false);
  });

  it('is signed by the platform’s native RSA, with a key that cannot be exported', async () => {
    const { signer } = await makeKey();
    expect(signer).toMatchObject({ extractable: false, algorithm: { name: 'RSA-RAW' } });
    const blinded = new Uint8Array(256).fill(7);
    expect(await signBlinded(signer, blinded)).toHaveLength(256);
  });

  it('must be 354 bytes of type 2, and a request 259 bytes', () => {
    expect(readToken(new Uint8Array(353))).toBeUndefined();
    expect(readToken(new Uint8Array(354))).toBeUndefined();
    expect(readToken(Uint8Array.of(0, 1, ...new Uint8Array(352)))).toBeUndefined();
    const request = Uint8Array.of(0, 2, 9, ...new Uint8Array(256));
    expect(readTokenRequests(request, 1)).toMatchObject([{ truncatedKeyId: 9 }]);
    expect(readTokenRequests(request, 2)).toBeUndefined();
    expect(readTokenRequests(request.subarray(1), 1)).toBeUndefined();
    expect(readTokenRequests(Uint8Array.of(0xda, 0x7a, ...new Uint8Array(257)), 1)).toBeUndefined();
  });

  it('cannot be made from a number above the modulus', async () => {
    const { signer } = await makeKey();
    await expect(signBlinded(signer, new Uint8Array(256).fill(255))).rejects.toThrow(
      'smaller than RSA key',
    );
  });
});

describe('a published key', () => {
  it('is RSA-2048 with the usual exponent, and no other form is read', async () => {
    const { tokenKey } = await makeKey();
    expect(tokenKey.byteLength).toBe(342);
    expect(() => importTokenKey(tokenKey.subarray(1))).toThrow('not an RSA-2048 key');
    expect(() => toTokenKey(tokenKey)).toThrow('not an RSA-2048 key');
  });
});
