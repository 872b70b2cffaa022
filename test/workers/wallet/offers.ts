// Offers for all protocols at once, as the service creates them.
import type {
  MadeOffer,
  OfferRequest,
  TrustAnchor,
  WalletAnswer,
  WalletVerdict,
} from '../../../src/wallet/wallet-wire.ts';
import { judge } from '../../../src/workers/wallet/judge.ts';
import { makeOffer } from '../../../src/workers/wallet/make-offer.ts';
import { certify, derOf, NOW_MS } from '../../support/wallet/pki.ts';

export const PROTOCOLS = [
  'org-iso-mdoc',
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
  'direct_post',
  'direct_post.jwt',
] as const;

export const ORIGIN = 'https://verify.quarry.example';
export const RESPONSE_URI = `${ORIGIN}/wallet/response/of-1`;

export async function offerRequest(wanted: Partial<OfferRequest> = {}): Promise<OfferRequest> {
  const own = await certify({ name: 'CN=verify.quarry.example' });
  const privateKey = await crypto.subtle.exportKey('jwk', own.key.privateKey);
  return {
    credential: 'eu_av',
    gate: 18,
    protocols: PROTOCOLS,
    origin: ORIGIN,
    responseUri: RESPONSE_URI,
    signer: { privateKey, certificates: [Buffer.from(derOf(own)).toString('base64')] },
    nowMs: NOW_MS,
    ...wanted,
  };
}

/** @throws Error when no offer can be created */
export async function offered(wanted: Partial<OfferRequest> = {}): Promise<MadeOffer> {
  const made = await makeOffer(await offerRequest(wanted));
  if (!made.ok) throw new Error(made.fault);
  return made;
}

export const judged = (
  made: Pick<MadeOffer, 'offer'>,
  answer: WalletAnswer,
  anchors: readonly TrustAnchor[],
  nowMs = NOW_MS,
): Promise<WalletVerdict> => judge({ offer: made.offer, answer, anchors, nowMs, isTest: true });
