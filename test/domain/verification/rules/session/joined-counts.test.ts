// Joined names of daily counts: one row counts a session under several names (D-175).
import { expect, it } from 'vitest';
import {
  namesOfCount,
  withJoined,
} from '../../../../../src/domain/verification/rules/session/joined-counts.ts';

it('a joined name adds to each of its names, and steps to each step', () => {
  expect(namesOfCount('success+created+risk.low')).toEqual(['success', 'created', 'risk.low']);
  expect(namesOfCount('steps.5')).toEqual(['funnel.opened', 'funnel.camera']);
  expect(namesOfCount('expired')).toEqual(['expired']);
});

it('a reader of a name reads every joined name that contains it, each once', () => {
  expect(withJoined(['expired', 'contested'])).toEqual(['expired', 'contested', 'expired+created']);
  const both = withJoined(['created', 'failed']);
  expect(both).toEqual([...new Set(both)]);
  expect(both).toEqual(
    expect.arrayContaining(['failed+risk.high', 'failed+created', 'success+created+risk.medium']),
  );
  expect(both).not.toContain('success+risk.medium');
});

it('a row counts under one name at most of those that are billed', () => {
  const billed = ['success', 'failed', 'carried'];
  for (const joined of withJoined(billed))
    expect(namesOfCount(joined).filter((name) => billed.includes(name))).toHaveLength(1);
});
