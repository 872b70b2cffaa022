// Reads certificates with @peculiar/x509. All calls to the library are in this file.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  ExtensionFactory,
  KeyUsagesExtension,
  KeyUsageFlags,
  X509Certificate,
} from '@peculiar/x509';
import type { WalletFacts } from '../../wallet/wallet-wire.ts';
import { readSeal, type Seal } from './certificate-seal.ts';
import type { Bytes } from './cbor.ts';

// These extensions are registered as opaque, so that the library does not parse them: it would
// refuse the whole certificate for a fault in one of them. No check depends on them, and some
// issuers violate RFC 5280 in them: the EU's age attestation signers in the alternative names, and
// one of Google's test wallets in the address of the revocation list.
const OPAQUE = [
  '2.5.29.14', // subjectKeyIdentifier
  '2.5.29.17', // subjectAltName
  '2.5.29.18', // issuerAltName
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.35', // authorityKeyIdentifier
];
for (const type of OPAQUE) ExtensionFactory.register(type, Extension);

/**
 * Extensions that this file evaluates, or that may be critical without affecting whether a chain is
 * valid.
 */
const UNDERSTOOD = [
  ...OPAQUE,
  '2.5.29.15', // keyUsage
  '2.5.29.19', // basicConstraints
  '2.5.29.37', // extendedKeyUsage
];

export interface Certificate {
  der: Bytes;
  subject: string;
  issuer: string;
  commonName: string | undefined;
  /** The country in the subject; for a state's authority it is ISO 3166-1 alpha-2. */
  country: string | undefined;
  notBeforeMs: number;
  notAfterMs: number;
  isAuthority: boolean;
  /**
   * The maximum number of authorities between this one and a signer; undefined if there is no
   * limit.
   */
  pathLength: number | undefined;
  maySignData: boolean;
  maySignCertificates: boolean;
  /** Extended key usages, as object identifiers. */
  usages: readonly string[];
  /** Whether the certificate has a critical extension that we do not understand (RFC 5280, 4.2). */
  hasUnknownCritical: boolean;
  /** The DER of the certificate's public key. */
  publicKey: Bytes;
  seal: Seal;
}

/** @returns undefined for anything but a certificate that is signed with ECDSA */
export function readCertificate(der: Bytes): Certificate | undefined {
  const seal = readSeal(der);
  try {
    return seal && describe(new X509Certificate(der), der, seal);
  } catch {
    return undefined;
  }
}

function describe(certificate: X509Certificate, der: Bytes, seal: Seal): Certificate {
  const constraints = certificate.getExtension(BasicConstraintsExtension);
  const flags = certificate.getExtension(KeyUsagesExtension)?.usages ?? 0;
  const usages = certificate.getExtension(ExtendedKeyUsageExtension)?.usages ?? [];
  const isAuthority = constraints?.ca ?? false;
  return {
    der,
    subject: certificate.subject,
    issuer: certificate.issuer,
    commonName: certificate.subjectName.getField('CN')[0],
    country: certificate.subjectName.getField('C')[0],
    notBeforeMs: certificate.notBefore.getTime(),
    notAfterMs: certificate.notAfter.getTime(),
    isAuthority,
    pathLength: constraints?.pathLength,
    maySignData: (flags & KeyUsageFlags.digitalSignature) !== 0,
    maySignCertificates: isAuthority && (flags & KeyUsageFlags.keyCertSign) !== 0,
    usages: usages.map(String),
    hasUnknownCritical: certificate.extensions.some(
      ({ critical, type }) => critical && !UNDERSTOOD.includes(type),
    ),
    publicKey: new Uint8Array(certificate.publicKey.rawData),
    seal,
  };
}

/** @returns the issuer's name, and its country if that has the form of a country code */
export const issuerOf = ({
  commonName,
  subject,
  country,
}: Certificate): Pick<WalletFacts, 'issuer' | 'issuerCountry'> => ({
  issuer: commonName ?? subject,
  ...(country !== undefined &&
    /^[A-Za-z]{2}$/.test(country) && { issuerCountry: country.toUpperCase() }),
});
