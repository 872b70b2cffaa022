// The part of a document that the issuer signed (MobileSecurityObject, ISO 18013-5, 9.1.2.4).
import { type Bytes, type CborMap, type CborValue, Tagged } from './cbor.ts';
import { decode, embedded, mapOf, textOf } from './read-response.ts';
import { refuse } from './refusal.ts';

const DIGESTS = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

export interface SecurityObject {
  docType: string;
  digestAlgorithm: (typeof DIGESTS)[number];
  valueDigests: CborMap;
  /** The device's public key, a COSE_Key. */
  deviceKey: CborValue;
  signedMs: number;
  validFromMs: number;
  validUntilMs: number;
  status?: { uri: string; index: number };
}

/**
 * @param payload the payload that the issuer signed
 * @throws AnswerRefusal, `malformed`
 */
export function readSecurityObject(payload: Bytes): SecurityObject {
  const object = mapOf(decode(embedded(decode(payload), 'payload').content), 'security object');
  if (!/^1\.\d$/.test(textOf(object, 'version')))
    refuse('malformed', 'The MobileSecurityObject is not of version 1.');
  const algorithm = DIGESTS.find((one) => one === object.get('digestAlgorithm'));
  const validity = mapOf(object.get('validityInfo'), 'validityInfo');
  const keyInfo = mapOf(object.get('deviceKeyInfo'), 'deviceKeyInfo');
  const status = statusOf(object.get('status'));
  return {
    docType: textOf(object, 'docType'),
    digestAlgorithm: algorithm ?? refuse('malformed', 'The digestAlgorithm is not supported.'),
    valueDigests: mapOf(object.get('valueDigests'), 'valueDigests'),
    deviceKey: keyInfo.get('deviceKey'),
    signedMs: timeOf(validity, 'signed'),
    validFromMs: timeOf(validity, 'validFrom'),
    validUntilMs: timeOf(validity, 'validUntil'),
    ...(status && { status }),
  };
}

/** Reads an RFC 3339 time in UTC, which must have CBOR tag 0. */
function timeOf(validity: CborMap, name: string): number {
  const item = validity.get(name);
  const text = item instanceof Tagged && item.tag === 0 ? item.value : undefined;
  const isTime = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
  const ms = isTime ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? refuse('malformed', `The member ${name} is not a time.`) : ms;
}

/** Reads the credential's entry in a Token Status List; identifier lists are not supported. */
function statusOf(status: CborValue): SecurityObject['status'] {
  const list = status instanceof Map ? status.get('status_list') : undefined;
  if (!(list instanceof Map)) return undefined;
  const [uri, index] = [list.get('uri'), list.get('idx')];
  return typeof uri === 'string' && typeof index === 'number' ? { uri, index } : undefined;
}
