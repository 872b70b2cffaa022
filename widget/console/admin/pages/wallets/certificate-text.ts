// Extracts the certificate from the text that an operator pasted, or from the chosen file. A
// private key stays in the browser: it is recognised before anything is sent.

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/**
 * The largest accepted file. A certificate is about 1 kB long, and tools print some text above it.
 */
const MAX_BYTES = 64 * 1024;

/**
 * ASN.1 tags (X.690): SEQUENCE, which every certificate and key in DER begins with, and INTEGER.
 */
const SEQUENCE = 0x30;
const INTEGER = 0x02;
/**
 * A length byte above this value is not the length itself: its lower bits contain the number of
 * further bytes in which the length is encoded (X.690 8.1.3.5).
 */
const LONG = 0x80;

export type CertificateFault = 'key' | 'several' | 'none';

type Found = { certificate: string } | { fault: CertificateFault };

/**
 * @param text PEM, with or without the text that `openssl x509 -text` prints around it, or DER in
 *   base64
 * @returns the certificate without surrounding text, or what is wrong with the input
 */
export function certificateIn(text: string): Found {
  if (text.includes('PRIVATE KEY-----')) return { fault: 'key' };
  const [block, ...more] = text.match(BLOCK) ?? [];
  if (more.length > 0) return { fault: 'several' };
  if (block !== undefined) return { certificate: block };
  const bare = text.trim();
  if (!BASE64.test(bare)) return { fault: 'none' };
  const fault = faultOfDer(bytesOf(bare));
  return fault === undefined ? { certificate: bare } : { fault };
}

/**
 * @param bytes the bytes of a file, PEM or DER
 * @returns the text to put into the field
 */
export function textOfFile(bytes: Uint8Array): { text: string } | { fault: CertificateFault } {
  if (bytes.length > MAX_BYTES) return { fault: 'none' };
  const isDer = bytes[0] === SEQUENCE;
  const text = isDer ? btoa(String.fromCharCode(...bytes)) : new TextDecoder().decode(bytes);
  const found = certificateIn(text);
  return 'fault' in found ? found : { text: found.certificate };
}

/**
 * Recognises a key and other content that is not a certificate. A certificate begins with two
 * nested sequences (RFC 5280 4.1); a key or key store begins with a sequence that starts with a
 * version number.
 */
function faultOfDer([tag, length = 0, ...rest]: Uint8Array): CertificateFault | undefined {
  if (tag !== SEQUENCE) return 'none';
  const [inner, innerLength = 0] = rest.slice(length > LONG ? length - LONG : 0);
  if (inner === INTEGER) return 'key';
  return inner === SEQUENCE && innerLength > LONG ? undefined : 'none';
}

/** @returns an empty array when the text is not base64 */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
