// COSE_Sign1 and COSE_Key (RFC 9052, RFC 9053) as ISO 18013-5 uses them: ECDSA on P-256 and P-384.
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { type Bytes, type CborMap, type CborValue, decodeCbor, Tagged } from './cbor.ts';
import { encodeCbor } from './cbor-encode.ts';

export interface Sign1 {
  protectedBytes: Bytes;
  protectedHeaders: CborMap;
  unprotectedHeaders: CborMap;
  payload: Bytes | null;
  signature: Bytes;
}

const ALGORITHM = 1;
const CRITICAL = 2;
export const X5CHAIN = 33;
const SIGN1_TAG = 18;

/**
 * COSE's algorithm numbers for each curve: the older one and the fully specified one (RFC 9864).
 */
const ALGORITHMS = {
  'P-256': { hash: 'SHA-256', numbers: [-7, -9], signatureBytes: 64 },
  'P-384': { hash: 'SHA-384', numbers: [-35, -51], signatureBytes: 96 },
} as const;
type CoseCurve = keyof typeof ALGORITHMS;

/** @returns undefined if the item is not a COSE_Sign1, or has critical headers */
export function readSign1(item: CborValue): Sign1 | undefined {
  const value = item instanceof Tagged && item.tag === SIGN1_TAG ? item.value : item;
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const [protectedBytes, unprotectedHeaders, payload, signature] = value;
  if (!(protectedBytes instanceof Uint8Array && signature instanceof Uint8Array)) return undefined;
  if (!(unprotectedHeaders instanceof Map)) return undefined;
  if (!(payload === null || payload instanceof Uint8Array)) return undefined;
  const protectedHeaders = protectedBytes.length === 0 ? new Map() : decodeCbor(protectedBytes);
  if (!(protectedHeaders instanceof Map) || protectedHeaders.has(CRITICAL)) return undefined;
  return { protectedBytes, protectedHeaders, unprotectedHeaders, payload, signature };
}

export interface PublicKey {
  curve: CoseCurve;
  key: CryptoKey;
}

/** @param payload the signed content, which the structure itself may omit */
export async function isSigned(
  { protectedBytes, protectedHeaders, signature }: Sign1,
  payload: Bytes,
  { curve, key }: PublicKey,
): Promise<boolean> {
  const { hash, numbers, signatureBytes } = ALGORITHMS[curve];
  const algorithm = protectedHeaders.get(ALGORITHM);
  if (!numbers.some((one) => one === algorithm)) return false;
  if (signature.length !== signatureBytes) return false;
  const signed = encodeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]);
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, signature, signed);
}

/**
 * @param spki DER
 * @returns undefined for an unsupported kind of key
 */
export async function importSpki(spki: Bytes): Promise<PublicKey | undefined> {
  for (const curve of Object.keys(ALGORITHMS) as CoseCurve[]) {
    const algorithm = { name: 'ECDSA', namedCurve: curve };
    try {
      const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify']);
      return { curve, key };
    } catch {
      // The key is on a different curve, so the next curve is tried.
    }
  }
  return undefined;
}

const CURVE_OF: ReadonlyMap<CborValue, CoseCurve> = new Map<CborValue, CoseCurve>([
  [1, 'P-256'],
  [2, 'P-384'],
]);

/** @returns undefined for an unsupported kind of key, or a point that is not on its curve */
export async function importCoseKey(item: CborValue): Promise<PublicKey | undefined> {
  if (!(item instanceof Map) || item.get(1) !== 2) return undefined;
  const curve = CURVE_OF.get(item.get(-1));
  const [x, y] = [item.get(-2), item.get(-3)];
  if (curve === undefined || !(x instanceof Uint8Array && y instanceof Uint8Array))
    return undefined;
  return importPoint(curve, encodeBase64Url(x), encodeBase64Url(y));
}

/**
 * @param jwk any object
 * @returns undefined if the kind of key is unsupported, or if the point is not on the key's curve
 */
export async function importJwk({
  kty,
  crv,
  x,
  y,
}: Readonly<Record<string, unknown>>): Promise<PublicKey | undefined> {
  if (kty !== 'EC' || (crv !== 'P-256' && crv !== 'P-384')) return undefined;
  return typeof x === 'string' && typeof y === 'string' ? importPoint(crv, x, y) : undefined;
}

/** @param x the key's x coordinate in base64url */
async function importPoint(curve: CoseCurve, x: string, y: string): Promise<PublicKey | undefined> {
  const algorithm = { name: 'ECDSA', namedCurve: curve };
  const jwk = { kty: 'EC', crv: curve, x, y };
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
    return { curve, key };
  } catch {
    return undefined;
  }
}

/**
 * @returns the coordinates of a COSE_Key, which identify the key regardless of its other members
 */
export function pointOf(item: CborValue): Bytes | undefined {
  if (!(item instanceof Map)) return undefined;
  const [x, y] = [item.get(-2), item.get(-3)];
  if (!(x instanceof Uint8Array && y instanceof Uint8Array)) return undefined;
  return encodeCbor([x, y]);
}
