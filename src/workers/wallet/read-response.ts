// Rows 3 to 5 of the table in D-146: reads a DeviceResponse (ISO 18013-5, 8.3.2.1.2.2), which must
// contain exactly one document, the requested one, and disclose only the requested element.
import { ageOf, type AgeElement, CREDENTIALS } from '../../wallet/age-claims.ts';
import type { RequestedElement } from '../../wallet/wallet-wire.ts';
import { type Bytes, type CborMap, type CborValue, decodeCbor, Tagged } from './cbor.ts';
import { readSign1, type Sign1 } from './cose.ts';
import { refuse } from './refusal.ts';

const EMBEDDED_TAG = 24;

interface PresentedItem {
  element: AgeElement;
  digestId: number;
  value: boolean;
  /** The item as it was received, with its tag: its digest covers these bytes. */
  raw: Bytes;
}

export interface PresentedDocument {
  docType: string;
  namespace: string;
  item: PresentedItem;
  issuerAuth: Sign1;
  /** The name spaces as they were received, with their tag: the device signs these bytes. */
  deviceNameSpaces: Bytes;
  /**
   * The device's signature; absent if the device computed a MAC with a shared key instead. A MAC
   * proves nothing to a third party.
   */
  deviceSignature?: Sign1;
}

/** @throws AnswerRefusal when a check of rows 3 to 5 fails */
export function readResponse(bytes: Bytes, asked: RequestedElement): PresentedDocument {
  const response = mapOf(decode(bytes), 'DeviceResponse');
  if (!/^1\.\d$/.test(textOf(response, 'version')))
    refuse('malformed', 'The DeviceResponse is not of version 1.');
  const status = response.get('status');
  if (status !== 0)
    refuse(
      'malformed',
      `The status of the DeviceResponse is ${typeof status === 'number' ? status : 'none'}.`,
    );
  const document = onlyDocument(response.get('documents'), asked);
  // The second edition of ISO 18013-5 defines these members, but our requests do not include them.
  if (response.has('zkDocuments') || response.has('encryptedDocuments'))
    refuse('other_document', 'The response contains several documents.');
  const issuerSigned = mapOf(document.get('issuerSigned'), 'issuerSigned');
  const deviceSigned = mapOf(document.get('deviceSigned'), 'deviceSigned');
  const deviceNameSpaces = embedded(deviceSigned.get('nameSpaces'), 'deviceSigned.nameSpaces');
  const deviceAuth = mapOf(deviceSigned.get('deviceAuth'), 'deviceAuth');
  if (mapOf(decode(deviceNameSpaces.content), 'deviceSigned.nameSpaces').size > 0)
    refuse('over_disclosed', 'The response has device-signed elements, which were not requested.');
  const item = onlyItem(issuerSigned.get('nameSpaces'), asked);
  const signature = deviceAuth.get('deviceSignature');
  return {
    docType: asked.docType,
    namespace: asked.namespace,
    item,
    issuerAuth: sign1Of(issuerSigned.get('issuerAuth'), 'issuerAuth'),
    deviceNameSpaces: deviceNameSpaces.raw,
    ...(signature !== undefined &&
      !deviceAuth.has('deviceMac') && { deviceSignature: sign1Of(signature, 'deviceSignature') }),
  };
}

function onlyDocument(documents: CborValue, { docType }: RequestedElement): CborMap {
  if (documents === undefined) return refuse('no_document', 'The response contains no documents.');
  if (!Array.isArray(documents)) return refuse('malformed', 'The documents are not an array.');
  if (documents.length === 0) refuse('no_document', 'The response contains no documents.');
  if (documents.length > 1) refuse('other_document', 'The response contains several documents.');
  const document = mapOf(documents[0], 'document');
  if (textOf(document, 'docType') !== docType)
    refuse('other_document', `The document is not of type ${docType}.`);
  return document;
}

/**
 * Returns the only disclosed item. An mDL may answer with the age nearest to the requested one; row
 * 11 judges that age.
 */
function onlyItem(nameSpaces: CborValue, asked: RequestedElement): PresentedItem {
  const { credential, namespace, element } = asked;
  if (nameSpaces === undefined) refuse('under_disclosed', 'The document discloses no element.');
  const map = mapOf(nameSpaces, 'nameSpaces');
  const shown = [...map].flatMap(([name, list]) => {
    if (!Array.isArray(list)) return refuse('malformed', 'A name space is not an array.');
    return list.map((entry) => ({ name, entry }));
  });
  const [first] = shown;
  if (first === undefined) return refuse('under_disclosed', 'The document discloses no element.');
  if (shown.length > 1 || map.size > 1)
    refuse(
      'over_disclosed',
      'The document discloses more than the one element that was requested.',
    );
  const { raw, content } = embedded(first.entry, 'IssuerSignedItem');
  const item = mapOf(decode(content), 'IssuerSignedItem');
  const identifier = textOf(item, 'elementIdentifier');
  const isNearest = CREDENTIALS[credential].ages === undefined && ageOf(identifier) !== undefined;
  if (first.name !== namespace || !(identifier === element || isNearest))
    refuse('over_disclosed', `The disclosed element is not ${element} of ${namespace}.`);
  const [digestId, value] = [item.get('digestID'), item.get('elementValue')];
  if (typeof digestId !== 'number' || !(item.get('random') instanceof Uint8Array))
    return refuse('malformed', 'The element has no digestID or no random.');
  if (typeof value !== 'boolean')
    return refuse('malformed', 'The element is neither true nor false.');
  return { element: identifier as AgeElement, digestId, value, raw };
}

function sign1Of(item: CborValue, name: string): Sign1 {
  const read = attempt(() => readSign1(item));
  return read ?? refuse('malformed', `The ${name} is not a COSE_Sign1.`);
}

/** @throws AnswerRefusal, `malformed` */
export function decode(bytes: Bytes): CborValue {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    return refuse(
      'malformed',
      `A part of the response is not valid CBOR: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** @throws AnswerRefusal, `malformed` */
export function mapOf(item: CborValue, name: string): CborMap {
  return item instanceof Map ? item : refuse('malformed', `The ${name} is not a map.`);
}

/** @throws AnswerRefusal, `malformed` */
export function textOf(map: CborMap, key: string): string {
  const value = map.get(key);
  return typeof value === 'string'
    ? value
    : refuse('malformed', `The ${key} is not a text string.`);
}

/** @throws AnswerRefusal, `malformed` */
export function embedded(item: CborValue, name: string): { raw: Bytes; content: Bytes } {
  const isOne = item instanceof Tagged && item.tag === EMBEDDED_TAG;
  if (!isOne || !(item.value instanceof Uint8Array))
    return refuse('malformed', `The ${name} is not encoded CBOR with tag 24.`);
  return { raw: item.raw, content: item.value };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
