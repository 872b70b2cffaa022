// Public keys that a relying party registers to authenticate itself and to sign requests (RFC 7523,
// RFC 9101). Pure: client-key-source.ts fetches keys from URLs.

/**
 * The signature algorithms that any client may use: the algorithms of FAPI 2.0 (5.4). `EdDSA` and
 * `Ed25519` name the same algorithm here (RFC 9864).
 */
export const CLIENT_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;

/** A public key, reduced to the JWK members (RFC 7517, RFC 7518) that are stored. */
export interface ClientKey {
  kty: 'EC' | 'RSA' | 'OKP';
  kid?: string;
  use?: 'sig';
  alg?: (typeof CLIENT_ALGORITHMS)[number];
  crv?: 'P-256' | 'Ed25519';
  x?: string;
  y?: string;
  n?: string;
  e?: string;
}

const MAX_KEYS = 10;
const MAX_KID_LENGTH = 256;
/** The secret members of private and symmetric keys (RFC 7518 6.2.2, 6.3.2, 6.4). */
const SECRETS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const BYTES_32 = /^[\w-]{43}$/;
/** An RSA modulus of 2048 to 4096 bits, in base64url. */
const MODULUS = /^[\w-]{342,683}$/;
const EXPONENT = /^[\w-]{1,8}$/;

/**
 * Checks a client's key set before it is registered.
 * @param jwks any value
 * @returns what is wrong with it, worded to follow `jwks`; undefined when it is valid
 */
export function faultOfKeys(jwks: unknown): string | undefined {
  const keys = keysIn(jwks);
  if (keys === undefined) return 'must be a JSON Web Key Set';
  if (keys.length < 1 || keys.length > MAX_KEYS) return `must have 1 to ${MAX_KEYS} keys`;
  // Checked before the rules for a usable key, so that a private key is reported as such and gets
  // replaced.
  if (keys.some((key) => SECRETS.some((name) => name in key)))
    return 'must have public keys only; replace the private or symmetric key that was sent, because it is no longer secret';
  if (!keys.every(isUsable))
    return 'must have keys for ES256, PS256 (at least 2048 bits) or Ed25519 signatures';
  const kids = keys.map(({ kid }) => kid);
  if (keys.length > 1 && new Set(kids.filter((kid) => kid !== undefined)).size < keys.length)
    return 'must have a different kid for each key if there are several';
  return undefined;
}

/**
 * Returns the keys of a set that this service can use to verify signatures, without unknown
 * members. A set that a client hosts itself may contain other keys, which are ignored.
 * @param jwks any value
 */
export const usableKeys = (jwks: unknown): ClientKey[] =>
  (keysIn(jwks) ?? [])
    .filter((key) => isUsable(key) && !SECRETS.some((name) => name in key))
    .map(withoutRest);

function keysIn(jwks: unknown): Record<string, unknown>[] | undefined {
  const keys = isRecord(jwks) ? jwks['keys'] : undefined;
  return Array.isArray(keys) && keys.every(isRecord) ? keys : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fits = (value: unknown, shape: RegExp): boolean =>
  typeof value === 'string' && shape.test(value);

function isUsable({ kid, use, ...key }: Record<string, unknown>): boolean {
  const isNamed =
    kid === undefined || (typeof kid === 'string' && kid !== '' && kid.length <= MAX_KID_LENGTH);
  return isNamed && (use === undefined || use === 'sig') && hasShape(key);
}

function hasShape({ kty, crv, alg, x, y, n, e }: Record<string, unknown>): boolean {
  if (kty === 'EC')
    return crv === 'P-256' && isFor(alg, 'ES256') && fits(x, BYTES_32) && fits(y, BYTES_32);
  if (kty === 'OKP')
    return crv === 'Ed25519' && isFor(alg, 'EdDSA', 'Ed25519') && fits(x, BYTES_32);
  return kty === 'RSA' && isFor(alg, 'PS256') && fits(n, MODULUS) && fits(e, EXPONENT);
}

const isFor = (alg: unknown, ...algorithms: string[]): boolean =>
  alg === undefined || algorithms.some((one) => one === alg);

const MEMBERS = ['kty', 'kid', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'];

/** Copies only the known members. The shape of the key has already been checked. */
const withoutRest = (key: Record<string, unknown>): ClientKey =>
  Object.fromEntries(
    MEMBERS.filter((name) => key[name] !== undefined).map((name) => [name, key[name]]),
  ) as unknown as ClientKey;
