// Rows 1 and 2 of the table in D-146: decrypts an answer and checks that it belongs to the offer.
// Nothing that a wallet sends is trusted, not even the protocol that it names or the shape of the
// data.
import {
  decodeBase64Url,
  encodeHex,
  encodeUtf8,
  isCanonicalBase64Url,
} from '../../crypto/encoding.ts';
import { CREDENTIALS } from '../../wallet/age-claims.ts';
import {
  API_PROTOCOLS,
  MAX_ANSWER_BYTES,
  type WalletAnswer,
  type WalletOffer,
  type WalletProtocol,
} from '../../wallet/wallet-wire.ts';
import { type Bytes, type CborValue, decodeCbor } from './cbor.ts';
import { openHpke, openJwe } from './decrypt.ts';
import { audienceOf, transcriptOf } from './handover.ts';
import { QUERY_ID } from './make-offer.ts';
import { refuse } from './refusal.ts';

export type OpenedAnswer = OpenedMdoc | OpenedSdJwt;

export interface OpenedMdoc {
  /** CBOR of a DeviceResponse. */
  response: Bytes;
  /** CBOR of the session transcript for this offer and this protocol. */
  transcript: Bytes;
}

export interface OpenedSdJwt {
  /** The SD-JWT with its key binding. */
  presentation: string;
  /** The audience that the key binding must name. */
  audience: string;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * @throws AnswerRefusal when a check of rows 1 and 2 fails, or when the answer contains anything
 *   but exactly one presentation for our query
 */
export async function openAnswer(
  offer: WalletOffer,
  answer: WalletAnswer,
  nowMs: number,
): Promise<OpenedAnswer> {
  if (sizeOf(answer) > MAX_ANSWER_BYTES) refuse('malformed', 'The answer is larger than 64 KiB.');
  if (offer.answeredAtMs !== undefined)
    refuse('offer_gone', 'This offer has already been answered.');
  if (nowMs >= offer.expiresAtMs) refuse('offer_gone', 'This offer has expired.');
  return 'form' in answer ? openForm(offer, answer.form) : openFromPage(offer, answer);
}

function sizeOf(answer: WalletAnswer): number {
  const { form } = answer as { form?: string };
  const data = form ?? ('data' in answer ? answer.data : undefined);
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return encodeUtf8(text).length;
}

async function openFromPage(
  offer: WalletOffer,
  { protocol, data }: { protocol: string; data: unknown },
): Promise<OpenedAnswer> {
  const known = API_PROTOCOLS.find((one) => one === protocol);
  if (known === undefined || !offer.protocols.includes(known))
    refuse(
      'protocol_not_offered',
      `The offer does not include the protocol ${protocol.slice(0, 40)}.`,
    );
  const fields = fieldsOf(data);
  refuseError(fields);
  const { response } = fields;
  if (typeof response !== 'string')
    refuse('malformed', 'The request asks for an encrypted response, and the answer has none.');
  if (known === 'org-iso-mdoc') {
    const transcript = await transcriptFor(offer, known);
    return { transcript, response: await openAnnexC(offer, response, transcript) };
  }
  const parameters = await openEncrypted(offer, response);
  refuseError(parameters);
  return presented(offer, known, parameters.vp_token);
}

/**
 * Opens an answer that was posted as a form. Refuses repeated fields, as RFC 6749 3.1 does, because
 * two form parsers could pick different values.
 */
async function openForm(offer: WalletOffer, form: string): Promise<OpenedAnswer> {
  const entries = [...new URLSearchParams(form)];
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length !== entries.length)
    refuse('malformed', 'A field of the form appears twice.');
  // An error may be posted unencrypted in every response mode (OpenID4VP 1.0, 8.3.1).
  if ('error' in fields) {
    refuseOtherState(offer, fields.state);
    refuseError(fields);
  }
  const protocol = 'response' in fields ? 'direct_post.jwt' : 'direct_post';
  if (!offer.protocols.includes(protocol))
    refuse('protocol_not_offered', `The offer does not include the protocol ${protocol}.`);
  if (protocol === 'direct_post') {
    refuseOtherState(offer, fields.state);
    return presented(offer, protocol, vpTokenOf(fields));
  }
  const parameters = await openEncrypted(offer, fields.response ?? '');
  refuseOtherState(offer, parameters.state);
  refuseError(parameters);
  return presented(offer, protocol, parameters.vp_token);
}

async function presented(
  offer: WalletOffer,
  protocol: WalletProtocol,
  vpToken: unknown,
): Promise<OpenedAnswer> {
  const presentation = presentationOf(vpToken);
  if (CREDENTIALS[offer.asked.credential].format === 'mso_mdoc')
    return {
      response: readBase64Url(presentation),
      transcript: await transcriptFor(offer, protocol),
    };
  const audience = audienceOf(offer, protocol);
  return audience === undefined
    ? refuse('protocol_not_offered', `The offer has no audience for the protocol ${protocol}.`)
    : { presentation, audience };
}

