// The browser's side of age passes, tested with the issuer of a third-party library. The SDK
// verifies the resulting passes.
import { publicVerif } from '@cloudflare/privacypass-ts';
import { describe, expect, it } from 'vitest';
import { verifyAgePass } from '../../../../sdk/src/index.ts';
import { decode, encode } from '../../../../widget/hosted/passes/pass-bytes.ts';
import { blindBatch, finishBatch } from '../../../../widget/hosted/passes/token.ts';

const { BlindRSAMode, Issuer, TokenRequest, BLIND_RSA, getPublicKeyBytes } = publicVerif;

const pair = await Issuer.generateKey(BlindRSAMode.PSS, {
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
});
const tokenKey = encode(await getPublicKeyBytes(pair.publicKey));
const issuer = new Issuer(BlindRSAMode.PSS, 'id.example', pair.privateKey, pair.publicKey);
const directory = {
  'issuer-request-uri': 'https://id.example/v/passes',
  'token-keys': [
    {
      'token-type': 2,
      'token-key': tokenKey,
      'not-before': 0,
      bracket: '18+',
      class: 'standard' as const,
      issued: '2030-11',
      'redeem-until': '2031-03-01T00:00:00Z',
    },
  ],
};

describe('a batch of passes', () => {
  it('is signed blindly, and each is a separate pass that a site can verify', async () => {
    const batch = await blindBatch(tokenKey, 'id.example', 2);
    expect(batch.body).toHaveLength(2 * 259);
    const answers: number[] = [];
    for (const at of [0, 1]) {
      const request = TokenRequest.deserialize(BLIND_RSA, batch.body.slice(at * 259));
      answers.push(...(await issuer.issue(request)).serialize());
    }
    const answer = Uint8Array.from(answers);
    const tokens = await finishBatch(batch, answer);
    const passes = await Promise.all(tokens.map((token) => verifyAgePass(token, directory)));
    expect(passes.map(({ bracket }) => bracket)).toEqual(['18+', '18+']);
    expect(new Set(passes.map(({ id }) => id)).size).toBe(2);
    // The signing request contains no part of the passes that are presented later.
    const sent = Buffer.from(batch.body).toString('hex');
    for (const token of tokens) {
      const bytes = Buffer.from(decode(token)).toString('hex');
      expect(sent).not.toContain(bytes.slice(4, 4 + 64));
      expect(sent).not.toContain(bytes.slice(-64));
    }
    const mixed = Uint8Array.of(...answer.slice(256), ...answer.slice(0, 256));
    await expect(finishBatch(batch, mixed)).rejects.toThrow('invalid signature');
  });
});
