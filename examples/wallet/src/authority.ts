// The authority of the demo's issuers, and the signers that it certifies, as in ISO/IEC 18013-5,
// annex B. @peculiar/x509 writes the certificates, and needs reflect-metadata.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from 'jose';
import { DOCUMENTS, type DocType } from './documents.ts';

/**
 * A certificate authority. Anybody who has its key can forge proofs of any age, and services that
 * trust its certificate accept them.
 */
export interface Authority {
  /** The certificate, in PEM. */
  certificate: string;
  /** The private key, PKCS #8 in PEM. */
  key: string;
  /** When the certificate expires, in ms since the epoch. */
  ends_at_ms: number;
}

interface Signer {
  /** The certificate, in DER. */
  certificate: Uint8Array;
  /** The private key, on P-256. */
  key: JWK;
}

/** XX is the code of a country that does not exist. */
const AUTHORITY_NAME = 'CN=Agate demo authority,C=XX';
const SIGNER_NAME = 'CN=Agate demo signer,C=XX';
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 10 * 365;
/**
 * The number of days until a signer's certificate expires. The certificate is also backdated by as
 * many days, because the documents that the signer signs may claim to be some days old.
 */
const SIGNER_DAYS = 30;

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;

/**
 * @returns an authority with a new key each time but always with the same name, like one that a
 *   forger would create
 */
export async function makeAuthority(nowMs: number): Promise<Authority> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const notAfter = new Date(nowMs + AUTHORITY_DAYS * DAY_MS);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: AUTHORITY_NAME,
    issuer: AUTHORITY_NAME,
    notBefore: new Date(nowMs - SIGNER_DAYS * DAY_MS),
    notAfter,
    signingAlgorithm: ECDSA,
    publicKey: pair.publicKey,
    signingKey: pair.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(pair.publicKey),
    ],
  });
  return {
    certificate: certificate.toString('pem'),
    key: await exportPKCS8(pair.privateKey),
    ends_at_ms: notAfter.getTime(),
  };
}

/**
 * Creates a new signer for the given type of document; real issuers keep their signers for months.
 */
export async function makeSigner(
  authority: Authority,
  docType: DocType,
  nowMs: number,
): Promise<Signer> {
  const above = new x509.X509Certificate(authority.certificate);
  const pair = await generateKeyPair('ES256', { extractable: true });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: SIGNER_NAME,
    issuer: above.subject,
    notBefore: new Date(nowMs - SIGNER_DAYS * DAY_MS),
    notAfter: new Date(nowMs + SIGNER_DAYS * DAY_MS),
    signingAlgorithm: ECDSA,
    publicKey: pair.publicKey,
    signingKey: await importPKCS8(authority.key, 'ES256'),
    extensions: [
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([DOCUMENTS[docType].usage], true),
      await x509.AuthorityKeyIdentifierExtension.create(above.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(pair.publicKey),
    ],
  });
  return {
    certificate: new Uint8Array(certificate.rawData),
    key: await exportJWK(pair.privateKey),
  };
}

/** A random number that is positive, because its first hexadecimal digit is below 8. */
const serialNumber = (): string => `1${crypto.randomUUID().replaceAll('-', '').slice(1)}`;
