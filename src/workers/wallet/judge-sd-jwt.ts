// Checks an SD-JWT VC (dc+sd-jwt) received over OpenID4VP against the same rows of the table in
// D-146 as an mdoc (D-150). This is our own code, because libraries verify signatures and digests,
// but do not check whether more than the requested claim is disclosed, which certificate may sign,
// or when the wallet signed.
import { decodeBase64Url, encodeBase64Url } from '../../crypto/encoding.ts';
import { CREDENTIALS, pathOf } from '../../wallet/age-claims.ts';
import {
  type RequestedElement,
  type JudgeRequest,
  OFFER_MS,
  type WalletFacts,
  type WalletOffer,
} from '../../wallet/wallet-wire.ts';
import type { Bytes } from './cbor.ts';
import { encodeCbor } from './cbor-encode.ts';
import { type Certificate, issuerOf } from './certificates.ts';
import { checkChain } from './chain.ts';
import { importJwk, importSpki } from './cose.ts';
import { sha256 } from './handover.ts';
import { type JsonObject, isObject, isSignedBy, type Jws } from './jws.ts';
import type { OpenedSdJwt } from './read-answer.ts';
import { refuse, type Trace } from './refusal.ts';
import { digestOf, readSdJwt as readPresentation, readOnlyClaim, type SdJwt } from './sd-jwt.ts';
import { refuseOtherTime, refuseOutside, SKEW_MS } from './validity.ts';
import { chainOf } from './x5c.ts';

/** The current and the former name of the media type (SD-JWT VC, 3.1). */
const TYPES = ['dc+sd-jwt', 'vc+sd-jwt'];
/** Claims about the credential and its issuer, not about a person. */
const CREDENTIAL_CLAIMS = [
  'iss',
  'iat',
  'nbf',
  'exp',
  'vct',
  'vct#integrity',
  'cnf',
  'status',
  '_sd_alg',
  'issuing_authority',
  'issuing_country',
  'issuing_jurisdiction',
  'trust_anchor',
  'attestation_legal_category',
];

/**
 * @param trace receives the facts about the signer
 * @throws AnswerRefusal when a check of rows 3 to 8 fails
 */
export async function readSdJwt(
  { offer, anchors, nowMs }: Omit<JudgeRequest, 'answer'>,
  { presentation, audience }: OpenedSdJwt,
  trace: Trace,
): Promise<WalletFacts> {
  const { credential, docType, element } = offer.asked;
  const sdJwt = readPresentation(presentation);
  const { issuerJws, keyBinding } = sdJwt;
  if (!TYPES.some((one) => one === issuerJws.header.typ))
    refuse('malformed', `The typ of the SD-JWT is not ${TYPES[0]}.`);
  if (issuerJws.claims.vct !== docType)
    refuse('other_document', `The vct of the SD-JWT is not ${docType}.`);
  const value = await onlyValue(sdJwt, offer.asked);
  const chain = chainOf(issuerJws);
  const [signer] = chain;
  trace.certificate = signer.subject;
  const { signerUsage } = CREDENTIALS[credential];
  const anchorId = await checkChain(chain, { docType, signerUsage, anchors, nowMs });
  const validUntilMs = await checkIssuer(issuerJws, signer, nowMs);
  const point = await checkKeyBinding(sdJwt, keyBinding, { offer, audience, nowMs });
  const status = statusOf(issuerJws.claims.status);
  return {
    credential,
    element,
    value,
    anchorId,
    ...issuerOf(signer),
    validUntilMs,
    deviceKeyHash: encodeBase64Url(await sha256(point)),
    ...(status && { status }),
  };
}

/**
 * Row 5: reads the requested value, which must be the only claim in the credential about a person.
 */
