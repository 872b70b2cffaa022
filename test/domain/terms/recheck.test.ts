// When an age that was proven earlier must be proven again (D-163).
import {
  array,
  assert,
  constantFrom,
  integer,
  option,
  property,
  record,
  subarray,
} from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { joinRechecks, RECHECKS, whyRecheck } from '../../../src/domain/terms/recheck.ts';

const at = (time: string) => Date.parse(time);
const CHECKED = at('2026-06-01T12:00:00Z');

describe('an earlier age proof', () => {
  test.each([
    ['answers where nothing is asked', {}, {}, '2027-05-01T00:00:00Z', undefined],
    ['answers on its last day', { maxProofAgeDays: 30 }, {}, '2026-07-01T12:00:00Z', undefined],
    ['is too old a moment later', { maxProofAgeDays: 30 }, {}, '2026-07-01T12:00:01Z', 'proof_age'],
    [
      'answers until the year of the next birthday is near',
      { recheck: ['next_bracket'] },
      { nextBracketYear: 2027 },
      '2026-12-30T23:59:59Z',
      undefined,
    ],
    [
      'ends a day before that year, which has begun somewhere',
      { recheck: ['next_bracket'] },
      { nextBracketYear: 2027 },
      '2026-12-31T00:00:00Z',
      'next_bracket',
    ],
    [
      'of that very year answers for a day',
      { recheck: ['next_bracket'] },
      { nextBracketYear: 2026 },
      '2026-06-02T11:59:59Z',
      undefined,
    ],
    [
      'of that very year ends after a day: the birthday may have been',
      { recheck: ['next_bracket'] },
      { nextBracketYear: 2026 },
      '2026-06-02T12:00:00Z',
      'next_bracket',
    ],
    [
      'of an estimate has no birthday',
      { recheck: ['next_bracket'] },
      {},
      '2027-05-01T00:00:00Z',
      undefined,
    ],
    [
      'has a birthday that nobody asks for',
      {},
      { nextBracketYear: 2026 },
      '2027-05-01T00:00:00Z',
      undefined,
    ],
  ] as const)('%s', (_, rule, age, now, why) => {
    const found = whyRecheck({ verifiedAtMs: CHECKED, ...age }, rule, { nowMs: at(now) });
    expect(found).toBe(why);
  });

  test.each([
    ['answers in a browser that was signed in when it was shown', -1, undefined],
    ['answers in the one in which it was shown', 0, undefined],
    ['does not answer in one that signed in later', 1, 'new_device'],
    ['does not answer where nobody knows since when', undefined, 'new_device'],
  ] as const)('%s', (_, laterMs, why) => {
    const deviceSinceMs = laterMs === undefined ? undefined : CHECKED + laterMs;
    const now = { nowMs: CHECKED + 1, deviceSinceMs };
    expect(whyRecheck({ verifiedAtMs: CHECKED }, { recheck: ['new_device'] }, now)).toBe(why);
  });
});

const ruleOf = record(
  { maxProofAgeDays: integer({ min: 1, max: 365 }), recheck: subarray([...RECHECKS]) },
  { requiredKeys: [] },
);

it('several rules together refuse what any one of them refuses', () => {
  const ages = record({
    verifiedAtMs: integer({ min: CHECKED, max: CHECKED + 9e9 }),
    nextBracketYear: option(constantFrom(2026, 2027), { nil: undefined }),
  });
  const nows = record({
    nowMs: integer({ min: CHECKED, max: CHECKED + 4e10 }),
    deviceSinceMs: integer({ min: CHECKED - 9e9, max: CHECKED + 9e9 }),
  });
  assert(
    property(
      array(ruleOf, { maxLength: 4 }),
      ages,
      nows,
      (rules, { verifiedAtMs, nextBracketYear }, now) => {
        const age = { verifiedAtMs, ...(nextBracketYear !== undefined && { nextBracketYear }) };
        const isRefused = rules.some((rule) => whyRecheck(age, rule, now) !== undefined);
        expect(whyRecheck(age, joinRechecks(...rules), now) !== undefined).toBe(isRefused);
      },
    ),
  );
});
