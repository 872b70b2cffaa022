// Reads a certificate that an operator wants to add to the list of trusted issuers.
import { encodeHex } from '../../crypto/encoding.ts';
import type { AnchorReading } from '../../wallet/wallet-wire.ts';
import { readAnchorCertificate } from './chain.ts';
import { sha256 } from './handover.ts';

/** @param certificate DER in base64 */
export async function readAnchor(certificate: string): Promise<AnchorReading> {
  const read = readAnchorCertificate(certificate);
  if (read === undefined) return { ok: false, fault: 'unreadable' };
  const { der, subject, isAuthority, maySignCertificates, maySignData, notAfterMs } = read;
  const isUsable = isAuthority ? maySignCertificates : maySignData;
  if (!isUsable || read.hasUnknownCritical) return { ok: false, fault: 'unusable' };
  return { ok: true, subject, isAuthority, sha256: encodeHex(await sha256(der)), notAfterMs };
}
