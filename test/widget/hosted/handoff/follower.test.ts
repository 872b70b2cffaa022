import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FIRST_RETRY_MS,
  Follower,
  LAST_RETRY_MS,
  PING_MS,
  POLL_MS,
  PONG_MS,
} from '../../../../widget/hosted/handoff/follower.ts';

class FakeSocket extends EventTarget {
  sent: string[] = [];
  isClosed = false;
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  emit(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  fail(): void {
    this.dispatchEvent(new Event('close'));
  }
}

function follow() {
  const sockets: FakeSocket[] = [];
  const changed = vi.fn<() => void>();
  const follower = new Follower(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, changed);
  follower.start();
  return { sockets, changed, follower, last: () => sockets.at(-1) as FakeSocket };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('following the session', () => {
  it('reads once when the socket opens, for earlier changes, and then at every message', () => {
    const { last, changed } = follow();
    last().open();
    expect(changed).toHaveBeenCalledTimes(1);
    last().emit('{"type":"changed"}');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('does not poll while the socket is open', () => {
    const { last, changed } = follow();
    last().open();
    vi.advanceTimersByTime(PING_MS - 1);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('pings every 25 seconds, and does not treat a pong as a change', () => {
    const { last, changed } = follow();
    last().open();
    for (let i = 0; i < 3; i += 1) {
      vi.advanceTimersByTime(PING_MS);
      last().emit('pong');
    }
    expect(last().sent).toEqual(['ping', 'ping', 'ping']);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('closes a socket that does not answer its ping', () => {
    const { sockets, last } = follow();
    last().open();
    vi.advanceTimersByTime(PING_MS + PONG_MS);
    expect(sockets[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(sockets).toHaveLength(2);
  });

  it('polls every three seconds while there is no socket', () => {
    const { last, changed } = follow();
    last().fail();
    vi.advanceTimersByTime(3 * POLL_MS);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it('polls when the browser blocks the socket entirely', () => {
    const changed = vi.fn<() => void>();
    const follower = new Follower(() => {
      throw new Error('SecurityError');
    }, changed);
    follower.start();
    vi.advanceTimersByTime(2 * POLL_MS);
    expect(changed).toHaveBeenCalledTimes(2);
    follower.stop();
  });

  it('reconnects after a pause that doubles up to half a minute', () => {
    const { sockets, last } = follow();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const before = sockets.length;
      last().fail();
      let pauseMs = 0;
      for (; sockets.length === before; pauseMs += 500) vi.advanceTimersByTime(500);
      pauses.push(pauseMs);
    }
    expect(pauses.slice(0, 3)).toEqual([FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS]);
    expect(pauses.at(-1)).toBe(LAST_RETRY_MS);
  });

  it('uses the short pause again once a socket was open', () => {
    const { sockets, last } = follow();
    last().fail();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    last().open();
    last().fail();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    expect(sockets).toHaveLength(3);
  });

  it('ignores messages of an abandoned socket', () => {
    const { sockets, last, changed } = follow();
    last().fail();
    vi.advanceTimersByTime(FIRST_RETRY_MS);
    sockets[0]?.open();
    sockets[0]?.emit('{"type":"changed"}');
    expect(changed).not.toHaveBeenCalled();
  });

  it('is silent after the end, and can start again', () => {
    const { sockets, last, changed, follower } = follow();
    last().open();
    follower.stop();
    vi.advanceTimersByTime(10 * PING_MS);
    expect([changed.mock.calls.length, sockets.length, sockets[0]?.isClosed]).toEqual([1, 1, true]);
    follower.start();
    follower.start();
    expect(sockets).toHaveLength(2);
  });
});
