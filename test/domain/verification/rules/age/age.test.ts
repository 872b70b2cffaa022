import { describe, expect, it } from 'vitest';
import { readEstimates } from '../../../../../src/domain/verification/rules/age/age.ts';
import type { AgeSample } from '../../../../../src/vision/face/age-evidence.ts';
import { estimates } from '../../../../support/clips/trajectories.ts';

const read = (samples: AgeSample[], elapsedMs = 10_000) => readEstimates(samples, elapsedMs);

describe('the estimates of one attempt', () => {
  it('are combined by their median, which a few outliers do not change', () => {
    const samples = estimates(40).map((s, i) => (i % 5 === 0 ? { ...s, age: 3 } : s));
    expect(Math.abs((read(estimates(40)) ?? 0) - 40)).toBeLessThan(1.5);
    expect(read(samples)).toBeGreaterThan(38);
  });

  it('are unusable when they spread too far', () => {
    expect(read(estimates(40, { spread: 25 }))).toBeUndefined();
  });

  it('are unusable when they are too few, too short, late or out of order', () => {
    const good = estimates(40);
    expect(read([])).toBeUndefined();
    expect(read(good.slice(0, 7))).toBeUndefined();
    expect(read(estimates(40, { stepMs: 150 }))).toBeUndefined();
    expect(read(good, 1_000)).toBeUndefined();
    expect(read(good.toReversed())).toBeUndefined();
  });

  it('ignore frames without an estimate', () => {
    expect(read(estimates(40).map(({ age: _age, ...row }) => row))).toBeUndefined();
    const sparse = estimates(40).map((row, i) => (i < 6 ? { ...row, age: undefined } : row));
    expect(read(sparse)).toBeUndefined();
  });

  it('ignore frames with a turned head or an unsure face', () => {
    const turned = estimates(40).map((s, i) => (i < 6 ? { ...s, yaw: 30 } : s));
    const unsure = estimates(40).map((s, i) => (i < 6 ? { ...s, score: 0.4 } : s));
    expect(read(turned)).toBeUndefined();
    expect(read(unsure)).toBeUndefined();
  });

  it('are unusable when one number is sent twelve times', () => {
    expect(read(estimates(40).map((s) => ({ ...s, age: 40 })))).toBeUndefined();
  });
});
