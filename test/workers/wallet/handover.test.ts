// Session transcripts, compared with the vectors of OpenID4VP 1.0 and with the transcripts of a
// different implementation.
import { SessionTranscript } from '@owf/mdoc';
import { base64url } from 'jose';
import { expect, test } from 'vitest';
import type { OfferKey, WalletOffer } from '../../../src/wallet/wallet-wire.ts';
import { thumbprintOf, transcriptOf } from '../../../src/workers/wallet/handover.ts';
import { mdocContext } from '../../support/wallet/mdoc-context.ts';
import { offered } from './offers.ts';

/** The key and the nonce from the examples in OpenID4VP 1.0, B.2.6.1 and B.2.6.2. */
const KEY: OfferKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  d: '',
};
const NONCE = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';

const offerOf = async (change: Partial<WalletOffer>): Promise<WalletOffer> => ({
  ...(await offered()).offer,
  nonce: NONCE,
  jweKey: KEY,
  ...change,
});

test('the thumbprint matches the example', async () => {
  expect(Buffer.from(await thumbprintOf(KEY)).toString('hex')).toBe(
    '4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047',
  );
});

test('for the page the hash matches the example (B.2.6.2)', async () => {
  const offer = await offerOf({ origin: 'https://example.com' });
  const transcript = await transcriptOf(offer, 'openid4vp-v1-signed');
  expect(Buffer.from(transcript!).toString('hex')).toBe(
    '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
  );
});

test.each(['direct_post', 'direct_post.jwt'] as const)(
  'for a link the transcript matches another implementation’s, %s',
  async (protocol) => {
    const responseUri = 'https://example.com/response';
    const offer = await offerOf({ responseUri });
    const jwkThumbprint = await thumbprintOf(KEY);
    const other = await SessionTranscript.forOid4Vp(
      {
        clientId: `redirect_uri:${responseUri}`,
        responseUri,
        nonce: NONCE,
        ...(protocol === 'direct_post.jwt' && { jwkThumbprint }),
      },
      mdocContext,
    );
    expect(base64url.encode((await transcriptOf(offer, protocol))!)).toBe(
      base64url.encode(other.encode()),
    );
  },
);
