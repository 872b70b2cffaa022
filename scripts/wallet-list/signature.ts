// Verifies the signature of a trust list (ETSI TS 119 612, 5.7.1): an XML Signature over the whole
// document, checked by xml-crypto. The extensions of XAdES are not evaluated: the certificate that
// the operator has confirmed decides who may sign.
import { createHash, X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { belowOf, childrenOf, ListError, textOf } from './xml.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DSIG}enveloped-signature`;
const FILTER = 'http://www.w3.org/2002/06/xmldsig-filter2';
/**
 * The allowed algorithms. xml-crypto also supports weaker ones: SHA-1, canonicalisation with
 * comments, and MACs.
 */
const SIGNATURES = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const HASHES = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

export interface Signer {
  subject: string;
  /** The SHA-256 of the certificate's DER, in lower-case hexadecimal digits. */
  sha256: string;
  notAfter: string;
}

interface SignedList {
  signer: Signer;
  /** The signed document without its signature. Nothing else from the file may be read. */
  document: string;
}

/**
 * @throws ListError when the list is not signed as a whole with the key of the certificate that it
 *   contains, or is signed in a way that is not supported
 */
export function verifyList(xml: string): SignedList {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ListError('It has a document type declaration.');
  const root = parse(xml);
  const signatures = belowOf(root, DSIG, 'Signature');
  const [signature] = childrenOf(root, DSIG, 'Signature');
  if (signature === undefined) throw new ListError('It is not signed.');
  if (signatures.length > 1) throw new ListError('It has several signatures.');
  checkReferences(signature);
  const certificate = certificateIn(signature);
  const library = new SignedXml({
    publicCert: certificate.toString(),
    getCertFromKeyInfo: () => null,
  });
  library.CanonicalizationAlgorithms = {
    [EXCLUSIVE]: only(library.CanonicalizationAlgorithms, EXCLUSIVE),
    [ENVELOPED]: only(library.CanonicalizationAlgorithms, ENVELOPED),
    [FILTER]: Subtraction,
  };
  library.SignatureAlgorithms = pick(library.SignatureAlgorithms, SIGNATURES);
  library.HashAlgorithms = pick(library.HashAlgorithms, HASHES);
  library.loadSignature(signature);
  let isGenuine: boolean;
  try {
    isGenuine = library.checkSignature(xml);
  } catch {
    isGenuine = false;
  }
  const document = library.getReferences().find(({ uri }) => uri === '')?.signedReference;
  if (!isGenuine || document === undefined) throw new ListError('Its signature does not verify.');
  const sha256 = createHash('sha256').update(certificate.raw).digest('hex');
  const { subject, validTo } = certificate;
  const signer = { subject: subject.replaceAll('\n', ', '), sha256, notAfter: validTo };
  return { signer, document };
}

/**
 * XPath Filter 2.0, which xml-crypto does not support, reduced to the one expression that trust
 * lists use. `isSubtraction` has checked the expression.
 */
class Subtraction {
  readonly includeComments = false;

  getAlgorithmName(): string {
    return FILTER;
  }

  process(root: Node): Node {
    for (const one of childrenOf(root as unknown as Element, DSIG, 'Signature'))
      root.removeChild(one);
    return root;
  }
}

export function parse(xml: string): Element {
  const fail = (message: string): never => {
    throw new ListError(`It is not XML: ${message.split('\n')[0]}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
  const root = parser.parseFromString(xml, 'text/xml').documentElement as unknown as Element | null;
  if (root === null) throw new ListError('It is not XML.');
  return root;
}

/**
 * Requires that the signature has one reference to the whole document without the signature. Any
 * other reference must be to an element by its id; such elements are never read.
 */
function checkReferences(signature: Element): void {
  const [info] = childrenOf(signature, DSIG, 'SignedInfo');
  const references = info === undefined ? [] : childrenOf(info, DSIG, 'Reference');
  const whole = references.filter((one) => one.getAttribute('URI') === '');
  const [reference] = whole;
  if (reference === undefined || whole.length > 1)
    throw new ListError('Its signature is not over the whole document.');
  if (references.some((one) => !/^(#[\w.-]+)?$/.test(one.getAttribute('URI') ?? 'x')))
    throw new ListError('Its signature is over something outside of it.');
  const transforms = belowOf(reference, DSIG, 'Transform');
  const names = transforms.map((one) => one.getAttribute('Algorithm'));
  if (names.length !== 2 || names[1] !== EXCLUSIVE)
    throw new ListError('Its signature has transforms that are not verified here.');
  if (names[0] !== ENVELOPED && !isSubtraction(transforms[0]))
    throw new ListError('Its signature has transforms that are not verified here.');
}

function isSubtraction(transform: Element | undefined): boolean {
  if (transform?.getAttribute('Algorithm') !== FILTER) return false;
  const expressions = childrenOf(transform, FILTER, 'XPath');
  const [expression] = expressions;
  if (expression === undefined || expressions.length > 1) return false;
  const [, prefix] = /^\/descendant::([\w-]+):Signature$/.exec(textOf(expression)) ?? [];
  return (
    expression.getAttribute('Filter') === 'subtract' &&
    prefix !== undefined &&
    expression.lookupNamespaceURI(prefix) === DSIG
  );
}

function certificateIn(signature: Element): X509Certificate {
  const [info] = childrenOf(signature, DSIG, 'KeyInfo');
  const [first] = info === undefined ? [] : belowOf(info, DSIG, 'X509Certificate');
  try {
    return new X509Certificate(Buffer.from(textOf(first), 'base64'));
  } catch {
    throw new ListError('Its signature has no certificate that can be read.');
  }
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, only(all, name)]));
}

/** @throws Error when xml-crypto no longer supports the algorithm */
function only<T>(all: Readonly<Record<string, T>>, name: string): T {
  const { [name]: one } = all;
  if (one === undefined) throw new Error(`xml-crypto has no ${name}.`);
  return one;
}
