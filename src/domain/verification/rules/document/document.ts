// Judges the content of a document's codes. Pure. Anyone can print a code, so a machine-readable
// zone or a barcode proves nothing about its issuer. The verdict contains only the kind of
// document, its country, the age threshold met and, if the person will soon reach the next one, the
// year of that birthday (D-163). It contains no other part of any date.
import { addYears, type CivilDate } from '../../../../vision/documents/civil-date.ts';
import type {
  DocumentFacts,
  DocumentFault,
  DocumentReading,
  DocumentType,
} from '../../../../vision/documents/document-facts.ts';
import { AGE_BRACKETS } from '../../../terms/age-bracket.ts';
import type { VerdictReason } from '../session/reasons.ts';

export interface DocumentEvidence {
  /**
   * The service's own readings of at least two pictures of one side. The page's readings are
   * ignored.
   */
  readings: readonly DocumentReading[];
  /** The kinds of document that the tenant accepts. */
  allowed: readonly DocumentType[];
  /** The required age; undefined if only a document is required. */
  gate: number | undefined;
  /**
   * Age thresholds in ascending order, which replace the gate in an account's own check: the person
   * must meet the lowest, and the verdict contains the highest one met.
   */
  thresholds?: readonly number[];
  /** The current date in UTC. */
  today: CivilDate;
}

/** Facts that may be kept about a document that was read. */
export interface SeenDocument {
  type: DocumentType;
  country?: string;
}

export type DocumentVerdict =
  | ({ passed: true; metThreshold?: number; nextBracketYear?: number } & SeenDocument)
  /** `seen` is present if the document was read but its content does not pass. */
  | { passed: false; reason: DocumentReason; seen?: SeenDocument };

type DocumentReason = Extract<
  VerdictReason,
  'document_rejected' | 'document_expired' | 'dob_unreadable' | 'age_below_threshold'
>;

const MIN_READINGS = 2;
/**
 * Faults that concern only the birth date. If there are no other faults, everything else was read.
 */
const BIRTH_FAULTS: readonly DocumentFault[] = ['birth_date', 'birth_check'];

/**
 * Judges the readings. All readings must be valid and agree, because a check digit alone misses
 * some misread letters in a number (ICAO 9303-3). A document is valid on its expiry date, and a
 * person reaches an age on the birthday. If the day of birth is unknown, the age counts as reached
 * only if the latest possible birth date is early enough, and as not reached only if even the
 * earliest is too late; otherwise the birth date counts as unreadable.
 */
export function judgeDocument(evidence: DocumentEvidence): DocumentVerdict {
  const { readings } = evidence;
  const faults = readings.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.some((fault) => !BIRTH_FAULTS.includes(fault))) return failed('document_rejected');
  if (faults.length > 0) return failed('dob_unreadable');
  const [facts, ...others] = readings.flatMap((one) => (one.ok ? [one.facts] : []));
  if (!facts || readings.length < MIN_READINGS) return failed('document_rejected');
  if (!others.every((other) => isSameDocument(facts, other))) return failed('document_rejected');
  if (others.some((other) => !isSameBirth(facts, other))) return failed('dob_unreadable');
  const { type, country } = facts;
  const seen: SeenDocument = { type, ...(country !== undefined && { country }) };
  if (!evidence.allowed.includes(type)) return failed('document_rejected', seen);
  if (facts.expiryDate < evidence.today) return failed('document_expired', seen);
  const { gate, thresholds = [], today } = evidence;
  const isOfAge = (years: number): boolean => addYears(facts.birthDate, years) <= today;
  const least = gate ?? thresholds[0];
  if (least !== undefined && !isOfAge(least)) {
    const mayBe = facts.bornFrom !== undefined && addYears(facts.bornFrom, least) <= today;
    return failed(mayBe ? 'dob_unreadable' : 'age_below_threshold', seen);
  }
  const metThreshold = thresholds.findLast(isOfAge);
  const nextBracketYear = yearOfNextBracket(facts.birthDate, today);
  return {
    passed: true,
    ...seen,
    ...(metThreshold !== undefined && { metThreshold }),
    ...(nextBracketYear !== undefined && { nextBracketYear }),
  };
}

/**
 * Returns the year in which the person reaches the next age threshold. Accounts store an age for a
 * year, so a threshold reached later is irrelevant.
 * @returns undefined when none is reached by the end of the next year
 */
function yearOfNextBracket(birthDate: CivilDate, today: CivilDate): number | undefined {
  const next = AGE_BRACKETS.find((years) => addYears(birthDate, years) > today);
  if (next === undefined) return undefined;
  const year = Number(birthDate.slice(0, 4)) + next;
  return year <= Number(today.slice(0, 4)) + 1 ? year : undefined;
}

const failed = (reason: DocumentReason, seen?: SeenDocument): DocumentVerdict => ({
  passed: false,
  reason,
  ...(seen !== undefined && { seen }),
});

const isSameBirth = (a: DocumentFacts, b: DocumentFacts): boolean =>
  a.birthDate === b.birthDate && a.bornFrom === b.bornFrom;

/**
 * Whether two readings are of the same document. Names are truncated and have no check digit, so
 * their readings may differ.
 */
function isSameDocument(a: DocumentFacts, b: DocumentFacts): boolean {
  return (
    a.type === b.type &&
    a.country === b.country &&
    a.number === b.number &&
    a.expiryDate === b.expiryDate
  );
}
