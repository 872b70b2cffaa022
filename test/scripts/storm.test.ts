import { expect, test } from 'vitest';
import { runStorm } from '../../bench/storm/run-storm.ts';

const NOTHING = { results: 0, rows: 0, events: 0, deliveries: 0 };

test('500 sessions, a killed runtime and a receiver that fails a third: no event is lost, duplicated or reordered', async () => {
  const report = await runStorm({ sessions: 500, kills: 4 });
  expect(report).toMatchObject({
    sessions: 500,
    kills: 4,
    lost: NOTHING,
    doubled: { rows: 0, events: 0, bodies: 0 },
    reordered: 0,
    forgedPosts: 0,
    pending: 0,
  });
  // The storm had an effect: a third of the posts failed, and the backend had to retry.
  expect(report.failedPosts).toBeGreaterThan(100);
  expect(report.repeatedRequests).toBeGreaterThan(0);
  // Only a hang reaches this timeout.
}, 3_600_000);
