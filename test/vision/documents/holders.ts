// Invented holders, generated with fast-check.
import { constantFrom, date, record, stringMatching } from 'fast-check';
import type { Holder } from './mrz-zones.ts';

/** The day on which documents are read in these tests. */
export const TODAY = '2026-11-22';

const day = (from: string, to: string) =>
  date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((at) =>
    at.toISOString().slice(0, 10),
  );

/** Invented holders whose documents can be read and are valid. */
export const holders = record<Holder>({
  surname: stringMatching(/^[A-Z]{2,10}( [A-Z]{2,8})?$/),
  givenNames: stringMatching(/^[A-Z]{2,8}( [A-Z]{2,8})?$/),
  issuer: constantFrom('FRA', 'D<<', 'USA', 'POL', 'CZE', 'BRA'),
  birthDate: day('1927-01-01', '2025-12-31'),
  expiryDate: day('2026-11-22', '2041-12-31'),
  number: stringMatching(/^[A-Z0-9]{9}$/),
  optional: stringMatching(/^([A-Z0-9]{5,7})?$/),
  sex: constantFrom('F', 'M', 'X', '<'),
});

export const formats = constantFrom('td1' as const, 'td2' as const, 'td3' as const);
