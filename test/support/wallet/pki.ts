// Certificate authorities and signers of invented issuers, with any defects that a test needs.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { CREDENTIALS } from '../../../src/wallet/age-claims.ts';
import { makePair } from './keys.ts';
import type { TrustAnchor } from '../../../src/wallet/wallet-wire.ts';

const DAY_MS = 86_400_000;
/** The time that tests treat as the present for every invented certificate and credential. */
export const NOW_MS = Date.parse('2026-11-28T12:00:00Z');

/** The extended key usages of certificates that sign age attestations and licences. */
const SIGNER_USAGES = ['1.3.130.2.0.0.1.2', '1.0.18013.5.1.2'];

export interface Certified {
  certificate: x509.X509Certificate;
  key: CryptoKeyPair;
  algorithm: { name: string; namedCurve: string; hash: string };
}

interface Wanted {
  name?: string;
  /** The issuing authority; undefined for a self-signed certificate. */
  by?: Certified;
  curve?: 'P-256' | 'P-384' | 'P-521';
  notBefore?: Date;
  notAfter?: Date;
  extensions?: x509.Extension[];
}

let serial = 1;

export async function certify(wanted: Wanted): Promise<Certified> {
  const { name = 'CN=Quarry Signer,C=UT', by, curve = 'P-256', extensions = [] } = wanted;
  const hash = curve === 'P-256' ? 'SHA-256' : 'SHA-384';
  const algorithm = { name: 'ECDSA', namedCurve: curve, hash };
  const key = await makePair(curve);
  serial += 1;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial.toString(16).padStart(4, '0'),
    subject: name,
    issuer: by?.certificate.subject ?? name,
    notBefore: wanted.notBefore ?? new Date(NOW_MS - 90 * DAY_MS),
    notAfter: wanted.notAfter ?? new Date(NOW_MS + 90 * DAY_MS),
    signingAlgorithm: by?.algorithm ?? algorithm,
    publicKey: key.publicKey,
    signingKey: (by?.key ?? key).privateKey,
    extensions,
  });
  return { certificate, key, algorithm };
}

const { keyCertSign, digitalSignature } = x509.KeyUsageFlags;

/** Creates a certificate authority as specified in ISO 18013-5 B.1.2. */
export const makeAuthority = (
  wanted: Wanted & { pathLength?: number; isAuthority?: boolean; flags?: x509.KeyUsageFlags } = {},
): Promise<Certified> =>
  certify({
    name: 'CN=Quarry Authority,C=UT',
    ...wanted,
    extensions: [
      new x509.BasicConstraintsExtension(wanted.isAuthority ?? true, wanted.pathLength, true),
      new x509.KeyUsagesExtension(wanted.flags ?? keyCertSign, true),
      ...(wanted.extensions ?? []),
    ],
  });

/** Creates a document signer as specified in ISO 18013-5 B.1.4. */
export const makeSigner = (
  by: Certified,
  wanted: Wanted & {
    usages?: readonly string[];
    flags?: x509.KeyUsageFlags;
    isAuthority?: boolean;
  } = {},
): Promise<Certified> =>
  certify({
    by,
    ...wanted,
    extensions: [
      new x509.KeyUsagesExtension(wanted.flags ?? digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([...(wanted.usages ?? SIGNER_USAGES)], true),
      ...(wanted.isAuthority ? [new x509.BasicConstraintsExtension(true, 0, true)] : []),
      ...(wanted.extensions ?? []),
    ],
  });

export const derOf = ({ certificate }: Certified): Uint8Array<ArrayBuffer> =>
  new Uint8Array(certificate.rawData);

const ALL = Object.values(CREDENTIALS).map(({ docType }) => docType);

export const anchorOf = (one: Certified, docTypes: readonly string[] = ALL): TrustAnchor => ({
  id: 'anchor',
  certificate: Buffer.from(derOf(one)).toString('base64'),
  docTypes,
});
