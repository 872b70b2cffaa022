// A session's document fields, which the customer receives, encrypted with a key that is used for
// this session only (D-96). The key is in the session's object, next to the ciphertext, and both
// are deleted together. rules/document/document-fields.ts defines the fields.
import type { Config } from '../../config/config.ts';
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { hmacHex } from '../../crypto/hmac.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';
import type { DocumentFacts, DocumentReading } from '../../vision/documents/document-facts.ts';
import {
  agreedFields,
  factsOf,
  fieldsOfTest,
  numberText,
  SPECIMEN,
  valuesOf,
  type DocumentFieldValues,
} from './rules/document/document-fields.ts';
import type { DocumentField } from './rules/document/document-state.ts';
import type { SessionRecord } from './rules/session/session.ts';

export interface SealedFields {
  /** The session's key: 32 bytes, base64url. */
  key: string;
  sealed: string;
}

const KEY_BYTES = 32;

/** The name under which a session's fields are sealed. */
const fieldsName = (sessionId: string): string => `document-fields:${sessionId}`;
/** The name under which a customer's key for document numbers is sealed. */
export const numberKeyName = (tenantId: string): string => `document-number:${tenantId}`;

/**
 * Creates the key for hashes of a customer's document numbers, so that no two customers can match
 * their hashes.
 * @returns the key, sealed with the service's key
 */
export const makeNumberKey = (config: Config, tenantId: string): Promise<string> =>
  seal(config.keyEncryptionKey, numberKeyName(tenantId), randomBytes());

/** @returns undefined when the person did not agree to share any field, or no document was read */
export async function sealFields(
  config: Config,
  record: SessionRecord,
  readings: readonly DocumentReading[],
): Promise<SealedFields | undefined> {
  const [fields, facts] = [agreedFields(record), factsOf(readings)];
  if (fields.length === 0 || facts === undefined) return undefined;
  const values = await readValues(config, record, facts, fields);
  const key = randomBytes();
  const text = encodeUtf8(JSON.stringify(values));
  const sealed = await seal({ current: key }, fieldsName(record.id), text);
  return { key: encodeBase64Url(key), sealed };
}

export async function openFields(
  sessionId: string,
  { key, sealed }: SealedFields,
): Promise<DocumentFieldValues> {
  const opened = await unseal({ current: decodeBase64Url(key) }, fieldsName(sessionId), sealed);
  return JSON.parse(new TextDecoder().decode(opened)) as DocumentFieldValues;
}

/**
 * Returns the fields of a specimen document, for a test session that was settled without a
 * document.
 * @returns undefined when the session requests no fields
 */
export async function specimenFields(
  config: Config,
  record: SessionRecord,
): Promise<DocumentFieldValues | undefined> {
  const fields = fieldsOfTest(record);
  return fields.length === 0 ? undefined : readValues(config, record, SPECIMEN, fields);
}

async function readValues(
  config: Config,
  { offer, tenant }: SessionRecord,
  facts: DocumentFacts,
  fields: readonly DocumentField[],
): Promise<DocumentFieldValues> {
  const numberKey = offer.documents?.numberKey;
  if (numberKey === undefined) return valuesOf(facts, fields, undefined);
  const key = await unseal(config.keyEncryptionKey, numberKeyName(tenant.id), numberKey);
  return valuesOf(facts, fields, await hmacHex(key, numberText(facts)));
}

const randomBytes = (): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(KEY_BYTES));
