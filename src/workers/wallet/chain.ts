// Row 6 of the table in D-146: checks the chain from a document's signer up to a certificate that
// an operator has listed for that type of document, according to ISO 18013-5 annex B and RFC 5280,
// 6.1, without revocation lists.
import type { TrustAnchor } from '../../wallet/wallet-wire.ts';
import { decodeBase64 } from '../../crypto/encoding.ts';
import type { Bytes } from './cbor.ts';
import { isSealedBy } from './certificate-seal.ts';
import { type Certificate, readCertificate } from './certificates.ts';
import { refuse } from './refusal.ts';

const MAX_CERTIFICATES = 3;

interface Anchor {
  id: string;
  certificate: Certificate;
}

/**
 * Cache of parsed anchors. Parsing an anchor takes as long as checking a signature, and every
 * answer is checked against the same anchors, of which there may be hundreds.
 */
const known = new Map<string, Certificate | undefined>();
const MAX_KNOWN = 1000;

/** @param certificate the certificate's DER in base64 */
export function readAnchorCertificate(certificate: string): Certificate | undefined {
  if (!known.has(certificate)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(certificate, readCertificate(derOf(certificate)));
  }
  return known.get(certificate);
}

function derOf(certificate: string): Bytes {
  try {
    return decodeBase64(certificate);
  } catch {
    return new Uint8Array();
  }
}

/** @returns undefined when a certificate cannot be read, or when there are none or too many */
export function readChain(chain: readonly Bytes[]): [Certificate, ...Certificate[]] | undefined {
  if (chain.length > MAX_CERTIFICATES) return undefined;
  const [signer, ...others] = chain.map(readCertificate);
  const authorities = others.filter((one) => one !== undefined);
  if (signer === undefined || authorities.length !== others.length) return undefined;
  return [signer, ...authorities];
}

interface ChainRules {
  docType: string;
  /**
   * The extended key usage that signers of this type of document must have; undefined if no rule
   * requires one.
   */
  signerUsage: string | undefined;
  anchors: readonly TrustAnchor[];
  nowMs: number;
}

/**
 * @param chain the certificates, starting with the signer's
 * @returns the id of the anchor that the chain leads to
 * @throws AnswerRefusal when a check of row 6 fails
 */
export async function checkChain(
  chain: readonly [Certificate, ...Certificate[]],
  { docType, signerUsage, anchors, nowMs }: ChainRules,
): Promise<string> {
  const [signer, ...others] = chain;
  const listed = anchors
    .filter(({ docTypes }) => docTypes.includes(docType))
    .flatMap(({ id, certificate }): Anchor[] => {
      const read = readAnchorCertificate(certificate);
      return read === undefined ? [] : [{ id, certificate: read }];
    });
  const pinned = listed.find(({ certificate }) => isSame(certificate, signer));
  const path = pinned
    ? { anchorId: pinned.id, authorities: [] }
    : await climb(signer, others, listed);
  for (const [below, authority] of path.authorities.entries()) checkAuthority(authority, below);
  checkSigner(signer, signerUsage);
  for (const { notBeforeMs, notAfterMs, subject } of [signer, ...path.authorities]) {
    if (nowMs < notBeforeMs || nowMs > notAfterMs)
      refuse('certificate_expired', `The certificate of ${subject} is not valid today.`);
  }
  return path.anchorId;
}

async function climb(
  signer: Certificate,
  others: readonly Certificate[],
  listed: readonly Anchor[],
): Promise<{ anchorId: string; authorities: readonly Certificate[] }> {
  const top = others.at(-1);
  // A chain may end with the anchor itself, or with the certificate below it.
  const own = top && listed.find(({ certificate }) => isSame(certificate, top));
  const last = top ?? signer;
  const anchor = own ?? (await findIssuer(last, listed));
  if (anchor === undefined) {
    const isNamed = listed.some(({ certificate }) => certificate.subject === last.issuer);
    refuse(
      'untrusted_issuer',
      isNamed
        ? `The trust anchor ${last.issuer} has another key than the one that signed the certificate.`
        : `No trust anchor for this type of document has the name ${last.issuer}.`,
    );
  }
  const authorities = own ? others : [...others, anchor.certificate];
  for (const [n, authority] of authorities.entries()) {
    const below = n === 0 ? signer : authorities[n - 1];
    if (below === undefined || !(await isIssuedBy(below, authority)))
      refuse(
        'untrusted_issuer',
        `${authority.subject} has not issued the certificate before it in the chain.`,
      );
  }
  return { anchorId: anchor.id, authorities };
}

async function findIssuer(
  last: Certificate,
  listed: readonly Anchor[],
): Promise<Anchor | undefined> {
  for (const anchor of listed) {
    if (await isIssuedBy(last, anchor.certificate)) return anchor;
  }
  return undefined;
}

/** @param below number of authorities between `authority` and the signer */
function checkAuthority(authority: Certificate, below: number): void {
  const { subject, maySignCertificates, pathLength, hasUnknownCritical } = authority;
  if (!maySignCertificates)
    refuse(
      'untrusted_issuer',
      `${subject} is not a certification authority that may sign certificates.`,
    );
  if (pathLength !== undefined && below > pathLength)
    refuse(
      'untrusted_issuer',
      `The chain is too long: ${subject} allows at most ${pathLength} authorities below it.`,
    );
  if (hasUnknownCritical)
    refuse('untrusted_issuer', `The certificate of ${subject} has an unknown critical extension.`);
}

/**
 * Extended key usages for TLS servers and clients, code signing, email, time stamping and OCSP
 * signing (RFC 5280, 4.2.1.12). Many authorities also issue certificates for these usages, and such
 * certificates must not sign documents.
 */
const UNRELATED_USAGES = /^1\.3\.6\.1\.5\.5\.7\.3\.[123489]$/;

function checkSigner(signer: Certificate, signerUsage: string | undefined): void {
  if (signer.isAuthority)
    refuse('wrong_usage', 'The signer’s certificate is that of a certification authority.');
  if (!signer.maySignData)
    refuse('wrong_usage', 'The signer’s certificate lacks the key usage digitalSignature.');
  if (signerUsage === undefined && signer.usages.some((one) => UNRELATED_USAGES.test(one)))
    refuse('wrong_usage', 'The signer’s certificate has an unrelated extended key usage.');
  if (signerUsage !== undefined && !signer.usages.includes(signerUsage))
    refuse('wrong_usage', `The signer’s certificate lacks the extended key usage ${signerUsage}.`);
  if (signer.hasUnknownCritical)
    refuse('wrong_usage', 'The signer’s certificate has an unknown critical extension.');
}

/**
 * Whether `above` issued `below`: the names match, and the key of `above` signed `below`. Dates are
 * not checked here.
 */
const isIssuedBy = async (below: Certificate, above: Certificate): Promise<boolean> =>
  below.issuer === above.subject && (await isSealedBy(below.seal, above.publicKey));

const isSame = (a: Certificate, b: Certificate): boolean =>
  a.der.length === b.der.length && a.der.every((byte, at) => byte === b.der[at]);
