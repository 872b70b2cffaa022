import { describe, expect, it } from 'vitest';
import {
  nextDelayMs,
  RETRY_PERIOD_MS,
} from '../../../../src/domain/integration/webhooks/schedule.ts';

describe('the schedule of retries', () => {
  it('adds jitter of ten percent either way', () => {
    expect(nextDelayMs(2, 0, 0, 0)).toBe(54_000);
    expect(nextDelayMs(2, 0, 0, 0.5)).toBe(60_000);
    expect(nextDelayMs(2, 0, 0, 1)).toBe(66_000);
  });

  it('never asks a queue for more than the 12 hours that it can delay', () => {
    expect(nextDelayMs(9, 0, 0, 1)).toBe(12 * 3_600_000);
  });

  it('makes the last attempt at the end of three days, and none after', () => {
    expect(nextDelayMs(12, 0, RETRY_PERIOD_MS - 5_000, 0.5)).toBe(5_000);
    expect(nextDelayMs(13, 0, RETRY_PERIOD_MS, 0.5)).toBeUndefined();
  });
});
