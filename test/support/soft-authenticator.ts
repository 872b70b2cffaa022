// An authenticator in software: ES256, attestation `none`, user verified. What a browser and a key would send.
import { encodeBase64Url, decodeBase64Url, encodeUtf8 } from '../../src/crypto/encoding.ts';

const ORIGIN = 'http://localhost:8787';
const FLAGS_USED = 0x05; // user present, user verified
const FLAGS_NEW = 0x45; // and attested credential data

export interface SoftKey {
  id: string;
  /** Counts up with each use. */
  counter: number;
  register: (challenge: string) => Promise<object>;
  /** @param options how it differs from what a good one sends */
  sign: (challenge: string, options?: { verified?: boolean; origin?: string }) => Promise<object>;
}

/** @param origin of the relying party's pages */
export async function makeSoftKey(origin = ORIGIN): Promise<SoftKey> {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const rawId = crypto.getRandomValues(new Uint8Array(16));
  const id = encodeBase64Url(rawId);
  const rpHash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', encodeUtf8(new URL(origin).hostname)),
  );
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  const key: SoftKey = {
    id,
    counter: 0,
    async register(challenge) {
      const jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey;
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, decodeBase64Url(jwk.x ?? '')],
        [-3, decodeBase64Url(jwk.y ?? '')],
      ]);
      const idLength = new Uint8Array([0, rawId.length]);
      const data = join(authData(FLAGS_NEW), new Uint8Array(16), idLength, rawId, cose);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', 'empty map'],
        ['authData', data],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin);
      return {
        ...common,
        response: {
          clientDataJSON: encodeBase64Url(clientDataJSON),
          attestationObject: encodeBase64Url(attestation),
          transports: ['internal'],
        },
      };
    },
    async sign(challenge, { verified = true, origin: claimed = origin } = {}) {
      key.counter += 1;
      const data = authData(verified ? FLAGS_USED : 0x01);
      const client = clientData('webauthn.get', challenge, claimed);
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', client));
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      const raw = await crypto.subtle.sign(algorithm, pair.privateKey, join(data, hash));
      return {
        ...common,
        response: {
          clientDataJSON: encodeBase64Url(client),
          authenticatorData: encodeBase64Url(data),
          signature: encodeBase64Url(toDer(new Uint8Array(raw))),
        },
      };
    },
  };
  return key;

  function authData(flags: number): Uint8Array {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, key.counter);
    return join(rpHash, new Uint8Array([flags]), counter);
  }
}

const clientData = (type: string, challenge: string, origin: string): Uint8Array =>
  encodeUtf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

type Cbor = number | string | Uint8Array;

/** Just enough CBOR (RFC 8949): small integers, texts, bytes, and one word for the empty map. */
function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Uint8Array {
  const items = entries.flatMap(([name, value]) => [cbor(name), cbor(value)]);
  return join(head(5, entries.length), ...items);
}

function cbor(value: Cbor): Uint8Array {
  if (value === 'empty map') return head(5, 0);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  const bytes = typeof value === 'string' ? encodeUtf8(value) : value;
  return join(head(typeof value === 'string' ? 3 : 2, bytes.length), bytes);
}

function head(major: number, length: number): Uint8Array {
  if (length < 24) return new Uint8Array([(major << 5) | length]);
  if (length < 256) return new Uint8Array([(major << 5) | 24, length]);
  return new Uint8Array([(major << 5) | 25, length >> 8, length & 255]);
}

/** Web Crypto gives r and s; WebAuthn carries them as ASN.1. */
function toDer(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((part) => {
    const from = part.findIndex((byte) => byte !== 0);
    const short = part.subarray(Math.max(0, from));
    const body = (short[0] ?? 0) >= 0x80 ? join(new Uint8Array([0]), short) : short;
    return join(new Uint8Array([0x02, body.length]), body);
  });
  const body = join(...integers);
  return join(new Uint8Array([0x30, body.length]), body);
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
