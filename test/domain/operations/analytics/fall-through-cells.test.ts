// Which figures may be shown about the steps at which visitors leave (D-124).
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MIN_SESSIONS,
  showDropOffs,
  type DropOffCount,
} from '../../../../src/domain/operations/analytics/fall-through-cells.ts';
import { DEVICE_CLASSES } from '../../../../src/domain/terms/device-class.ts';
import { DROP_OFF_POINTS } from '../../../../src/domain/verification/rules/session/fall-through.ts';

const LANGUAGES = ['ar', 'de', 'en', 'fr', 'ja'];

/**
 * Builds the counts of visitors who left at one step.
 * @param counts for each language, the numbers of visitors on phones, tablets and computers
 */
const at = (counts: Record<string, [number, number, number]>): DropOffCount[] =>
  Object.entries(counts).flatMap(([language, values]) =>
    DEVICE_CLASSES.map((device, n) => ({
      leftAt: 'age' as const,
      language,
      device,
      value: values[n] ?? 0,
    })),
  );

const shown = (counts: DropOffCount[]) =>
  showDropOffs(counts).flatMap(({ groups }) =>
    groups.map(({ language, device, sessions }) => `${language} ${device} ${sessions}`),
  );

describe('the groups that are shown', () => {
  it('is every group where all are large enough, and the rest together', () => {
    expect(shown(at({ de: [200, 60, 90], en: [70, 0, 0] }))).toEqual([
      'de phone 200',
      'de computer 90',
      'de tablet 60',
      'other all 70',
    ]);
  });

  it('merges the smallest named language into the rest when the rest is too small', () => {
    expect(shown(at({ de: [200, 0, 0], en: [60, 0, 0], fr: [49, 0, 0] }))).toEqual([
      'de all 200',
      'other all 109',
    ]);
    expect(shown(at({ de: [200, 0, 0], en: [100, 0, 0], fr: [50, 0, 0] }))).toEqual([
      'de all 200',
      'en all 100',
      'other all 50',
    ]);
    expect(shown(at({ de: [200, 0, 0], fr: [3, 0, 0] }))).toEqual(['all all 203']);
  });

  it('separates no device class when too few, or nobody, would remain in the rest', () => {
    expect(shown(at({ de: [200, 0, 3] }))).toEqual(['all all 203']);
    expect(shown(at({ de: [200, 3, 80] }))).toEqual(['all phone 200', 'all other 83']);
    expect(shown(at({ de: [200, 50, 50] }))).toEqual([
      'all phone 200',
      'all computer 50',
      'all tablet 50',
    ]);
  });

  it('leaves out a place where fewer than fifty visitors left', () => {
    expect(showDropOffs(at({ de: [40, 0, 9] }))).toEqual([]);
    expect(showDropOffs(at({ de: [40, 1, 9] }))).toMatchObject([{ leftAt: 'age', sessions: 50 }]);
    expect(showDropOffs([])).toEqual([]);
  });

  const counts = fc.array(
    fc.record({
      leftAt: fc.constantFrom(...DROP_OFF_POINTS),
      language: fc.constantFrom(...LANGUAGES),
      device: fc.constantFrom(...DEVICE_CLASSES),
      // Half of the values are close to the threshold, where the result changes.
      value: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 48, max: 52 })),
    }),
    { maxLength: 60 },
  );

  it('is a partition into groups of fifty or more for any counts, so that no sum or difference is smaller', () => {
    fc.assert(
      fc.property(counts, (given) => {
        for (const { leftAt, sessions, groups } of showDropOffs(given)) {
          const here = given.filter((count) => count.leftAt === leftAt);
          expect(sessions).toBe(here.reduce((sum, { value }) => sum + value, 0));
          expect(groups.reduce((sum, group) => sum + group.sessions, 0)).toBe(sessions);
          for (const group of groups) expect(group.sessions).toBeGreaterThanOrEqual(MIN_SESSIONS);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('hides which groups are unnamed: each could be part of a group of fifty or more', () => {
    fc.assert(
      fc.property(counts, (given) => {
        for (const { groups } of showDropOffs(given)) {
          const byLanguage = Map.groupBy(groups, ({ language }) => language);
          const isOne = byLanguage.size === 1 && byLanguage.has('all');
          expect(isOne || (byLanguage.has('other') && !byLanguage.has('all'))).toBe(true);
          for (const parts of byLanguage.values()) {
            const devices = parts.map(({ device }) => device);
            const areNamed = DEVICE_CLASSES.every((one) => devices.includes(one));
            const isWhole = devices.length === 1 && devices[0] === 'all';
            expect(areNamed || isWhole || devices.includes('other')).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives every named group its true number', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const keyOf = (leftAt: string, language: string, device: string) =>
          `${leftAt} ${language} ${device}`;
        const sizes = new Map<string, number>();
        for (const { leftAt, language, device, value } of given) {
          const key = keyOf(leftAt, language, device);
          sizes.set(key, (sizes.get(key) ?? 0) + value);
        }
        const wrong = showDropOffs(given).flatMap(({ leftAt, groups }) =>
          groups.filter(({ language, device, sessions }) => {
            const isNamed = LANGUAGES.includes(language) && device !== 'all' && device !== 'other';
            return isNamed && sizes.get(keyOf(leftAt, language, device)) !== sessions;
          }),
        );
        expect(wrong).toEqual([]);
      }),
    );
  });
});
