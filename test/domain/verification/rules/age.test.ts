import { describe, expect, it } from 'vitest';
import { judgeAge, summarise } from '../../../../src/domain/verification/rules/age.ts';
import type { AgeSample } from '../../../../src/engine/age-evidence.ts';
import { estimates } from '../../../support/trajectories.ts';

const judge = (samples: AgeSample[], gate = 18, marginYears = 7, elapsedMs = 10_000) =>
  judgeAge(samples, { gate, marginYears, elapsedMs });

describe('judgeAge', () => {
  it.each([
    [40, 18, 'pass'],
    [26, 18, 'pass'],
    [24, 18, 'inconclusive'],
    [18, 18, 'inconclusive'],
    [12, 18, 'inconclusive'],
    [9, 18, 'fail'],
    [40, 65, 'fail'],
    [16, 1, 'pass'],
  ] as const)('decides an estimate of %d at gate %d: %s', (age, gate, verdict) => {
    expect(judge(estimates(age), gate)).toBe(verdict);
  });

  it('counts the margin itself as passed, and as not failed', () => {
    const exactly = (age: number) =>
      estimates(age, { spread: 0 }).map((s, i) => ({ ...s, age: age + (i % 2 === 0 ? 0 : 1e-9) }));
    expect(judge(exactly(25))).toBe('pass');
    expect(judge(exactly(11))).toBe('inconclusive');
    expect(judge(exactly(10.99))).toBe('fail');
  });

  it('follows the tenant’s margin', () => {
    expect(judge(estimates(24), 18, 3)).toBe('pass');
    expect(judge(estimates(40), 18, 30)).toBe('inconclusive');
  });

  it('is not moved by a few outliers', () => {
    const samples = estimates(40).map((s, i) => (i % 5 === 0 ? { ...s, age: 3 } : s));
    expect(judge(samples)).toBe('pass');
  });

  it('cannot use estimates that spread too far', () => {
    expect(judge(estimates(40, { spread: 25 }))).toBe('unusable');
  });

  it('cannot use too few, too short, late or disordered evidence', () => {
    const good = estimates(40);
    expect(judge([])).toBe('unusable');
    expect(judge(good.slice(0, 7))).toBe('unusable');
    expect(judge(estimates(40, { stepMs: 150 }))).toBe('unusable');
    expect(judge(good, 18, 7, 1_000)).toBe('unusable');
    expect(judge(good.toReversed())).toBe('unusable');
  });

  it('leaves out frames that are turned away or unsure', () => {
    const turned = estimates(40).map((s, i) => (i < 6 ? { ...s, yaw: 30 } : s));
    const unsure = estimates(40).map((s, i) => (i < 6 ? { ...s, score: 0.4 } : s));
    expect(judge(turned)).toBe('unusable');
    expect(judge(unsure)).toBe('unusable');
  });

  it('cannot use one estimate said twelve times', () => {
    expect(judge(estimates(40).map((s) => ({ ...s, age: 40 })))).toBe('unusable');
  });
});

describe('summarise', () => {
  it('takes the median and the scaled median absolute deviation', () => {
    expect(summarise([30, 32, 31, 90])).toEqual({ centre: 31.5, spread: 1.4826 });
    expect(summarise([5])).toEqual({ centre: 5, spread: 0 });
  });
});
