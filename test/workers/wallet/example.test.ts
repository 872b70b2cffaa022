// The EU specification's own example response (vectors/eu-av-example.json). An issuer and a phone
// signed it, so no part of it is ours.
import { beforeAll, describe, expect, test } from 'vitest';
import type { MadeOffer, TrustAnchor, WalletVerdict } from '../../../src/wallet/wallet-wire.ts';
import { judge } from '../../../src/workers/wallet/judge.ts';
import { transcriptOf } from '../../../src/workers/wallet/handover.ts';
import { seal } from '../../support/wallet/wallet.ts';
import example from './vectors/eu-av-example.json' with { type: 'json' };
import { offered } from './offers.ts';

/** A time at which the response was valid. */
const THEN_MS = Date.parse('2025-10-25T00:00:00Z');
const RESPONSE = new Uint8Array(Buffer.from(example.deviceResponse, 'base64url'));
/**
 * The issuer's root certificate is not published, so the signer's certificate itself is the trust
 * anchor.
 */
const ANCHORS: TrustAnchor[] = [
  { id: 'eu', certificate: example.certificate, docTypes: ['eu.europa.ec.av.1'] },
];

let made: MadeOffer;

beforeAll(async () => {
  made = await offered({ origin: example.origin, nowMs: THEN_MS });
  made.offer.encryptionInfo = example.encryptionInfo;
});

/**
 * Encrypts a response to our own key, because the example's private key is not published, and
 * judges it. The session transcript is the example's.
 */
async function verdictOf(
  response: Uint8Array,
  {
    offer,
    nowMs = THEN_MS,
    anchors = ANCHORS,
  }: Partial<{
    offer: MadeOffer['offer'];
    nowMs: number;
    anchors: TrustAnchor[];
  }> = {},
): Promise<WalletVerdict> {
  const own = offer ?? made.offer;
  const info = await transcriptOf(own, 'org-iso-mdoc');
  const data = { response: await seal(response, { key: { ...own.hpkeKey! }, info: info! }) };
  const answer = { protocol: 'org-iso-mdoc', data };
  const live = { ...own, expiresAtMs: nowMs + 1 };
  return judge({ offer: live, answer, anchors, nowMs, isTest: true });
}

describe('the answer that the EU profile prints (A.10)', () => {
  test('is accepted at its own time and origin', async () => {
    expect(await verdictOf(RESPONSE)).toEqual({
      ok: true,
      facts: {
        credential: 'eu_av',
        element: 'age_over_18',
        value: true,
        anchorId: 'eu',
        issuer: 'Age Verification DS - 001',
        issuerCountry: 'EU',
        validUntilMs: Date.parse(example.validUntil),
        deviceKeyHash: expect.any(String),
        status: {
          uri: 'https://issuer.eudiw.dev/token_status_list/AV/eu.europa.ec.av.1/3f560b19-f432-4f8d-bda8-a29c2bfacf52',
          index: 450,
        },
      },
    });
  });

  test.each([
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another nonce', { encryptionInfo: example.encryptionInfo.replace('OnVK', 'PnVK') }],
  ])('is refused as not for us with %s', async (_, change) => {
    expect(await verdictOf(RESPONSE, { offer: { ...made.offer, ...change } })).toMatchObject({
      code: 'not_for_us',
    });
  });

  test.each([
    ['has expired two minutes after its end', '2026-01-18T00:02:01Z', 'expired'],
    ['is not valid two minutes before its beginning', '2025-10-20T16:00:51Z', 'not_yet_valid'],
    ['has no valid certificate after that', '2026-09-24T10:57:11Z', 'certificate_expired'],
  ])('%s', async (_, time, code) => {
    expect(await verdictOf(RESPONSE, { nowMs: Date.parse(time) })).toMatchObject({ code });
  });

  test.each(['2026-01-18T00:02:00Z', '2025-10-20T16:00:52Z'])(
    'is still accepted within the two minutes of allowed clock skew: %s',
    async (time) => {
      expect(await verdictOf(RESPONSE, { nowMs: Date.parse(time) })).toMatchObject({ ok: true });
    },
  );

  test('is refused when its signer is not listed, or only for licences', async () => {
    const others = ANCHORS.map((one) => ({ ...one, docTypes: ['org.iso.18013.5.1.mDL'] }));
    for (const anchors of [[], others])
      expect(await verdictOf(RESPONSE, { anchors })).toMatchObject({ code: 'untrusted_issuer' });
  });
});
