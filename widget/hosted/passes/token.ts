// The browser's side of Privacy Pass, token type 2 (RFC 9578 6): blinding and finalizing. It is
// slow, so it runs in a worker (blinding-worker.ts).
import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { type PassBytes, challengeOf, decode, encode, join, TOKEN_TYPE } from './pass-bytes.ts';

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 256;
/**
 * The SPKI headers that precede an RSA-2048 key: the length of the RSASSA-PSS header in published
 * keys, and the rsaEncryption header that replaces it, because browsers can import that.
 */
const PUBLISHED_HEAD_BYTES = 67;
const PLAIN_HEAD = '30820122300d06092a864886f70d0101010500';

/** The values of one pass that are kept between the request and the response. */
interface Blinded {
  input: PassBytes;
  inverse: Uint8Array;
}

export interface Batch {
  key: CryptoKey;
  blinded: readonly Blinded[];
  /** The token requests, concatenated. */
  body: PassBytes;
}

/**
 * @param tokenKey the key as published in the key directory, in base64url
 * @param issuer the host of the service
 */
export async function blindBatch(tokenKey: string, issuer: string, count: number): Promise<Batch> {
  const published = decode(tokenKey);
  const plain = join([fromHex(PLAIN_HEAD), published.slice(PUBLISHED_HEAD_BYTES)]);
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
  const key = await crypto.subtle.importKey('spki', plain, algorithm, true, ['verify']);
  const [keyId, digest] = await Promise.all([sha256(published), sha256(challengeOf(issuer))]);
  const suite = RSABSSA.SHA384.PSS.Deterministic();
  const [blinded, requests]: [Blinded[], Uint8Array[]] = [[], []];
  for (let at = 0; at < count; at += 1) {
    const nonce = crypto.getRandomValues(new Uint8Array(HASH_BYTES));
    const input = join([Uint8Array.of(0, TOKEN_TYPE), nonce, digest, keyId]);
    const { blindedMsg, inv } = await suite.blind(key, suite.prepare(input));
    blinded.push({ input, inverse: inv });
    requests.push(Uint8Array.of(0, TOKEN_TYPE, keyId.at(-1) ?? 0, ...blindedMsg));
  }
  return { key, blinded, body: join(requests) };
}

/**
 * @returns the tokens, in base64url
 * @throws Error when a signature does not verify with the key, because such a pass would be useless
 */
export async function finishBatch({ key, blinded }: Batch, answer: PassBytes): Promise<string[]> {
  const suite = RSABSSA.SHA384.PSS.Deterministic();
  const tokens: string[] = [];
  for (const [at, { input, inverse }] of blinded.entries()) {
    const signed = answer.slice(at * SIGNATURE_BYTES, (at + 1) * SIGNATURE_BYTES);
    const signature = await suite.finalize(key, input, signed, inverse);
    tokens.push(encode(join([input, signature])));
  }
  return tokens;
}

const sha256 = async (bytes: PassBytes): Promise<PassBytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const fromHex = (hex: string): PassBytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
