// Privacy Pass with blind RSA signatures, token type 2 (RFC 9577, RFC 9578 6): the issuer's and the
// verifier's side, using only Web Crypto. Workers' non-standard RSA-RAW algorithm signs blinded
// values with a key that cannot be exported. Pure.
import { decodeHex, encodeUtf8 } from './encoding.ts';

/** The token type of blind RSA (RFC 9578 8.2.1). */
export const TOKEN_TYPE = 2;

/** Size in bytes of the modulus, of a blinded value and of a signature. */
const RSA_BYTES = 256;
const REQUEST_BYTES = 3 + RSA_BYTES;
const HASH_BYTES = 32;
/** Size of the signed part: type, nonce, challenge digest, key id. */
const INPUT_BYTES = 2 + 3 * HASH_BYTES;
const TOKEN_BYTES = INPUT_BYTES + RSA_BYTES;
/** The salt of RSASSA-PSS is as long as a SHA-384 hash. */
const SALT_BYTES = 48;

export const PASS_KEY_PARAMETERS = {
  name: 'RSA-PSS',
  hash: 'SHA-384',
  modulusLength: 8 * RSA_BYTES,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** Size of the DER bit string that contains the modulus and the exponent. */
const KEY_BYTES = 275;
/**
 * The DER bytes that precede the key in the SPKI of every RSA-2048 key with exponent 65537: the
 * header of the outer sequence, and the algorithm identifier.
 */
const PLAIN_SPKI_HEAD = '30820122300d06092a864886f70d0101010500';
const PSS_HEAD =
  '30820152303d06092a864886f70d01010a3030a00d300b0609608648016503040202a11a301806092a864886f70d010108300b0609608648016503040202a203020130';

/**
 * Converts a key to the form of RFC 9578 6.5: SPKI whose algorithm is RSASSA-PSS with parameters.
 * @param spki as Web Crypto exports it, with rsaEncryption as its algorithm
 * @throws RangeError unless it is an RSA-2048 key with exponent 65537
 */
export const toTokenKey = (spki: Uint8Array): Uint8Array<ArrayBuffer> =>
  withHead(spki, PLAIN_SPKI_HEAD, PSS_HEAD);

/**
 * @param tokenKey a result of toTokenKey
 * @throws RangeError for any other key
 */
export const importTokenKey = (tokenKey: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'spki',
    withHead(tokenKey, PSS_HEAD, PLAIN_SPKI_HEAD),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    false,
    ['verify'],
  );

/**
 * Imports a key for signing blinded values. Raw RSA is specific to the Workers platform, and the
 * key cannot be exported.
 */
export const importBlindSigner = (pkcs8: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-RAW', hash: 'SHA-384' }, false, ['sign']);

/** Returns the key's id: SHA-256 of the published key (RFC 9578 6.5). */
export const keyIdOf = async (
  tokenKey: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', tokenKey));

/** A request to sign one blinded value (RFC 9578 6.1). */
interface TokenRequest {
  /** The last byte of the key's id. */
  truncatedKeyId: number;
  blinded: Uint8Array<ArrayBuffer>;
}

/**
 * @param bytes concatenated requests
 * @returns undefined unless they are exactly `count` requests of type 2
 */
export function readTokenRequests(
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
): TokenRequest[] | undefined {
  if (bytes.byteLength !== count * REQUEST_BYTES) return undefined;
  const requests = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * REQUEST_BYTES, (at + 1) * REQUEST_BYTES),
  );
  if (requests.some((one) => one[0] !== 0 || one[1] !== TOKEN_TYPE)) return undefined;
  return requests.map((one) => ({ truncatedKeyId: one[2] ?? 0, blinded: one.subarray(3) }));
}

/**
 * Signs a blinded value (RFC 9474 4.3).
 * @param signer from importBlindSigner
 * @returns 256 bytes
 * @throws OperationError when the value, read as a number, is not below the modulus
 */
export const signBlinded = async (
  signer: CryptoKey,
  blinded: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.sign('RSA-RAW', signer, blinded));

/** A token, split into its parts (RFC 9577 2.2). */
interface PassToken {
  nonce: Uint8Array<ArrayBuffer>;
  challengeDigest: Uint8Array<ArrayBuffer>;
  keyId: Uint8Array<ArrayBuffer>;
  /** The part that is signed, and its signature. */
  input: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** @returns undefined unless the bytes are a token of type 2 */
export function readToken(bytes: Uint8Array<ArrayBuffer>): PassToken | undefined {
  if (bytes.byteLength !== TOKEN_BYTES || bytes[0] !== 0 || bytes[1] !== TOKEN_TYPE)
    return undefined;
  const part = (at: number): Uint8Array<ArrayBuffer> =>
    bytes.slice(2 + at * HASH_BYTES, 2 + (at + 1) * HASH_BYTES);
  return {
    nonce: part(0),
    challengeDigest: part(1),
    keyId: part(2),
    input: bytes.slice(0, INPUT_BYTES),
    signature: bytes.slice(INPUT_BYTES),
  };
}

/** @param key the key that the token identifies, from importTokenKey */
export const isSigned = (key: CryptoKey, { input, signature }: PassToken): Promise<boolean> =>
  crypto.subtle.verify({ name: 'RSA-PSS', saltLength: SALT_BYTES }, key, signature, input);

/**
 * Builds the challenge that every pass answers (RFC 9577 2.1). It names only this issuer and has
 * neither a context nor an origin, so it is the same for all people and sites and reveals nothing
 * about them.
 */
export function passChallenge(issuerName: string): Uint8Array<ArrayBuffer> {
  const name = encodeUtf8(issuerName);
  const challenge = new Uint8Array(2 + 2 + name.byteLength + 1 + 2);
  const view = new DataView(challenge.buffer);
  view.setUint16(0, TOKEN_TYPE);
  view.setUint16(2, name.byteLength);
  challenge.set(name, 4);
  return challenge;
}

function withHead(spki: Uint8Array, before: string, after: string): Uint8Array<ArrayBuffer> {
  const [old, made] = [decodeHex(before), decodeHex(after)];
  if (spki.byteLength !== old.byteLength + KEY_BYTES || !old.every((byte, at) => spki[at] === byte))
    throw new RangeError('not an RSA-2048 key');
  const converted = new Uint8Array(made.byteLength + KEY_BYTES);
  converted.set(made);
  converted.set(spki.subarray(old.byteLength), made.byteLength);
  return converted;
}
