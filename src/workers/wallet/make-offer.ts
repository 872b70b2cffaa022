// Creates an offer: the requests that wallets receive from the page or through a link, and the data
// that the session later passes to `judge` together with the answer.
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { CREDENTIALS, elementFor, pathOf } from '../../wallet/age-claims.ts';
import {
  API_PROTOCOLS,
  type RequestedElement,
  type DigitalRequest,
  type LinkProtocol,
  LINK_PROTOCOLS,
  type MadeOffer,
  OFFER_MS,
  type OfferAnswer,
  type OfferKey,
  type OfferRequest,
  type WalletOffer,
  type WalletProtocol,
} from '../../wallet/wallet-wire.ts';
import { Embedded, type Encodable, encodeCbor } from './cbor-encode.ts';
import { clientIdOf, keyIdOf } from './handover.ts';
import { coseKeyOf, makeOfferKey } from './offer-key.ts';
import { signRequest } from './sign-request.ts';

/**
 * The id of a request's only query; `vp_token` in an answer contains the presentation under this
 * id.
 */
export const QUERY_ID = 'proof_of_age';
/** Lengths in bytes: the nonces of annex C and of OpenID4VP, and the state of OpenID4VP. */
const [ENCRYPTION_NONCE_BYTES, NONCE_BYTES, STATE_BYTES] = [16, 24, 16];
/** The COSE algorithm identifier of ES256. */
const ES256 = -7;
const ANY_ENCRYPTED: readonly WalletProtocol[] = [
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
  'direct_post.jwt',
];

/** @returns the offer for the session, and the requests for the page and for links */
export async function makeOffer(request: OfferRequest): Promise<OfferAnswer> {
  const { credential, gate, origin, responseUri, nowMs } = request;
  const element = elementFor(credential, gate);
  if (element === undefined) return { ok: false, fault: 'age_not_provable' };
  const { format, docType, namespace } = CREDENTIALS[credential];
  const protocols = [...new Set(request.protocols)].filter(
    (one) => format === 'mso_mdoc' || one !== 'org-iso-mdoc',
  );
  if (!isComplete({ ...request, protocols })) return { ok: false, fault: 'incomplete' };
  const offer: WalletOffer = {
    protocols,
    asked: { credential, docType, namespace, element },
    gate,
    nonce: randomText(NONCE_BYTES),
    state: randomText(STATE_BYTES),
    origin,
    ...(responseUri !== undefined && { responseUri }),
    expiresAtMs: nowMs + OFFER_MS,
  };
  if (protocols.includes('org-iso-mdoc')) {
    offer.hpkeKey = await makeOfferKey();
    offer.encryptionInfo = encryptionInfo(offer.hpkeKey);
  }
  if (protocols.some((one) => ANY_ENCRYPTED.includes(one))) offer.jweKey = await makeOfferKey();
  const requests = await makeRequests(offer, request.signer);
  return { ok: true, offer, requests, links: await makeLinks(offer) };
}

function isComplete({ protocols, responseUri, signer }: OfferRequest): boolean {
  const needsLink = protocols.some((one) => LINK_PROTOCOLS.includes(one as LinkProtocol));
  if (protocols.length === 0 || (needsLink && responseUri === undefined)) return false;
  return !protocols.includes('openid4vp-v1-signed') || (signer?.certificates.length ?? 0) > 0;
}

const randomText = (bytes: number): string =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** Builds the `encryptionInfo` of ISO 18013-7, C.2. */
function encryptionInfo(key: OfferKey): string {
  const nonce = crypto.getRandomValues(new Uint8Array(ENCRYPTION_NONCE_BYTES));
  const parameters = new Map<string, Encodable>([
    ['nonce', nonce],
    ['recipientPublicKey', coseKeyOf(key)],
  ]);
  return encodeBase64Url(encodeCbor(['dcapi', parameters]));
}

/**
 * Builds a request for one element of one document (ISO 18013-5, 8.3.2.1.2.1); `false` declares
 * that we do not intend to retain the element.
 */
function deviceRequest({ docType, namespace, element }: RequestedElement): string {
  const items = new Map<string, Encodable>([
    ['docType', docType],
    ['nameSpaces', new Map([[namespace, new Map([[element, false]])]])],
  ]);
  const docRequest = new Map([['itemsRequest', new Embedded(encodeCbor(items))]]);
  const request = new Map<string, Encodable>([
    ['version', '1.0'],
    ['docRequests', [docRequest]],
  ]);
  return encodeBase64Url(encodeCbor(request));
}

