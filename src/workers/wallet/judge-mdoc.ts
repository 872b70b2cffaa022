// Judges an mdoc (ISO 18013-5): an EU age attestation, or a driving licence.
import { encodeBase64Url, encodeHex } from '../../crypto/encoding.ts';
import { CREDENTIALS } from '../../wallet/age-claims.ts';
import type { JudgeRequest, WalletFacts } from '../../wallet/wallet-wire.ts';
import { type Bytes, type CborValue, joinBytes } from './cbor.ts';
import { Embedded, encodeCbor } from './cbor-encode.ts';
import { type Certificate, issuerOf } from './certificates.ts';
import { checkChain, readChain } from './chain.ts';
import { importCoseKey, importSpki, isSigned, pointOf, type Sign1, X5CHAIN } from './cose.ts';
import { sha256 } from './handover.ts';
import type { OpenedMdoc } from './read-answer.ts';
import { type PresentedDocument, readResponse } from './read-response.ts';
import { refuse, type Trace } from './refusal.ts';
import { readSecurityObject, type SecurityObject } from './security-object.ts';
import { refuseOtherTime, refuseOutside } from './validity.ts';

/**
 * @param trace receives the facts about the signer
 * @throws AnswerRefusal when a check of rows 3 to 8 fails
 */
export async function readMdoc(
  { offer, anchors, nowMs }: Omit<JudgeRequest, 'answer'>,
  { response, transcript }: OpenedMdoc,
  trace: Trace,
): Promise<WalletFacts> {
  const document = readResponse(response, offer.asked);
  const { credential, docType } = offer.asked;
  const chain = chainOf(document.issuerAuth);
  const [signer] = chain;
  trace.certificate = signer.subject;
  const { signerUsage } = CREDENTIALS[credential];
  const anchorId = await checkChain(chain, { docType, signerUsage, anchors, nowMs });
  const object = await checkIssuer(document, signer, nowMs);
  await checkDevice(document, object, transcript);
  return {
    credential,
    element: document.item.element,
    value: document.item.value,
    anchorId,
    ...issuerOf(signer),
    validUntilMs: object.validUntilMs,
    deviceKeyHash: await hashKey(object.deviceKey),
    ...(object.status && { status: object.status }),
  };
}

/** Reads the x5chain header, which contains one certificate or a list of them (RFC 9360). */
function chainOf({ unprotectedHeaders, protectedHeaders }: Sign1) {
  const header = unprotectedHeaders.get(X5CHAIN) ?? protectedHeaders.get(X5CHAIN);
  const items: CborValue[] = Array.isArray(header) ? header : [header];
  const certificates = items.filter((one) => one instanceof Uint8Array);
  const chain = certificates.length === items.length ? readChain(certificates) : undefined;
  return (
    chain ??
    refuse(
      'untrusted_issuer',
      'The x5chain header does not contain one to three readable certificates.',
    )
  );
}

/** Row 7: verifies the issuer's signature and dates. */
async function checkIssuer(
  document: PresentedDocument,
  signer: Certificate,
  nowMs: number,
): Promise<SecurityObject> {
  const { docType, issuerAuth } = document;
  const { payload } = issuerAuth;
  if (payload === null) return refuse('malformed', 'The issuerAuth has no payload.');
  const key = await importSpki(signer.publicKey);
  if (key === undefined || !(await isSigned(issuerAuth, payload, key)))
    refuse('bad_signature', 'The issuer has not signed the MobileSecurityObject.');
  const object = readSecurityObject(payload);
  if (object.docType !== docType)
    refuse('bad_signature', 'The MobileSecurityObject is for another type of document.');
  await checkDigest(document, object);
  const { signedMs, validFromMs, validUntilMs } = object;
  refuseOutside({ validFromMs, validUntilMs }, nowMs);
  refuseOtherTime(signer, signedMs);
  return object;
}

async function checkDigest(
  { namespace, item: { digestId, element, raw } }: PresentedDocument,
  { digestAlgorithm, valueDigests }: SecurityObject,
): Promise<void> {
  const digests = valueDigests.get(namespace);
  const signed = digests instanceof Map ? digests.get(digestId) : undefined;
  const made = new Uint8Array(await crypto.subtle.digest(digestAlgorithm, raw));
  if (signed instanceof Uint8Array && encodeHex(signed) === encodeHex(made)) return;
  refuse('bad_signature', 'The digest of the element is not the one that the issuer signed.', {
    digest: `${namespace} ${element} ${digestId}`,
  });
}

/** Row 8: verifies the device's signature. */
async function checkDevice(
  { docType, deviceNameSpaces, deviceSignature }: PresentedDocument,
  { deviceKey }: SecurityObject,
  transcript: Bytes,
): Promise<void> {
  if (deviceSignature === undefined)
    return refuse('not_for_us', 'The device has not signed; a MAC is not accepted.');
  if (deviceSignature.payload !== null)
    refuse('not_for_us', 'The device signature must have a detached payload.');
  const key = await importCoseKey(deviceKey);
  if (key === undefined) return refuse('not_for_us', 'The device key is missing or not supported.');
  // [ "DeviceAuthentication", transcript, docType, deviceNameSpaces ]; the transcript and the name
  // spaces are already encoded.
  const authentication = joinBytes([
    Uint8Array.of(0x84),
    encodeCbor('DeviceAuthentication'),
    transcript,
    encodeCbor(docType),
    deviceNameSpaces,
  ]);
  const signed = encodeCbor(new Embedded(authentication));
  if (!(await isSigned(deviceSignature, signed, key)))
    refuse('not_for_us', 'The device has signed another session transcript, or with another key.');
}

async function hashKey(deviceKey: CborValue): Promise<string> {
  const point = pointOf(deviceKey);
  if (point === undefined)
    return refuse('not_for_us', 'The device key is missing or not supported.');
  return encodeBase64Url(await sha256(point));
}
