// How long the dashboard keeps polling a session's deliveries.
import { describe, expect, it } from 'vitest';
import {
  hasPendingDeliveries,
  isSettled,
} from '../../../widget/console/dashboard/pending-deliveries.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const session = (secondsAgo: number, ...states: ('pending' | 'delivered' | 'dead')[]) => ({
  completed_at: new Date(NOW - secondsAgo * 1_000).toISOString(),
  deliveries: states.map((state) => ({ state })),
});

describe('the deliveries of a session', () => {
  it('are polled while one is pending, even when it was sent again much later', () => {
    expect(isSettled(session(5, 'delivered', 'pending'), NOW)).toBe(false);
    expect(isSettled(session(3_600, 'pending'), NOW)).toBe(false);
    expect(hasPendingDeliveries(session(3_600, 'dead', 'pending').deliveries)).toBe(true);
  });

  it('are not polled once all were delivered or given up, or when none appears for a minute', () => {
    expect(isSettled(session(5, 'delivered', 'dead'), NOW)).toBe(true);
    expect(isSettled(session(5), NOW)).toBe(false);
    expect(isSettled(session(61), NOW)).toBe(true);
    expect(isSettled({ deliveries: [] }, NOW)).toBe(false);
  });
});
