// The decision about an answer (D-146): rows 1 to 8 of its table, in order. Every check is here or in a file beside it, since what
// libraries call verified is not: they pass an answer without documents, another document, and data that nobody asked for.
import { encodeBase64Url, encodeHex } from '../../crypto/encoding.ts';
import { CREDENTIALS } from '../../wallet/age-claims.ts';
import type {
  JudgeRequest,
  RefusalDetails,
  WalletFacts,
  WalletVerdict,
} from '../../wallet/wallet-wire.ts';
import { type Bytes, type CborValue, joinBytes } from './cbor.ts';
import { Embedded, encodeCbor } from './cbor-encode.ts';
import type { Certificate } from './certificates.ts';
import { checkChain, readChain } from './chain.ts';
import { importCoseKey, importSpki, isSigned, pointOf, type Sign1, X5CHAIN } from './cose.ts';
import { sha256 } from './handover.ts';
import { openAnswer, type OpenedAnswer } from './read-answer.ts';
import { type PresentedDocument, readResponse } from './read-response.ts';
import { AnswerRefusal, refuse } from './refusal.ts';
import { readSecurityObject, type SecurityObject } from './security-object.ts';

/** How far clocks of issuers and ours may be apart. */
const SKEW_MS = 120_000;

/** What is known when an answer is refused, for developers. */
type Trace = Omit<RefusalDetails, 'reason'>;

/** @returns facts that are genuine, or one code; with details in test mode alone */
export async function judge(request: JudgeRequest): Promise<WalletVerdict> {
  const { offer, answer, nowMs } = request;
  const opened = await attempt(request, {}, () => openAnswer(offer, answer, nowMs));
  return opened.ok ? judgeResponse(request, opened.value) : opened;
}

/** Rows 3 to 8, of an answer that is open. */
export async function judgeResponse(
  request: Omit<JudgeRequest, 'answer'>,
  { response, transcript }: OpenedAnswer,
): Promise<WalletVerdict> {
  const trace: Trace = { transcript: encodeHex(transcript) };
  const read = () => readFacts(request, { response, transcript }, trace);
  const facts = await attempt(request, trace, read);
  return facts.ok ? { ok: true, facts: facts.value } : facts;
}

async function attempt<T>(
  { isTest }: Pick<JudgeRequest, 'isTest'>,
  trace: Trace,
  read: () => Promise<T>,
): Promise<{ ok: true; value: T } | Extract<WalletVerdict, { ok: false }>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    // What nobody thought of is no proof either.
    const { code, details } =
      error instanceof AnswerRefusal
        ? error
        : { code: 'malformed' as const, details: { reason: 'It could not be read.' } };
    return { ok: false, code, ...(isTest === true && { details: { ...trace, ...details } }) };
  }
}

async function readFacts(
  { offer, anchors, nowMs }: Omit<JudgeRequest, 'answer'>,
  { response, transcript }: OpenedAnswer,
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
    issuer: signer.commonName ?? signer.subject,
    ...countryOf(signer),
    validUntilMs: object.validUntilMs,
    deviceKeyHash: await hashKey(object.deviceKey),
    ...(object.status && { status: object.status }),
  };
}

/** What is no code of a country is left out. */
const countryOf = ({ country }: Certificate): Pick<WalletFacts, 'issuerCountry'> =>
  country !== undefined && /^[A-Za-z]{2}$/.test(country)
    ? { issuerCountry: country.toUpperCase() }
    : {};

/** RFC 9360: one certificate, or a list of them. */
function chainOf({ unprotectedHeaders, protectedHeaders }: Sign1) {
  const header = unprotectedHeaders.get(X5CHAIN) ?? protectedHeaders.get(X5CHAIN);
  const items: CborValue[] = Array.isArray(header) ? header : [header];
  const certificates = items.filter((one) => one instanceof Uint8Array);
  const chain = certificates.length === items.length ? readChain(certificates) : undefined;
  return (
    chain ??
    refuse('untrusted_issuer', 'The x5chain is not one to three certificates that can be read.')
  );
}

/** Row 7. */
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
    refuse('bad_signature', 'The issuer has not signed the security object.');
  const object = readSecurityObject(payload);
  if (object.docType !== docType)
    refuse('bad_signature', 'The security object is that of another type of document.');
  await checkDigest(document, object);
  const { signedMs, validFromMs, validUntilMs } = object;
  if (validFromMs > nowMs + SKEW_MS) refuse('not_yet_valid', 'It is not valid yet.');
  if (nowMs - SKEW_MS > validUntilMs) refuse('expired', 'It is not valid any more.');
  if (signedMs < signer.notBeforeMs - SKEW_MS || signedMs > signer.notAfterMs + SKEW_MS)
    refuse('certificate_expired', 'It was signed at another time than its signer may.');
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
  refuse('bad_signature', 'The digest of the element is not the one that was signed.', {
    digest: `${namespace} ${element} ${digestId}`,
  });
}

/** Row 8. */
async function checkDevice(
  { docType, deviceNameSpaces, deviceSignature }: PresentedDocument,
  { deviceKey }: SecurityObject,
  transcript: Bytes,
): Promise<void> {
  if (deviceSignature === undefined)
    return refuse('not_for_us', 'The device has not signed; a MAC is not taken.');
  if (deviceSignature.payload !== null)
    refuse('not_for_us', 'The signature of the device brings its own payload.');
  const key = await importCoseKey(deviceKey);
  if (key === undefined) return refuse('not_for_us', 'The key of the device cannot be used.');
  // [ "DeviceAuthentication", transcript, docType, deviceNameSpaces ], two of them as they are.
  const authentication = joinBytes([
    Uint8Array.of(0x84),
    encodeCbor('DeviceAuthentication'),
    transcript,
    encodeCbor(docType),
    deviceNameSpaces,
  ]);
  const signed = encodeCbor(new Embedded(authentication));
  if (!(await isSigned(deviceSignature, signed, key)))
    refuse('not_for_us', 'The device has signed another transcript, or with another key.');
}

async function hashKey(deviceKey: CborValue): Promise<string> {
  const point = pointOf(deviceKey);
  if (point === undefined) return refuse('not_for_us', 'The key of the device cannot be used.');
  return encodeBase64Url(await sha256(point));
}
