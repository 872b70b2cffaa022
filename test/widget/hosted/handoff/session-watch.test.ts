import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POLL_MS } from '../../../../widget/hosted/handoff/follower.ts';
import { SessionWatch } from '../../../../widget/hosted/handoff/session-watch.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeView } from '../views.ts';

function watch() {
  const reads: PromiseWithResolvers<SessionView>[] = [];
  const seen: SessionView[] = [];
  const faults: unknown[] = [];
  const state = { isChanging: false };
  const session = new SessionWatch({
    connect: () => {
      throw new Error('no socket here');
    },
    read: () => {
      const next = Promise.withResolvers<SessionView>();
      reads.push(next);
      return next.promise;
    },
    isChanging: () => state.isChanging,
    onView: (view) => seen.push(view),
    onFault: (error) => faults.push(error),
  });
  session.start();
  return { session, reads, seen, faults, state };
}

const first = makeView({ id: 'first' });
const second = makeView({ id: 'second' });
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('watching a session', () => {
  it('shows what it reads', async () => {
    const { session, reads, seen } = watch();
    void session.look();
    reads[0]?.resolve(first);
    await settle();
    expect(seen).toEqual([first]);
  });

  it('reads once more, and only once, when changes arrive during a read', async () => {
    const { session, reads, seen } = watch();
    void session.look();
    void session.look();
    void session.look();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(first);
    await settle();
    expect(reads).toHaveLength(2);
    reads[1]?.resolve(second);
    await settle();
    expect(seen).toEqual([first, second]);
  });

  it('waits while this device changes the session, and reads right afterwards', async () => {
    const { session, reads, state } = watch();
    state.isChanging = true;
    void session.look();
    expect(reads).toHaveLength(0);
    state.isChanging = false;
    session.noteChange();
    expect(reads).toHaveLength(1);
  });

  it('discards a view that was requested before a change on this device', async () => {
    const { session, reads, seen, state } = watch();
    void session.look();
    state.isChanging = true;
    reads[0]?.resolve(first);
    await settle();
    state.isChanging = false;
    session.noteChange();
    reads[1]?.resolve(second);
    await settle();
    expect(seen).toEqual([second]);
  });

  it('reads again later when the network failed, because the socket announces a change only once', async () => {
    const { session, reads, faults, seen } = watch();
    void session.look();
    reads[0]?.reject(new Error('network'));
    await settle();
    expect(faults).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    reads[1]?.resolve(first);
    await settle();
    expect(seen).toEqual([first]);
  });

  it('shows nothing after the end, not even a pending answer', async () => {
    const { session, reads, seen } = watch();
    void session.look();
    session.stop();
    reads[0]?.resolve(first);
    await settle();
    void session.look();
    expect([seen, reads.length]).toEqual([[], 1]);
  });
});
