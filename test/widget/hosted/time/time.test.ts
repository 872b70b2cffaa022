import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advance, type FlowEvent, initialFlow } from '../../../../widget/hosted/state/flow.ts';
import { formatAgo, formatClock } from '../../../../widget/hosted/time/format.ts';
import { SessionClock, WARNING_MS } from '../../../../widget/hosted/time/session-clock.ts';
import { makeView } from '../views.ts';

const run = (...events: FlowEvent[]) => events.reduce(advance, initialFlow);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the clock of a session', () => {
  function makeClock() {
    const said: string[] = [];
    const clock = new SessionClock(
      () => said.push('short'),
      () => said.push('end'),
    );
    return { clock, said };
  }

  it('warns two minutes before the end', () => {
    const { clock, said } = makeClock();
    clock.set(900_000);
    vi.advanceTimersByTime(900_000 - WARNING_MS - 1);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['short']);
    vi.advanceTimersByTime(WARNING_MS);
    expect(said).toEqual(['short', 'end']);
  });

  it('warns immediately when less time is left', () => {
    const { clock, said } = makeClock();
    clock.set(30_000);
    vi.advanceTimersByTime(0);
    expect(said).toEqual(['short']);
  });

  it('counts from the latest end, and not at all once stopped', () => {
    const { clock, said } = makeClock();
    clock.set(130_000);
    clock.set(900_000);
    vi.advanceTimersByTime(200_000);
    clock.stop();
    vi.advanceTimersByTime(900_000);
    expect(said).toEqual([]);
  });
});

describe('the time warning', () => {
  const short: FlowEvent = { type: 'time_short', endsAtMs: 500_000 };

  it('does not return once it was read, even when the end is recomputed', () => {
    const state = run(short, { type: 'time_read' }, { type: 'time_short', endsAtMs: 500_900 });
    expect(state.timeShort).toEqual({ endsAtMs: 500_900, isRead: true });
  });

  it('returns before a new end', () => {
    const state = run(short, { type: 'time_read' }, { type: 'time_short', endsAtMs: 1_100_000 });
    expect(state.timeShort?.isRead).toBe(false);
  });

  it('disappears when the time is extended, on either device', () => {
    const view = makeView({ expires_in_ms: 600_000 });
    expect(run(short, { type: 'followed', view }).timeShort).toBeUndefined();
    expect(run({ type: 'time_up' }, { type: 'followed', view }).expired).toBe(false);
    const ending = makeView({ expires_in_ms: 300 });
    expect(run({ type: 'time_up' }, { type: 'resumed', view: ending }).expired).toBe(true);
  });
});

describe('formatted times', () => {
  it('use the language’s digits', () => {
    expect([formatClock('en', 245), formatClock('en', 5)]).toEqual(['4:05', '0:05']);
    expect(formatClock('ar-EG', 65)).toBe('١:٠٥');
  });

  it('give the elapsed time in whole minutes', () => {
    expect(formatAgo('en', 20_000)).toBe('now');
    expect(formatAgo('en', 200_000)).toBe('3 minutes ago');
    expect(formatAgo('de', 61_000)).toBe('vor 1 Minute');
  });
});