async function transcriptFor(offer: WalletOffer, protocol: WalletProtocol): Promise<Bytes> {
  const transcript = await transcriptOf(offer, protocol);
  return (
    transcript ??
    refuse('protocol_not_offered', `The offer has no keys for the protocol ${protocol}.`)
  );
}

function refuseOtherState({ state }: WalletOffer, given: unknown): void {
  if (given !== state) refuse('offer_gone', 'The state belongs to another offer.');
}

function refuseError({ error }: Parameters): void {
  if (error === undefined) return;
  if (error === 'access_denied') refuse('declined', 'The wallet returned access_denied.');
  const code = typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : 'an error';
  refuse('wallet_error', `The wallet returned ${code}.`);
}

/** Reads an answer's fields. Most browsers return an object, but some return a JSON string. */
function fieldsOf(data: unknown): Parameters {
  const value = typeof data === 'string' ? parseJson(data) : data;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse('malformed', 'The answer is not a JSON object.');
  return value as Parameters;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse('malformed', 'The answer is not valid JSON.');
  }
}

/** Decrypts a response as defined in ISO 18013-7, C.3. */
async function openAnnexC(
  { hpkeKey }: WalletOffer,
  response: string,
  transcript: Bytes,
): Promise<Bytes> {
  const value = readCbor(readBase64Url(response));
  const [name, sealed] = Array.isArray(value) ? value : [];
  const parts = sealed instanceof Map ? sealed : undefined;
  const [enc, cipherText] = [parts?.get('enc'), parts?.get('cipherText')];
  if (
    name !== 'dcapi' ||
    !(enc instanceof Uint8Array && cipherText instanceof Uint8Array) ||
    hpkeKey === undefined
  )
    return refuse('malformed', 'The response is not an EncryptedResponse of ISO 18013-7, annex C.');
  const opened = await openHpke({ enc, cipherText }, hpkeKey, transcript);
  return (
    opened ??
    refuse(
      'not_decryptable',
      'The response was encrypted to another key, or with another session transcript as its info.',
      { transcript: encodeHex(transcript) },
    )
  );
}

async function openEncrypted({ jweKey }: WalletOffer, response: string): Promise<Parameters> {
  const opened = jweKey && (await openJwe(response, jweKey));
  if (opened === undefined)
    return refuse(
      'not_decryptable',
      'The response is not a JWE (ECDH-ES with A128GCM or A256GCM) encrypted to the key of this offer and naming its kid.',
    );
  return fieldsOf(new TextDecoder().decode(opened));
}

/** Reads `vp_token`, which Android posts as JSON, and iOS as one field per query. */
function vpTokenOf(fields: Readonly<Record<string, string>>): unknown {
  const named = Object.entries(fields).filter(([name]) => name.startsWith('vp_token['));
  const { vp_token: whole } = fields;
  if (named.length === 0) return whole === undefined ? undefined : parseJson(whole);
  if (whole !== undefined) refuse('malformed', 'The vp_token appears in two forms.');
  const pairs = named.map(([name, value]) => {
    const [, query] = /^vp_token\[([^[\]]+)\]$/.exec(name) ?? [];
    return [query ?? refuse('malformed', 'A vp_token field does not name a query.'), value];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

/**
 * Returns the only presentation. Each query has a list of presentations (OpenID4VP 1.0, 8.1); a
 * plain string is accepted as a list of one.
 */
function presentationOf(vpToken: unknown): string {
  if (typeof vpToken !== 'object' || vpToken === null || Array.isArray(vpToken))
    return refuse('malformed', 'The vp_token is missing or is not an object.');
  const tokens = vpToken as Record<string, unknown>;
  const { [QUERY_ID]: own, ...others } = tokens;
  if (Object.keys(others).length > 0)
    refuse('over_disclosed', 'The vp_token answers queries that were not in the request.');
  const list = Array.isArray(own) ? (own as unknown[]) : own === undefined ? [] : [own];
  if (list.length > 1) refuse('other_document', 'The vp_token contains several presentations.');
  const [presentation] = list;
  if (presentation === undefined)
    return refuse('no_document', `The vp_token has no presentation for the query ${QUERY_ID}.`);
  return typeof presentation === 'string'
    ? presentation
    : refuse('malformed', 'The presentation is not a string.');
}

function readBase64Url(text: string): Bytes {
  const bare = text.replace(/={1,2}$/, '');
  return isCanonicalBase64Url(bare)
    ? decodeBase64Url(bare)
    : refuse('malformed', 'The response is not valid base64url.');
}

function readCbor(bytes: Bytes): CborValue {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    return refuse(
      'malformed',
      `The response is not valid CBOR: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
