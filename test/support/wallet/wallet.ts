// A wallet built with @owf/mdoc and jose. It reads an offer's actual requests and links and answers
// them, correctly or with deviations from the protocol.
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import {
  cborDecode,
  cborEncode,
  CoseKey,
  DeviceRequest,
  DocRequest,
  Holder,
  ItemsRequest,
  SessionTranscript,
} from '@owf/mdoc';
import { base64url, calculateJwkThumbprint, CompactEncrypt, importJWK, type JWK } from 'jose';
import type { MadeOffer, WalletAnswer, WalletProtocol } from '../../../src/wallet/wallet-wire.ts';
import type { Issued } from './issuer.ts';
import { mdocContext } from './mdoc-context.ts';

/** How a wallet deviates from the protocol. */
export interface Deviation {
  origin?: string;
  nonce?: string;
  responseUri?: string;
  state?: string;
  encryptionInfo?: string;
  /** The elements that the wallet discloses instead of the requested ones. */
  elements?: readonly string[];
  /** Alters the decoded DeviceResponse before it is sent. */
  alter?: (response: Map<string, unknown>) => void;
  /** Alters the bytes of the DeviceResponse before they are sent. */
  alterBytes?: (bytes: Uint8Array) => Uint8Array;
  /** The key that the wallet encrypts to instead of the offer's key. */
  encryptFor?: JWK;
  kid?: string;
  /** Whether the wallet compresses the answer before it encrypts it (RFC 7516 4.1.3). */
  isCompressed?: boolean;
  /** Response fields that the wallet sends in addition to its presentation or in place of it. */
  fields?: Record<string, unknown>;
  /** Whether the wallet uses iOS's form field name, `vp_token[<id>]`, instead of `vp_token`. */
  isApple?: boolean;
  /** Whether the wallet posts the bare presentation instead of a list that contains it. */
  isBare?: boolean;
}

const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

/**
 * Creates the session transcript of ISO 18013-7 annex C. The library cannot create one, so this
 * function replaces the structure of a transcript that the library can create.
 */
async function annexC(encryptionInfo: string, origin: string): Promise<SessionTranscript> {
  const info = cborEncode([encryptionInfo, origin]);
  const structure = [null, null, ['dcapi', await sha256(info)]];
  const transcript = await SessionTranscript.forOid4VpDcApi({ origin, nonce: '' }, mdocContext);
  return Object.defineProperty(transcript, 'encodedStructure', { value: structure });
}

interface Query {
  credentials: [{ id: string; meta: { doctype_value: string }; claims: [{ path: string[] }] }];
}

/** @returns the bytes of a DeviceResponse */
async function present(
  { docType, namespace, issuerSigned, deviceKey }: Issued,
  sessionTranscript: SessionTranscript,
  elements: readonly string[],
  { alter, alterBytes }: Deviation,
): Promise<Uint8Array> {
  const itemsRequest = ItemsRequest.create({
    docType,
    namespaces: { [namespace]: Object.fromEntries(elements.map((name) => [name, false])) },
  });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
      issuerSigned: [issuerSigned],
      sessionTranscript,
      signature: { signingKey: CoseKey.fromJwk({ ...deviceKey, alg: 'ES256' }) },
    },
    mdocContext,
  );
  const bytes = response.encode();
  if (alterBytes) return alterBytes(bytes);
  if (alter === undefined) return bytes;
  const map = cborDecode<Map<string, unknown>>(bytes);
  alter(map);
  return cborEncode(map);
}

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});

/** Encrypts a response as specified in ISO 18013-7 C.3. */
export async function seal(
  response: Uint8Array,
  { key, info }: { key: JWK; info: Uint8Array },
): Promise<string> {
  const { kty = '', crv = '', x = '', y = '' } = key;
  const recipientPublicKey = await suite.kem.importKey('jwk', { kty, crv, x, y }, true);
  const sender = await suite.createSenderContext({ recipientPublicKey, info });
  const cipherText = new Uint8Array(await sender.seal(response));
  const parts = new Map([
    ['enc', new Uint8Array(sender.enc)],
    ['cipherText', cipherText],
  ]);
  return base64url.encode(cborEncode(['dcapi', parts]));
}

/** Answers an annex C request that the page passes to the wallet. */
async function answerAnnexC(
  made: MadeOffer,
  issued: Issued,
  deviation: Deviation,
): Promise<WalletAnswer> {
  const { data } = made.requests.find(({ protocol }) => protocol === 'org-iso-mdoc') ?? {};
  const { deviceRequest = '', encryptionInfo = '' } = data as Record<string, string>;
  const [docRequest] = DeviceRequest.decode(base64url.decode(deviceRequest)).docRequests;
  const asked = [...(docRequest?.itemsRequest.namespaces.values() ?? [])].flatMap((one) => [
    ...one.keys(),
  ]);
  const [, parameters] = cborDecode<[string, Map<string, Map<number, unknown>>]>(
    base64url.decode(encryptionInfo),
  );
  const recipient = parameters.get('recipientPublicKey') ?? new Map();
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url.encode(recipient.get(-2) as Uint8Array),
    y: base64url.encode(recipient.get(-3) as Uint8Array),
  };
  const { origin = made.offer.origin } = deviation;
  const info = await annexC(encryptionInfo, made.offer.origin);
  const signed = await annexC(deviation.encryptionInfo ?? encryptionInfo, origin);
  const response = await present(issued, signed, deviation.elements ?? asked, deviation);
  const sealed = await seal(response, {
    key: deviation.encryptFor ?? key,
    info: info.encode(),
  });
  return { protocol: 'org-iso-mdoc', data: { response: sealed, ...deviation.fields } };
}