/** Builds the DCQL query (OpenID4VP 1.0, 6, B.2.3 and B.3.5). */
function dcqlQuery({ credential, docType, element }: RequestedElement) {
  const { format } = CREDENTIALS[credential];
  const path = pathOf(credential, element);
  const kind =
    format === 'mso_mdoc'
      ? { meta: { doctype_value: docType }, claims: [{ path, intent_to_retain: false }] }
      : { meta: { vct_values: [docType] }, claims: [{ path }] };
  return { credentials: [{ id: QUERY_ID, format, ...kind }] };
}

/** The supported formats and algorithms (OpenID4VP 1.0, B.2.2 and B.3.4). */
const FORMATS = {
  mso_mdoc: { mso_mdoc: { issuerauth_alg_values: [ES256], deviceauth_alg_values: [ES256] } },
  'dc+sd-jwt': {
    'dc+sd-jwt': {
      'sd-jwt_alg_values': ['ES256', 'ES384'],
      'kb-jwt_alg_values': ['ES256', 'ES384'],
    },
  },
};

/** @param key the key for encrypting answers; undefined if they are not encrypted */
async function clientMetadata({ credential }: RequestedElement, key: OfferKey | undefined) {
  const formats = { vp_formats_supported: FORMATS[CREDENTIALS[credential].format] };
  if (key === undefined) return formats;
  const { kty, crv, x, y } = key;
  const kid = await keyIdOf(key);
  return {
    ...formats,
    jwks: { keys: [{ kty, crv, x, y, use: 'enc', alg: 'ECDH-ES', kid }] },
    encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
  };
}

async function makeRequests(
  offer: WalletOffer,
  signer: OfferRequest['signer'],
): Promise<DigitalRequest[]> {
  const { protocols, asked, nonce, origin } = offer;
  const claims = async () => ({
    response_type: 'vp_token',
    response_mode: 'dc_api.jwt',
    nonce,
    dcql_query: dcqlQuery(asked),
    client_metadata: await clientMetadata(asked, offer.jweKey),
  });
  const made: DigitalRequest[] = [];
  for (const protocol of API_PROTOCOLS.filter((one) => protocols.includes(one))) {
    if (protocol === 'org-iso-mdoc') {
      const data = {
        deviceRequest: deviceRequest(asked),
        encryptionInfo: offer.encryptionInfo,
      };
      made.push({ protocol, data });
    } else if (protocol === 'openid4vp-v1-unsigned') {
      made.push({ protocol, data: await claims() });
    } else if (signer !== undefined) {
      const signed = { ...(await claims()), expected_origins: [origin] };
      made.push({ protocol, data: { request: await signRequest(signed, signer) } });
    }
  }
  return made;
}

async function makeLinks(offer: WalletOffer): Promise<MadeOffer['links']> {
  const { protocols, asked } = offer;
  const isMdoc = CREDENTIALS[asked.credential].format === 'mso_mdoc';
  const plain = protocols.includes('direct_post') && (await linkQuery(offer, 'direct_post'));
  const encrypted =
    protocols.includes('direct_post.jwt') && (await linkQuery(offer, 'direct_post.jwt'));
  return {
    ...(plain !== false && isMdoc && { av: `av://?${plain}` }),
    ...(plain !== false && { openid4vp: `openid4vp://?${plain}` }),
    ...(encrypted !== false && { encrypted: `openid4vp://?${encrypted}` }),
  };
}

/**
 * Builds an unsigned request that the link passes by value (OpenID4VP 1.0, 5 and 8.2), which is the
 * form that the EU app supports.
 */
async function linkQuery(offer: WalletOffer, mode: LinkProtocol): Promise<string> {
  const { asked, nonce, state, responseUri = '', jweKey } = offer;
  const metadata = await clientMetadata(asked, mode === 'direct_post.jwt' ? jweKey : undefined);
  return new URLSearchParams({
    response_type: 'vp_token',
    response_mode: mode,
    client_id: clientIdOf(responseUri),
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(dcqlQuery(asked)),
    client_metadata: JSON.stringify(metadata),
  }).toString();
}
