// Builds session transcripts, which a wallet signs so that its answer is valid for one offer only.
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import type { OfferKey, WalletOffer, WalletProtocol } from '../../wallet/wallet-wire.ts';
import type { Bytes } from './cbor.ts';
import { type Encodable, encodeCbor } from './cbor-encode.ts';

/**
 * The thumbprint of the public key (RFC 7638). A wallet includes it in the signed data, to confirm
 * which key its answer is encrypted to.
 */
export async function thumbprintOf({ crv, kty, x, y }: OfferKey): Promise<Bytes> {
  return sha256(encodeUtf8(JSON.stringify({ crv, kty, x, y })));
}

/** The `kid` that identifies an encryption key in requests. */
export const keyIdOf = async (key: OfferKey): Promise<string> =>
  encodeBase64Url(await thumbprintOf(key));

/** The client id, whose prefix is part of the text that is hashed (OpenID4VP 1.0, 5.9.3). */
export const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`;

/**
 * Builds the transcript of ISO 18013-7 annex C, or of OpenID4VP 1.0, B.2.6.1 (through a link) or
 * B.2.6.2 (through the page).
 * @returns the transcript's CBOR; undefined if the offer lacks data that the protocol needs
 */
export async function transcriptOf(
  offer: WalletOffer,
  protocol: WalletProtocol,
): Promise<Bytes | undefined> {
  const { nonce, origin, responseUri, encryptionInfo, jweKey } = offer;
  if (protocol === 'org-iso-mdoc') {
    if (encryptionInfo === undefined) return undefined;
    return transcript('dcapi', [encryptionInfo, origin]);
  }
  const thumbprint = protocol === 'direct_post' ? null : jweKey && (await thumbprintOf(jweKey));
  if (thumbprint === undefined) return undefined;
  if (protocol === 'direct_post' || protocol === 'direct_post.jwt') {
    if (responseUri === undefined) return undefined;
    const info = [clientIdOf(responseUri), nonce, thumbprint, responseUri];
    return transcript('OpenID4VPHandover', info);
  }
  return transcript('OpenID4VPDCAPIHandover', [origin, nonce, thumbprint]);
}

/**
 * Returns the audience that the wallet's signature on an SD-JWT VC must name (OpenID4VP 1.0, B.3.6
 * and A.4). For requests through the page, the audience is the page's origin, whether or not the
 * request was signed.
 * @returns undefined if the offer lacks data that the protocol needs
 */
export function audienceOf(
  { origin, responseUri }: WalletOffer,
  protocol: WalletProtocol,
): string | undefined {
  if (protocol === 'openid4vp-v1-signed' || protocol === 'openid4vp-v1-unsigned')
    return `origin:${origin}`;
  return responseUri === undefined ? undefined : clientIdOf(responseUri);
}

async function transcript(name: string, info: readonly Encodable[]): Promise<Bytes> {
  return encodeCbor([null, null, [name, await sha256(encodeCbor(info))]]);
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
