// An incident as operators record it for evidence packs (D-164): what happened to the service,
// without naming a person.

export interface IncidentFacts {
  beganAtMs: number;
  /** null: it is not over. */
  endedAtMs: number | null;
  what: string;
  /** Who was concerned, without names. */
  concerned: string;
  /** What was done about it. */
  done: string;
}

export interface Incident extends IncidentFacts {
  /** `inc_…`. */
  id: string;
  writtenAtMs: number;
  /** null: the incident was never changed. */
  changedAtMs: number | null;
}

/** An email or IP address is personal data, and the text is in every customer's pack. */
const ADDRESS =
  /[^\s@]+@[^\s@]+\.[^\s@]|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?:[\da-f]{1,4}:){4,}/i;

/** @returns whether a text contains an email or IP address */
export const namesAddress = (text: string): boolean => ADDRESS.test(text);
