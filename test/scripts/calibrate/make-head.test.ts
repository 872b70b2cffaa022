// Calibrating the age head with invented scores: the rank that determines a limit, the strictest
// limit over several sets, and an operator's own limits.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitOf, limitsOf, type Scored, SHARES } from '../../../scripts/calibrate/conformal.ts';
import { fitCurve } from '../../../scripts/calibrate/fit-curve.ts';
import { headChanges, scoredOf } from '../../../scripts/calibrate/make-head.ts';
import type { Estimate } from '../../../scripts/calibrate/estimate.ts';
import { makeTable } from '../../../scripts/calibrate/make-table.ts';
import { countAcross, type Person } from '../../../scripts/calibrate/populations.ts';
import { describeHead, describeTable } from '../../../scripts/calibrate/report.ts';
import { parseAgeError, SHIPPED_AGE_ERROR } from '../../../src/config/age-error.ts';
import { limitAt } from '../../../src/domain/verification/rules/age/age-margin.ts';
import {
  shareBelow,
  shareScoredBelow,
} from '../../../src/domain/verification/rules/age/error-curve.ts';

const ID = SHIPPED_AGE_ERROR.head?.id ?? '';

/**
 * A generator of roughly normally distributed numbers, which are always the same for a given seed.
 */
function normals(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6);
}

/** People of each age from 8 to 40, whose scores rise with age. */
function population(set: string, each: number, lean = 0): Scored[] {
  const draw = normals(set.length * 7 + each);
  return Array.from({ length: 33 }, (_, n) => 8 + n).flatMap((age) =>
    Array.from({ length: each }, () => ({ set, age, score: (age - 20) / 4 + lean + draw() })),
  );
}

const own = (each: number, lean = 0, id = ID): Estimate[] =>
  population('own', each, lean).map(({ age, score }, at) => ({
    file: `${at}.jpg`,
    age,
    ageNet: age + 1,
    faceres: age,
    head: { id, score },
  }));

describe('a limit of the score', () => {
  it('is passed by the intended share of new people of the same kind, whatever the distribution', () => {
    const draw = normals(5);
    const shares = Array.from({ length: 400 }, () => {
      const line = limitOf(Array.from({ length: 199 }, draw), 0.05) ?? 0;
      return Array.from({ length: 50 }, draw).filter((score) => score >= line).length / 50;
    });
    const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.04);
    expect(mean).toBeLessThan(0.06);
  });

  it('lies above the score of its rank, and does not exist for too few people', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(...SHARES),
        (scores, share) => {
          const line = limitOf(scores, share);
          const most = (scores.length + 1) * share;
          expect(line === undefined).toBe(most < 2);
          const reaching = scores.filter((one) => line !== undefined && one >= line);
          expect(reaching.length).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('is the strictest over the sets, and never falls with the gate or with a smaller share', () => {
    const [one, other] = [population('one', 60), population('other', 60, 2)];
    const both = limitsOf([...one, ...other]);
    const alone = limitsOf(other);
    for (const gate of [13, 16, 18, 20]) {
      expect(new Map(both[gate]).get(0.02)).toBe(new Map(alone[gate]).get(0.02));
      const scores = (both[gate] ?? []).map(([, score]) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    }
    for (const share of [0.05, 0.02]) {
      const byGate = Array.from({ length: 8 }, (_, n) => new Map(both[13 + n]).get(share) ?? 0);
      expect(byGate).toEqual(byGate.toSorted((a, b) => a - b));
    }
  });
});

describe('a curve', () => {
  it('gives the share that scores below a line, as counted', () => {
    const people = population('one', 200);
    const curve = fitCurve(
      people.map(({ age, score }) => [age, score]),
      [
        [8, 12],
        [13, 17],
        [18, 24],
        [25, 40],
      ],
    );
    const counted = people.filter(({ age, score }) => age === 15 && score < -0.5).length / 200;
    expect(Math.abs(shareScoredBelow(curve, 15, -0.5) - counted)).toBeLessThan(0.05);
  });

  it('in years has the same form around the true age', () => {
    const curve = { skew: 0.2, tail: 0.8, knots: [[20, 1, 4]] } as const;
    const score = { skew: 0.2, tail: 0.8, knots: [[20, 21, 4]] } as const;
    expect(shareBelow(curve, 20, 25)).toBe(shareScoredBelow(score, 20, 25));
  });
});

it('counts each half of the people with the limits from the other half', () => {
  const people: Person[] = population('one', 100).map((one, at) => ({
    ...one,
    ageNet: one.age,
    faceres: one.age,
    person: `${at}`,
    sex: '',
    origin: '',
    half: at % 2 === 0 ? 0 : 1,
  }));
  // The scores of the two halves are so far apart that the limits from one half let through
  // everyone in the other half, and the limits from the other half let through nobody.
  const apart = people.map((one) => ({ ...one, score: one.score + (one.half === 0 ? 20 : 0) }));
  const minors = (list: Person[]) => countAcross(list, () => true).get('one')?.[0] ?? [];
  const [, , n = 0, five = 0] = minors(people);
  expect(n).toBe(500);
  expect(five / n).toBeGreaterThan(0.02);
  expect(five / n).toBeLessThan(0.08);
  expect(minors(apart)[3]).toBe(250);
});

describe('an operator’s own limits', () => {
  it('replace the shipped ones when there are enough people', () => {
    const table = makeTable(own(60, -1), '2026-11-27');
    const parsed = parseAgeError(JSON.stringify(table));
    expect(parsed).toEqual(table);
    expect(table.head?.id).toBe(ID);
    expect(table.populations?.map(({ name }) => name)).toEqual(['Own pictures']);
    const people = scoredOf(own(60, -1));
    for (const { minors, own: by } of headChanges(table, people, [16, 18, 20]))
      expect(by.minors / minors).toBeLessThanOrEqual(0.051);
    expect(Buffer.byteLength(JSON.stringify(table))).toBeLessThan(5 * 1024);
  });

  it('stay the shipped ones when there are few people, and the report says so', () => {
    const table = makeTable(own(1), '2026-11-27');
    const shipped = SHIPPED_AGE_ERROR.head?.limits[18] ?? [];
    expect(limitAt(table.head?.limits[18] ?? [], 0.02)).toBeCloseTo(limitAt(shipped, 0.02), 1);
    expect(Buffer.byteLength(JSON.stringify(table))).toBeLessThan(5 * 1024);
    const text = describeHead(table, scoredOf(own(1)));
    expect(text).toMatch(/gate 18, 2 %: .*the shipped line stays/);
    expect(describeTable(table)).toContain('33 pictures.');
  });

  it('are not made from another head’s scores, and both nets then decide', () => {
    const table = makeTable(own(60, 0, 'of-tomorrow'), '2026-11-27');
    expect(table.head).toBeUndefined();
    expect(parseAgeError(JSON.stringify(table))).toEqual(table);
  });
});
