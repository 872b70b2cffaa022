// Forged tokens with any header and payload, signed with a key from the key ring or with any other
// key.
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';
import { publishedJwks, signingKey } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { makeContext } from '../installation/context.ts';

type Members = Record<string, unknown>;

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

const encode = (members: Members): string =>
  encodeBase64Url(encodeUtf8(JSON.stringify(members)).buffer);

async function assemble(
  header: Members,
  payload: Members,
  sign: (text: Uint8Array) => Promise<ArrayBuffer>,
): Promise<string> {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${encodeBase64Url(await sign(encodeUtf8(text)))}`;
}

/**
 * Signs with the current signing key.
 * @param header members in addition to alg and kid
 */
export async function signWithOurKey(header: Members, payload: Members): Promise<string> {
  const { kid, key } = await signingKey(makeContext(), 'oidc');
  return assemble({ alg: 'RS256', kid, ...header }, payload, (text) =>
    crypto.subtle.sign(RSA, key, text),
  );
}

/** Signs with a new key pair and includes its public key in the header. */
export async function signWithOwnKey(header: Members, payload: Members): Promise<string> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = (await crypto.subtle.generateKey(parameters, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return assemble({ alg: 'RS256', jwk, ...header }, payload, (text) =>
    crypto.subtle.sign(RSA, pair.privateKey, text),
  );
}

/** Signs with our public key as an HMAC secret, once for each encoding of the key. */
export async function signWithPublicKey(header: Members, payload: Members): Promise<string[]> {
  const [jwk] = await publishedJwks(makeContext(), 'oidc');
  const key = await crypto.subtle.importKey('jwk', { ...jwk! }, RSA, true, ['verify']);
  const spki = (await crypto.subtle.exportKey('spki', key)) as ArrayBuffer;
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(spki)));
  const lines = base64.match(/.{1,64}/g)!.join('\n');
  const pem = `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----`;
  const secrets = [pem, `${pem}\n`, JSON.stringify(jwk), jwk!.n].map((text) => encodeUtf8(text));
  const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
  return Promise.all(
    [...secrets, new Uint8Array(spki)].map(async (secret) => {
      const mac = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
      return assemble({ alg: 'HS256', kid: jwk!.kid, ...header }, payload, (text) =>
        crypto.subtle.sign(hmac, mac, text),
      );
    }),
  );
}