interface VpRequest {
  nonce: string;
  dcql_query: Query;
  client_metadata: { jwks?: { keys: [JWK] } };
}

export async function encrypt(
  parameters: Record<string, unknown>,
  key: JWK,
  { encryptFor, kid, isCompressed }: Pick<Deviation, 'encryptFor' | 'kid' | 'isCompressed'>,
): Promise<string> {
  const recipient = await importJWK(encryptFor ?? key, 'ECDH-ES');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(parameters)))
    .setProtectedHeader({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: kid ?? key.kid ?? '',
      ...(isCompressed === true && { zip: 'DEF' }),
    })
    .encrypt(recipient);
}

const thumbprintOf = async (key: JWK | undefined) =>
  key && base64url.decode(await calculateJwkThumbprint(key));

async function tokenOf(
  { dcql_query: { credentials } }: VpRequest,
  issued: Issued,
  transcript: SessionTranscript,
  deviation: Deviation,
): Promise<{ id: string; token: unknown; text: string }> {
  const [{ id, claims }] = credentials;
  const asked = claims.map(({ path }) => path.at(-1) ?? '');
  const { elements = asked } = deviation;
  const text = base64url.encode(await present(issued, transcript, elements, deviation));
  return { id, text, token: deviation.isBare ? text : [text] };
}

async function answerVpByPage(
  made: MadeOffer,
  protocol: 'openid4vp-v1-signed' | 'openid4vp-v1-unsigned',
  issued: Issued,
  deviation: Deviation,
): Promise<WalletAnswer> {
  const { data = {} } = made.requests.find((one) => one.protocol === protocol) ?? {};
  const request = (
    typeof data.request === 'string'
      ? JSON.parse(new TextDecoder().decode(base64url.decode(data.request.split('.')[1] ?? '')))
      : data
  ) as VpRequest;
  const [key] = request.client_metadata.jwks?.keys ?? [];
  if (key === undefined) throw new Error('The request has no key.');
  const { origin = made.offer.origin, nonce = request.nonce } = deviation;
  const jwkThumbprint = await thumbprintOf(key);
  const transcript = await SessionTranscript.forOid4VpDcApi(
    { origin, nonce, ...(jwkThumbprint && { jwkThumbprint }) },
    mdocContext,
  );
  const { id, token } = await tokenOf(request, issued, transcript, deviation);
  const parameters = { vp_token: { [id]: token }, ...deviation.fields };
  return { protocol, data: { response: await encrypt(parameters, key, deviation) } };
}

async function answerByLink(
  link: string,
  issued: Issued,
  deviation: Deviation,
): Promise<WalletAnswer> {
  const asked = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)));
  const request = {
    nonce: asked.nonce ?? '',
    dcql_query: JSON.parse(asked.dcql_query ?? '') as Query,
    client_metadata: JSON.parse(asked.client_metadata ?? '') as VpRequest['client_metadata'],
  };
  const { nonce = request.nonce, responseUri = asked.response_uri ?? '' } = deviation;
  const [key] = request.client_metadata.jwks?.keys ?? [];
  const jwkThumbprint = await thumbprintOf(key);
  const clientId =
    deviation.responseUri === undefined ? (asked.client_id ?? '') : `redirect_uri:${responseUri}`;
  const transcript = await SessionTranscript.forOid4Vp(
    { clientId, responseUri, nonce, ...(jwkThumbprint && { jwkThumbprint }) },
    mdocContext,
  );
  const { id, token, text } = await tokenOf(request, issued, transcript, deviation);
  const { state = asked.state ?? '' } = deviation;
  if (key !== undefined) {
    const parameters = { vp_token: { [id]: token }, state, ...deviation.fields };
    const response = await encrypt(parameters, key, deviation);
    return { form: new URLSearchParams({ response }).toString() };
  }
  const proof: Record<string, string> = deviation.isApple
    ? { [`vp_token[${id}]`]: text }
    : { vp_token: JSON.stringify({ [id]: token }) };
  const more = deviation.fields as Record<string, string> | undefined;
  return { form: new URLSearchParams({ ...proof, state, ...more }).toString() };
}

/** Answers an offer as a wallet that uses the given protocol would. */
export async function answer(
  made: MadeOffer,
  protocol: WalletProtocol,
  issued: Issued,
  deviation: Deviation = {},
): Promise<WalletAnswer> {
  if (protocol === 'org-iso-mdoc') return answerAnnexC(made, issued, deviation);
  if (protocol === 'direct_post') return answerByLink(made.links.av ?? '', issued, deviation);
  if (protocol === 'direct_post.jwt')
    return answerByLink(made.links.encrypted ?? '', issued, deviation);
  return answerVpByPage(made, protocol, issued, deviation);
}
