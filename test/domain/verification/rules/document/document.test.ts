import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addYears } from '../../../../../src/vision/documents/civil-date.ts';
import type {
  DocumentFacts,
  DocumentFault,
} from '../../../../../src/vision/documents/document-facts.ts';
import { readMrz } from '../../../../../src/vision/documents/mrz.ts';
import {
  type DocumentEvidence,
  judgeDocument,
} from '../../../../../src/domain/verification/rules/document/document.ts';
import { formats, holders } from '../../../../vision/documents/holders.ts';
import { zoneOf } from '../../../../vision/documents/mrz-zones.ts';

const TODAY = '2026-11-22';
const FACTS: DocumentFacts = {
  type: 'id_card',
  country: 'CZ',
  number: 'D23145890',
  birthDate: '1974-08-12',
  expiryDate: '2031-04-15',
  surname: 'QUARRY',
  givenNames: 'AGATHA',
};
const read = (changes: Partial<DocumentFacts> = {}) =>
  ({ ok: true, facts: { ...FACTS, ...changes } }) as const;
const unread = (...faults: DocumentFault[]) => ({ ok: false, faults }) as const;

const judge = (changes: Partial<DocumentEvidence> = {}) =>
  judgeDocument({
    readings: [read(), read()],
    allowed: ['passport', 'id_card'],
    gate: 18,
    today: TODAY,
    ...changes,
  });
const judgeBoth = (facts: Partial<DocumentFacts>) =>
  judge({ readings: [read(facts), read(facts)] });

describe('two pictures that agree on a valid document of a person old enough', () => {
  it('pass with only the kind and country of the document', () => {
    expect(judge()).toEqual({ passed: true, type: 'id_card', country: 'CZ' });
  });

  it.each([
    ['2011-06-01', 12, undefined],
    ['2009-12-31', 15, 2027],
    ['2008-11-23', 15, 2026],
    ['2008-11-22', 15, undefined],
    ['2006-01-01', 18, 2027],
    ['2001-12-31', 18, 2026],
    ['2001-11-22', 18, undefined],
  ])(
    'of a person born on %s give the year of the next threshold, if it is near',
    (birthDate, gate, year) => {
      const both = [read({ birthDate }), read({ birthDate })];
      const verdict = judge({ readings: both, gate });
      expect(verdict).toMatchObject({ passed: true });
      expect('nextBracketYear' in verdict ? verdict.nextBracketYear : undefined).toBe(year);
    },
  );

  it('pass without a country when the issuer is not a country', () => {
    const { country: _country, ...facts } = FACTS;
    const reading = { ok: true, facts } as const;
    expect(judge({ readings: [reading, reading] })).toEqual({ passed: true, type: 'id_card' });
  });

  it('pass whatever the names, which have no check digit', () => {
    expect(judge({ readings: [read(), read({ surname: 'QUARRV' })] })).toMatchObject({
      passed: true,
    });
  });
});

