// The outer structure of a certificate (RFC 5280, 4.1): the signed part and the signature, byte for
// byte as received. @peculiar/x509 signs and verifies its own re-encoding, and so would accept a
// certificate whose bits were changed outside the signed part.
import type { Bytes } from './cbor.ts';

export interface Seal {
  /** The DER of the TBSCertificate. */
  signed: Bytes;
  hash: string;
  /** The integers r and s, without leading zeros. */
  signature: readonly [Bytes, Bytes];
}

/**
 * DER of the three algorithm identifiers that ISO 18013-5 B.1 allows (RFC 5758, 3.2), without the
 * last byte, which is where they differ.
 */
const ECDSA_WITH = [0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03];
const HASHES: Readonly<Record<number, string>> = { 2: 'SHA-256', 3: 'SHA-384', 4: 'SHA-512' };
const [INTEGER, BIT_STRING, SEQUENCE] = [0x02, 0x03, 0x30];

/** @returns undefined for anything but a DER certificate that is signed with ECDSA */
export function readSeal(der: Bytes): Seal | undefined {
  const whole = readElement(der, 0);
  if (whole?.tag !== SEQUENCE || whole.end !== der.length) return undefined;
  const signed = readElement(der, whole.start);
  if (signed?.tag !== SEQUENCE) return undefined;
  const hashAt = signed.end + ECDSA_WITH.length;
  const hash = HASHES[der[hashAt] ?? 0];
  if (hash === undefined || !ECDSA_WITH.every((byte, n) => der[signed.end + n] === byte))
    return undefined;
  const bits = readElement(der, hashAt + 1);
  // The first byte of a bit string is its number of unused bits.
  if (bits?.tag !== BIT_STRING || bits.end !== der.length || der[bits.start] !== 0)
    return undefined;
  const signature = readNumbers(der.slice(bits.start + 1));
  return signature && { signed: der.slice(whole.start, signed.end), hash, signature };
}

/** Reads r and s from an ECDSA signature (RFC 3279, 2.2.3). */
function readNumbers(der: Bytes): Seal['signature'] | undefined {
  const pair = readElement(der, 0);
  if (pair?.tag !== SEQUENCE || pair.end !== der.length) return undefined;
  const first = readElement(der, pair.start);
  const second = first && readElement(der, first.end);
  if (first?.tag !== INTEGER || second?.tag !== INTEGER || second.end !== der.length)
    return undefined;
  const digits = ({ start, end }: Element): Bytes =>
    der.slice(der[start] === 0 ? start + 1 : start, end);
  return [digits(first), digits(second)];
}

interface Element {
  tag: number;
  /** The bounds of the element's content. */
  start: number;
  end: number;
}

function readElement(der: Bytes, at: number): Element | undefined {
  const [tag, form, high, low] = der.subarray(at);
  if (tag === undefined || form === undefined) return undefined;
  const head = form < 0x80 ? 2 : form - 0x80 + 2;
  const length = form < 0x80 ? form : form === 0x81 ? high : 256 * (high ?? 0) + (low ?? 0);
  // DER requires the shortest form of a length. Certificates are smaller than 64 kB, so two bytes
  // suffice.
  const least = form < 0x80 ? 0 : form === 0x81 ? 0x80 : 0x100;
  if (form > 0x82 || form === 0x80 || length === undefined || length < least) return undefined;
  const start = at + head;
  return start + length > der.length ? undefined : { tag, start, end: start + length };
}

/** The size of r and s on each curve that ISO 18013-5 B.1.2 allows and Web Crypto supports. */
const NUMBER_BYTES = { 'P-256': 32, 'P-384': 48, 'P-521': 66 } as const;
type Curve = keyof typeof NUMBER_BYTES;

/** @param spki DER of the public key to verify with */
export async function isSealedBy({ signed, hash, signature }: Seal, spki: Bytes): Promise<boolean> {
  const found = await importKey(spki);
  if (found === undefined) return false;
  const size = NUMBER_BYTES[found.curve];
  const raw = new Uint8Array(2 * size);
  for (const [n, digits] of signature.entries()) {
    if (digits.length > size) return false;
    raw.set(digits, (n + 1) * size - digits.length);
  }
  return crypto.subtle.verify({ name: 'ECDSA', hash }, found.key, raw, signed);
}

async function importKey(spki: Bytes): Promise<{ key: CryptoKey; curve: Curve } | undefined> {
  for (const curve of Object.keys(NUMBER_BYTES) as Curve[]) {
    const algorithm = { name: 'ECDSA', namedCurve: curve };
    try {
      const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify']);
      return { key, curve };
    } catch {
      // The key is on a different curve, so the next curve is tried.
    }
  }
  return undefined;
}
