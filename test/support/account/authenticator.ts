// An authenticator in software: ES256 keys, attestation `none` (WebAuthn Level 3, 6.1, 6.5, 8.7).
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';

const ORIGIN = 'http://localhost:8787';
const FLAGS = {
  present: 0x01,
  verified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
};

export interface Options {
  challenge: string;
}

interface Behaviour {
  origin?: string;
  rpID?: string;
  verified?: boolean;
  /** The signature counter to report; by default it increments. */
  counter?: number;
  userHandle?: string;
  type?: string;
}

export interface Authenticator {
  credentialId: string;
  register: (options: Options & { user: { id: string } }, behaviour?: Behaviour) => Promise<object>;
  sign: (options: Options, behaviour?: Behaviour) => Promise<object>;
}

/**
 * @param counts whether the authenticator counts its signatures; authenticators of synced passkeys
 *   do not
 */
export async function makeAuthenticator({
  counts = true,
  backedUp = false,
} = {}): Promise<Authenticator> {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const id = crypto.getRandomValues(new Uint8Array(16));
  const credentialId = encodeBase64Url(id);
  let counter = 0;
  let owner = '';

  const authenticatorData = async (
    { rpID = 'localhost', verified = true, ...rest }: Behaviour,
    attested?: Uint8Array,
  ) => {
    const counted = rest.counter ?? (counts ? (counter += 1) : 0);
    const flags =
      FLAGS.present |
      (verified ? FLAGS.verified : 0) |
      (backedUp ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
      (attested === undefined ? 0 : FLAGS.attested);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(rpID)));
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, counted);
    return join(hash, Uint8Array.of(flags), count, attested ?? new Uint8Array());
  };
  const clientData = (type: string, challenge: string, { origin = ORIGIN, ...rest }: Behaviour) =>
    encodeUtf8(JSON.stringify({ type: rest.type ?? type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    async register({ challenge, user }, behaviour = {}) {
      owner = user.id;
      const key = await coseKey(pair.publicKey);
      const length = Uint8Array.of(0, id.length);
      const data = await authenticatorData(behaviour, join(new Uint8Array(16), length, id, key));
      // {"fmt": "none", "attStmt": {}, "authData": bytes} as CBOR.
      const attestationObject = join(
        Uint8Array.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Uint8Array.of(0xa0),
        cborText('authData'),
        cborBytes(data),
      );
      return credential({
        clientDataJSON: encodeBase64Url(clientData('webauthn.create', challenge, behaviour)),
        attestationObject: encodeBase64Url(attestationObject),
        transports: ['internal'],
      });
    },
    async sign({ challenge }, behaviour = {}) {
      const data = await authenticatorData(behaviour);
      const json = clientData('webauthn.get', challenge, behaviour);
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', json));
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      const raw = await crypto.subtle.sign(algorithm, pair.privateKey, join(data, hash));
      return credential({
        clientDataJSON: encodeBase64Url(json),
        authenticatorData: encodeBase64Url(data),
        signature: encodeBase64Url(toDer(new Uint8Array(raw))),
        // There is no user handle before a registration.
        userHandle: behaviour.userHandle ?? (owner || undefined),
      });
    },
  };
}

/** Encodes a P-256 public key as COSE (RFC 9053 7.1.1): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', key)) as ArrayBuffer);
  const [x, y] = [raw.slice(1, 33), raw.slice(33)];
  const head = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21);
  return join(head, cborBytes(x), Uint8Array.of(0x22), cborBytes(y));
}

const cborText = (text: string) => join(Uint8Array.of(0x60 + text.length), encodeUtf8(text));
const cborBytes = (bytes: Uint8Array) => join(Uint8Array.of(0x58, bytes.length), bytes);

/**
 * Converts a signature to the format that WebAuthn requires: an ASN.1 sequence of two integers.
 */
function toDer(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const trimmed = bytes.slice(start);
    const value = (trimmed[0] ?? 0) >= 0x80 ? join(Uint8Array.of(0), trimmed) : trimmed;
    return join(Uint8Array.of(0x02, value.length), value);
  };
  const body = join(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return join(Uint8Array.of(0x30, body.length), body);
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
