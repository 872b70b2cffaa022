// Exact counter against brute force: one object per limited key (D-51). Volume limits are not here: the
// platform's Rate Limiting binding enforces those without a hop.
import { DurableObject } from 'cloudflare:workers';

interface Allowance {
  allowed: boolean;
  remaining: number;
  /** When the window ends and the count resets, ms since the epoch. */
  resetAtMs: number;
}

interface Window {
  count: number;
  resetAtMs: number;
}

export class RateLimiter extends DurableObject<Env> {
  /**
   * Counts one guess. The window starts with the first guess and does not slide.
   * @param lockSeconds when given, the guess that uses the limit up starts a lockout of that length
   */
  async count(limit: number, windowSeconds: number, lockSeconds?: number): Promise<Allowance> {
    const nowMs = Date.now();
    const stored = this.ctx.storage.kv.get<Window>('window');
    const current = stored !== undefined && nowMs < stored.resetAtMs ? stored : undefined;
    const window = current ?? { count: 0, resetAtMs: nowMs + windowSeconds * 1000 };
    if (window.count >= limit) return { allowed: false, remaining: 0, resetAtMs: window.resetAtMs };
    window.count += 1;
    const locks = lockSeconds !== undefined && window.count >= limit;
    if (locks) window.resetAtMs = nowMs + lockSeconds * 1000;
    this.ctx.storage.kv.put('window', window);
    if (current === undefined || locks) await this.ctx.storage.setAlarm(window.resetAtMs);
    return { allowed: true, remaining: limit - window.count, resetAtMs: window.resetAtMs };
  }

  /** Uncounts a guess that turned out to be correct: guesses are counted before they are checked. */
  async refund(): Promise<void> {
    const window = this.ctx.storage.kv.get<Window>('window');
    if (window === undefined || window.count === 0) return;
    this.ctx.storage.kv.put('window', { ...window, count: window.count - 1 });
  }

  /** Resets the count. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const window = this.ctx.storage.kv.get<Window>('window');
    if (window !== undefined && Date.now() >= window.resetAtMs) await this.ctx.storage.deleteAll();
  }
}