async function onlyValue(
  sdJwt: SdJwt,
  { credential, element }: RequestedElement,
): Promise<boolean> {
  const asked = pathOf(credential, element);
  const value = await readOnlyClaim(sdJwt, { asked, except: CREDENTIAL_CLAIMS });
  if (value === undefined)
    return refuse('under_disclosed', `The presentation does not disclose ${asked.join('.')}.`);
  return typeof value === 'boolean'
    ? value
    : refuse('malformed', 'The element is neither true nor false.');
}

/**
 * Row 7: verifies the issuer's signature and dates.
 * @returns the expiry of the credential, or of its signer's certificate if the credential states
 *   none, in ms since the epoch
 */
async function checkIssuer(jws: Jws, signer: Certificate, nowMs: number): Promise<number> {
  const key = await importSpki(signer.publicKey);
  if (key === undefined || !(await isSignedBy(jws, key)))
    refuse('bad_signature', 'The issuer has not signed the SD-JWT.');
  const [iatMs, nbfMs, expMs] = ['iat', 'nbf', 'exp'].map((name) => timeOf(jws.claims, name));
  const validUntilMs = expMs ?? signer.notAfterMs;
  refuseOutside({ validFromMs: Math.max(nbfMs ?? 0, iatMs ?? 0), validUntilMs }, nowMs);
  if (iatMs !== undefined) refuseOtherTime(signer, iatMs);
  return validUntilMs;
}

/** @returns ms since the epoch; undefined if the claim is absent */
function timeOf(claims: JsonObject, name: string): number | undefined {
  const { [name]: seconds } = claims;
  if (seconds === undefined) return undefined;
  return typeof seconds === 'number' && Math.abs(seconds) < 1e11
    ? seconds * 1000
    : refuse('malformed', `The claim ${name} is not a time.`);
}

/**
 * Row 8: verifies the key binding (RFC 9901, 7.3, and OpenID4VP 1.0, B.3.6).
 * @returns bytes that identify the wallet's key
 */
async function checkKeyBinding(
  { issuerJws, bound, hash }: SdJwt,
  jws: Jws | undefined,
  { offer, audience, nowMs }: { offer: WalletOffer; audience: string; nowMs: number },
): Promise<Bytes> {
  if (jws === undefined)
    return refuse(
      'not_for_us',
      'The presentation has no key binding, so the wallet has signed nothing.',
    );
  const { cnf } = issuerJws.claims;
  const jwk = isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : {};
  const key = await importJwk(jwk);
  if (key === undefined) return refuse('not_for_us', 'The key in cnf cannot be used.');
  const { header, claims } = jws;
  if (header.typ !== 'kb+jwt') refuse('not_for_us', 'The typ of the key binding is not kb+jwt.');
  if (!(await isSignedBy(jws, key)))
    refuse('not_for_us', 'The key binding is not signed by the key in cnf.');
  if (claims.aud !== audience)
    refuse('not_for_us', 'The aud of the key binding is not that of this offer.');
  if (claims.nonce !== offer.nonce)
    refuse('not_for_us', 'The nonce of the key binding is not that of this offer.');
  if (claims.sd_hash !== (await digestOf(hash, bound)))
    refuse('not_for_us', 'The sd_hash of the key binding is not the hash of this presentation.');
  const madeMs = timeOf(claims, 'iat') ?? Number.NaN;
  const isInTime = madeMs >= offer.expiresAtMs - OFFER_MS - SKEW_MS && madeMs <= nowMs + SKEW_MS;
  if (!isInTime)
    refuse(
      'not_for_us',
      'The iat of the key binding is missing or outside the lifetime of this offer.',
    );
  const [x, y] = [jwk.x, jwk.y].map((one) => decodeBase64Url(String(one)));
  return encodeCbor([x ?? null, y ?? null]);
}

/** Reads the credential's entry in a Token Status List; other forms of status are not supported. */
function statusOf(status: unknown): WalletFacts['status'] {
  const list = isObject(status) ? status.status_list : undefined;
  if (!isObject(list)) return undefined;
  const { uri, idx } = list;
  return typeof uri === 'string' && typeof idx === 'number' ? { uri, index: idx } : undefined;
}