describe('a document check refuses', () => {
  it.each([
    ['a second picture with another number', { number: 'D2314589O' }, 'document_rejected'],
    [
      'a second picture with another expiry date',
      { expiryDate: '2031-04-16' },
      'document_rejected',
    ],
    ['a second picture with another issuer', { country: 'SK' }, 'document_rejected'],
    ['a second picture with another kind', { type: 'passport' }, 'document_rejected'],
    ['a second picture with another birth date', { birthDate: '1974-08-13' }, 'dob_unreadable'],
  ] as const)('%s: %o', (_, changes, reason) => {
    expect(judge({ readings: [read(), read(changes)] })).toEqual({ passed: false, reason });
  });

  it.each([
    ['no code', unread('shape'), 'document_rejected'],
    ['a zone that does not add up', unread('whole_check'), 'document_rejected'],
    ['one whose birth date is no day', unread('birth_date'), 'dob_unreadable'],
    ['one whose birth date was misread', unread('birth_date', 'birth_check'), 'dob_unreadable'],
    ['more than that', unread('birth_check', 'whole_check'), 'document_rejected'],
  ] as const)('%s, in either picture', (_, reading, reason) => {
    expect(judge({ readings: [reading, read()] })).toEqual({ passed: false, reason });
    expect(judge({ readings: [read(), reading] })).toEqual({ passed: false, reason });
  });

  it('fewer than two pictures, and a third picture that differs', () => {
    const rejected = { passed: false, reason: 'document_rejected' };
    expect(judge({ readings: [] })).toEqual(rejected);
    expect(judge({ readings: [read()] })).toEqual(rejected);
    expect(judge({ readings: [read(), read(), read({ number: 'D2314589O' })] })).toEqual(rejected);
    expect(judge({ readings: [read(), read(), unread('shape')] })).toEqual(rejected);
    expect(judge({ readings: [read(), read(), read()] })).toMatchObject({ passed: true });
  });

  it('a kind of document that the customer does not accept', () => {
    expect(judgeBoth({ type: 'drivers_license' })).toEqual({
      passed: false,
      reason: 'document_rejected',
      seen: { type: 'drivers_license', country: 'CZ' },
    });
  });

  it('an expired document, but not on its last day', () => {
    expect(judgeBoth({ expiryDate: '2026-11-21' })).toEqual({
      passed: false,
      reason: 'document_expired',
      seen: { type: 'id_card', country: 'CZ' },
    });
    expect(judgeBoth({ expiryDate: TODAY })).toMatchObject({ passed: true });
  });

  it('a person one day too young, and not a person on their birthday', () => {
    expect(judgeBoth({ birthDate: '2008-11-23' })).toEqual({
      passed: false,
      reason: 'age_below_threshold',
      seen: { type: 'id_card', country: 'CZ' },
    });
    expect(judgeBoth({ birthDate: '2008-11-22' })).toMatchObject({ passed: true });
  });

  it('an incomplete birth date only when it matters, and reports it as unreadable', () => {
    const born = (bornFrom: string, birthDate: string) => judgeBoth({ bornFrom, birthDate });
    expect(born('2008-11-01', '2008-11-30')).toMatchObject({ reason: 'dob_unreadable' });
    expect(born('2008-01-01', '2008-12-31')).toMatchObject({ reason: 'dob_unreadable' });
    expect(born('2008-10-01', '2008-10-31')).toMatchObject({ passed: true });
    expect(born('2007-01-01', '2007-12-31')).toMatchObject({ passed: true });
    expect(born('2009-01-01', '2009-12-31')).toMatchObject({ reason: 'age_below_threshold' });
  });

  it('two pictures, only one with the day of birth', () => {
    const [whole, partial] = [read(), read({ bornFrom: '1974-08-01' })];
    expect(judge({ readings: [whole, partial] })).toMatchObject({ reason: 'dob_unreadable' });
  });

  it('a person below the lowest threshold, and otherwise the highest threshold met counts (D-91)', () => {
    const thresholds = [12, 15, 18, 21];
    const ofAge = (birthDate: string) =>
      judge({ readings: [read({ birthDate }), read({ birthDate })], gate: undefined, thresholds });
    expect(ofAge('2014-11-23')).toMatchObject({ passed: false, reason: 'age_below_threshold' });
    expect(ofAge('2011-11-22')).toMatchObject({ passed: true, metThreshold: 15 });
    expect(ofAge('1974-08-12')).toMatchObject({ passed: true, metThreshold: 21 });
  });

  it('nobody for their age when no age is required', () => {
    const child = read({ birthDate: '2020-01-01' });
    expect(judge({ readings: [child, child], gate: undefined })).toMatchObject({ passed: true });
  });
});

it('for every zone and gate, passes exactly the people who are old enough, and returns no date or number', () => {
  assert(
    property(formats, holders, integer({ min: 1, max: 99 }), (format, holder, gate) => {
      const reading = readMrz(zoneOf(format, holder), TODAY);
      const verdict = judge({ readings: [reading, reading], gate });
      expect(verdict.passed).toBe(addYears(holder.birthDate, gate) <= TODAY);
      const shown = verdict.passed ? ['passed', 'type', 'country'] : ['passed', 'reason', 'seen'];
      const { nextBracketYear: year = 2026, ...rest } = { nextBracketYear: undefined, ...verdict };
      expect(Object.keys(rest)).toEqual(shown);
      // If the verdict contains a year, it is the year of an upcoming birthday (D-163).
      expect([2026, 2027]).toContain(year);
    }),
  );
});
