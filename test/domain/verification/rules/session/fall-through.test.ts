// The step at which a visitor left, derived from the session's steps (D-124).
import { describe, expect, it } from 'vitest';
import {
  dropOffOf,
  monthsBefore,
  shownFromMs,
} from '../../../../../src/domain/verification/rules/session/fall-through.ts';
import type { FunnelEvent } from '../../../../../src/domain/verification/rules/session/funnel.ts';
import type { SessionRecord } from '../../../../../src/domain/verification/rules/session/session.ts';

const SEEN = { language: 'de', device: 'phone' } as const;
const left = (status: string, funnel: Omit<FunnelEvent, 'atMs'>[], seen: object = { seen: SEEN }) =>
  dropOffOf({
    state: { status },
    funnel: funnel.map((event, atMs) => ({ ...event, atMs })),
    visitor: seen,
  } as unknown as SessionRecord);

describe('an unfinished session counts as abandoned', () => {
  it.each([
    ['consent', [{ name: 'opened' }, { name: 'cancel', step: 'consent' }]],
    ['camera', [{ name: 'consent' }, { name: 'verdict', step: 'liveness' }]],
    ['liveness', [{ name: 'camera' }, { name: 'verdict', step: 'liveness' }]],
    ['age', [{ name: 'camera' }, { name: 'age', step: 'age' }, { name: 'cancel', step: 'age' }]],
    ['document', [{ name: 'camera' }, { name: 'verdict', step: 'document' }]],
    ['review', [{ name: 'camera' }, { name: 'verdict', step: 'review' }]],
    ['review', [{ name: 'camera' }, { name: 'verdict' }]],
  ] as const)('at %s', (at, funnel) => {
    for (const status of ['canceled', 'expired'])
      expect(left(status, [...funnel])).toEqual({ ...SEEN, at });
  });

  it('a session with a verdict counts as its verdict, at any step', () => {
    for (const status of ['success', 'failed'])
      expect(left(status, [{ name: 'verdict', step: 'age' }])).toEqual({ ...SEEN, at: status });
  });

  it('a session that was not seen, or is still running, does not count', () => {
    expect(left('expired', [], {})).toBeUndefined();
    expect(left('in_progress', [{ name: 'opened' }])).toBeUndefined();
  });
});

it('a month is shown from the eighth of the next month, also across the new year', () => {
  expect(new Date(shownFromMs('2026-02')).toISOString()).toBe('2026-03-08T00:00:00.000Z');
  expect(new Date(shownFromMs('2026-12')).toISOString()).toBe('2027-01-08T00:00:00.000Z');
  expect(monthsBefore(Date.parse('2027-01-31T12:00:00Z'), 3)).toEqual([
    '2026-12',
    '2026-11',
    '2026-10',
  ]);
});
