// An incident as operators write it down for evidence packs (D-164): what happened to the service, and no person.

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
  /** null: it is as it was written. */
  changedAtMs: number | null;
}

/** An address of mail or of a network is personal data, and every customer's pack has the text. */
const ADDRESS =
  /[^\s@]+@[^\s@]+\.[^\s@]|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?:[\da-f]{1,4}:){4,}/i;

/** @returns whether a text has an address of mail or of a network in it */
export const namesAddress = (text: string): boolean => ADDRESS.test(text);
