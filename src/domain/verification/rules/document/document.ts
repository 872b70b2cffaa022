// What the codes of a document decide. Pure. They are what somebody printed: a zone and a barcode prove nothing about who
// issued them. Nothing but the kind of document and its country leaves this file, and no date; of a birthday with which an age threshold is
// reached soon, its year (D-163).
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
  /** What the service itself read in two pictures or more of one side. What the page says of them does not count. */
  readings: readonly DocumentReading[];
  /** Which kinds the tenant accepts. */
  allowed: readonly DocumentType[];
  /** Age that is asked for; undefined where a document alone is. */
  gate: number | undefined;
  /** Instead of one gate, for an account's own check, ascending: the lowest has to be met, and the highest one counts. */
  thresholds?: readonly number[];
  /** UTC. */
  today: CivilDate;
}

/** What may be known of a document that was read. */
export interface SeenDocument {
  type: DocumentType;
  country?: string;
}

export type DocumentVerdict =
  | ({ passed: true; metThreshold?: number; nextBracketYear?: number } & SeenDocument)
  /** `seen`: it was read, and it is what it says that does not pass. */
  | { passed: false; reason: DocumentReason; seen?: SeenDocument };

type DocumentReason = Extract<
  VerdictReason,
  'document_rejected' | 'document_expired' | 'dob_unreadable' | 'age_below_threshold'
>;

const LEAST_READINGS = 2;
/** Where only these are wrong, everything but the birth date was read. */
const OF_BIRTH: readonly DocumentFault[] = ['birth_date', 'birth_check'];

/**
 * All readings must be whole and agree: a check digit alone lets some misread letters of a number pass (ICAO 9303-3).
 * A document is valid on the day it expires, and a person has an age from the birthday on. Where the day of birth is not known, the last
 * day that it can be makes somebody old enough, and the first one too young; between them the date is missing.
 */
export function judgeDocument(evidence: DocumentEvidence): DocumentVerdict {
  const { readings } = evidence;
  const faults = readings.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.some((fault) => !OF_BIRTH.includes(fault))) return failed('document_rejected');
  if (faults.length > 0) return failed('dob_unreadable');
  const [facts, ...others] = readings.flatMap((one) => (one.ok ? [one.facts] : []));
  if (!facts || readings.length < LEAST_READINGS) return failed('document_rejected');
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
 * Ages are kept for a year: a threshold that is reached later says nothing of them.
 * @returns undefined where none is reached by the end of the next year
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

/** Names are cut and have no check digit, so they may be read differently. */
function isSameDocument(a: DocumentFacts, b: DocumentFacts): boolean {
  return (
    a.type === b.type &&
    a.country === b.country &&
    a.number === b.number &&
    a.expiryDate === b.expiryDate
  );
}
