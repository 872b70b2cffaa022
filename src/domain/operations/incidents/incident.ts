// An incident as operators record it for evidence packs (D-164): what happened to the service,
// without naming a person.

export interface IncidentFacts {
  beganAtMs: number;
  /** When the incident ended; null while it lasts. */
  endedAtMs: number | null;
  what: string;
  /** Who was affected, without names. */
  concerned: string;
  /** A description of what was done about the incident. */
  done: string;
}

export interface Incident extends IncidentFacts {
  /** The incident's id, `inc_…`. */
  id: string;
  writtenAtMs: number;
  /** When the incident was last changed; null if it has never been changed. */
  changedAtMs: number | null;
}

/**
 * Patterns for email and IP addresses, which an incident's text must not contain: they are personal
 * data, and every customer's evidence pack includes the text.
 */
const ADDRESSES = [
  /[^\s@]+@[^\s@]+\.[^\s@]/,
  // IPv4 addresses: exactly four numbers; a full stop may follow, as at the end of a sentence.
  /(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/,
  /(?:[\da-f]{1,4}:){4,}/i,
  // IPv6 addresses with `::` for omitted zeros (RFC 4291 2.2): this pattern matches `::` in the
  // middle or at the end, the next one at the beginning.
  /(?<!\w)(?:[\da-f]{1,4}:)+:(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?(?!\w)/i,
  /(?<!\w)::[\da-f]{1,4}(?::[\da-f]{1,4})*(?!\w)/i,
];

/** @returns whether a text contains an email or IP address */
export const namesAddress = (text: string): boolean =>
  ADDRESSES.some((address) => address.test(text));
