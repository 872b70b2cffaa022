// A visitor's steps folded into one string, and the counts that the steps add to.
import { describe, expect, it } from 'vitest';
import {
  foldFunnel,
  hasSteps,
  namesOfSteps,
  unfoldFunnel,
} from '../../../../../src/domain/verification/rules/session/folded-funnel.ts';
import {
  FUNNEL_STEPS,
  type FunnelEvent,
} from '../../../../../src/domain/verification/rules/session/funnel.ts';

const MIDNIGHT = Date.parse('2026-11-29T00:00:00Z');
const EVENTS: FunnelEvent[] = [
  { name: 'opened', atMs: MIDNIGHT - 2 },
  { name: 'consent', atMs: MIDNIGHT - 1, step: 'consent', notice: 'v3' },
  { name: 'document_consent', atMs: MIDNIGHT - 1, notice: 'v3' },
  { name: 'camera', atMs: MIDNIGHT, step: 'liveness' },
  { name: 'camera', atMs: MIDNIGHT + 1, step: 'liveness' },
  { name: 'opened', atMs: MIDNIGHT + 2 },
];

describe('a folded funnel', () => {
  it('unfolds to exactly the original steps', () => {
    expect(unfoldFunnel(foldFunnel(EVENTS))).toEqual(EVENTS);
  });

  it('records the steps first reached on each day: one bit for each step in the figures', () => {
    const { days } = JSON.parse(foldFunnel(EVENTS));
    expect(days).toEqual([
      ['2026-11-28', 0b11],
      ['2026-11-29', 0b100],
    ]);
  });
});

describe('a count of a combination of steps', () => {
  it('adds to each of these steps', () => {
    expect(namesOfSteps('steps.5')).toEqual(['funnel.opened', 'funnel.camera']);
    const all = (1 << FUNNEL_STEPS.length) - 1;
    expect(namesOfSteps(`steps.${all}`)).toEqual(FUNNEL_STEPS.map((step) => `funnel.${step}`));
  });

  it('is read when a step is requested, and other counts stand for themselves', () => {
    expect([hasSteps(['created']), hasSteps(['created', 'funnel.age'])]).toEqual([false, true]);
    expect(['created', 'funnel.age', 'risk.low'].flatMap(namesOfSteps)).toEqual([
      'created',
      'funnel.age',
      'risk.low',
    ]);
  });
});
