// Responses with one bit flipped. This test tries two bits of each byte; a single earlier run tried
// all eight (D-146).
import { base64url } from 'jose';
import { expect, test } from 'vitest';
import type {
  RequestedElement,
  TrustAnchor,
  WalletOffer,
} from '../../../src/wallet/wallet-wire.ts';
import type { Bytes } from '../../../src/workers/wallet/cbor.ts';
import { audienceOf, transcriptOf } from '../../../src/workers/wallet/handover.ts';
import { judgeOpened } from '../../../src/workers/wallet/judge.ts';
import { issue } from '../../support/wallet/issuer.ts';
import { anchorOf, makeAuthority, makeSigner, NOW_MS } from '../../support/wallet/pki.ts';
import { answerSdJwt, issueSdJwt } from '../../support/wallet/sd-jwt.ts';
import { answer } from '../../support/wallet/wallet.ts';
import example from './vectors/eu-av-example.json' with { type: 'json' };
import { offered } from './offers.ts';

interface Genuine {
  response: Bytes;
  transcript: Bytes;
  offer: WalletOffer;
  anchors: TrustAnchor[];
  nowMs: number;
}

async function fromTheEu(): Promise<Genuine> {
  const { offer } = await offered({ origin: example.origin });
  offer.encryptionInfo = example.encryptionInfo;
  const { docType } = offer.asked;
  return {
    response: base64url.decode(example.deviceResponse) as Bytes,
    transcript: (await transcriptOf(offer, 'org-iso-mdoc'))!,
    offer,
    anchors: [{ id: 'eu', certificate: example.certificate, docTypes: [docType] }],
    nowMs: Date.parse('2025-10-25T00:00:00Z'),
  };
}

async function underAnAuthority(credential: RequestedElement['credential']): Promise<Genuine> {
  const authority = await makeAuthority();
  const made = await offered({ credential });
  const issued = await issue(await makeSigner(authority), { credential });
  const given = await answer(made, 'direct_post', issued, { isApple: true });
  const text = new URLSearchParams('form' in given ? given.form : '').get('vp_token[proof_of_age]');
  return {
    response: base64url.decode(text ?? '') as Bytes,
    transcript: (await transcriptOf(made.offer, 'direct_post'))!,
    offer: made.offer,
    anchors: [anchorOf(authority)],
    nowMs: NOW_MS,
  };
}

test.each([
  ['the answer of the EU specification, its signer listed', fromTheEu],
  ['an age attestation, its authority listed', () => underAnAuthority('eu_av')],
  ['a driving licence, its authority listed', () => underAnAuthority('mdl')],
])('any changed bit is refused, except in the digit of a minor version: %s', async (_, make) => {
  const { response, transcript, ...request } = await make();
  expect(await judgeOpened(request, { response, transcript })).toMatchObject({ ok: true });
  const accepted: number[] = [];
  for (let at = 0; at < response.length; at += 1)
    for (const bit of [at & 7, (at + 4) & 7]) {
      const changed = response.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      const { ok } = await judgeOpened(request, { response: changed, transcript });
      if (ok) accepted.push(at);
    }
  const digit = Buffer.from(response).indexOf('1.0') + 2;
  expect(accepted.filter((at) => at !== digit)).toEqual([]);
});

test.each(['P-256', 'P-384'] as const)(
  'any changed bit of an SD-JWT and its key binding is refused, with a signer of %s',
  async (curve) => {
    const authority = await makeAuthority();
    const made = await offered({ credential: 'pid_de' });
    const issued = await issueSdJwt(await makeSigner(authority, { curve }));
    const given = await answerSdJwt(made, 'direct_post', issued);
    const form = new URLSearchParams('form' in given ? given.form : '');
    const token = JSON.parse(form.get('vp_token') ?? '') as { proof_of_age: [string] };
    const [presentation] = token.proof_of_age;
    const request = { offer: made.offer, anchors: [anchorOf(authority)], nowMs: NOW_MS };
    const audience = audienceOf(made.offer, 'direct_post')!;
    const judgeText = (text: string) => judgeOpened(request, { presentation: text, audience });
    expect(await judgeText(presentation)).toMatchObject({ ok: true });
    const accepted: number[] = [];
    for (let at = 0; at < presentation.length; at += 1)
      for (const bit of [at % 7, (at + 3) % 7]) {
        const changed = String.fromCharCode(presentation.charCodeAt(at) ^ (1 << bit));
        const text = presentation.slice(0, at) + changed + presentation.slice(at + 1);
        if ((await judgeText(text)).ok) accepted.push(at);
      }
    expect(accepted).toEqual([]);
  },
);
