// An exact counter against brute force: one object per limited key (D-51). The platform's Rate
// Limiting binding limits the overall number of requests, without a network call.
import { DurableObject } from 'cloudflare:workers';
import {
  countGuess,
  endOf,
  refundGuess,
  uncountGuess,
  type GuessAllowance,
  type GuessRules,
  type GuessSource,
  type GuessWindows,
} from '../domain/terms/guess-windows.ts';

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
  /** Counts one guess. The window starts with the first guess and does not slide. */
  async count(limit: number, windowSeconds: number): Promise<Allowance> {
    const nowMs = Date.now();
    const stored = this.ctx.storage.kv.get<Window>('window');
    const current = stored !== undefined && nowMs < stored.resetAtMs ? stored : undefined;
    const window = current ?? { count: 0, resetAtMs: nowMs + windowSeconds * 1000 };
    if (window.count >= limit) return { allowed: false, remaining: 0, resetAtMs: window.resetAtMs };
    window.count += 1;
    this.ctx.storage.kv.put('window', window);
    if (current === undefined) await this.ctx.storage.setAlarm(window.resetAtMs);
    return { allowed: true, remaining: limit - window.count, resetAtMs: window.resetAtMs };
  }

  /**
   * Reverts the count of a guess that turned out to be correct: guesses are counted before they are
   * checked.
   */
  async refund(): Promise<void> {
    const window = this.ctx.storage.kv.get<Window>('window');
    if (window === undefined || window.count === 0) return;
    this.ctx.storage.kv.put('window', { ...window, count: window.count - 1 });
  }

  /**
   * Like count, but for guesses at one password from several sources, which follow the rules of
   * guess-windows.ts.
   */
  async countGuess(source: GuessSource, rules: GuessRules): Promise<GuessAllowance> {
    const stored = this.ctx.storage.kv.get<GuessWindows>('guesses');
    const { allowance, windows } = countGuess(stored, source, rules, Date.now());
    this.ctx.storage.kv.put('guesses', windows);
    await this.ctx.storage.setAlarm(endOf(windows));
    return allowance;
  }

  /** Reverts countGuess for a guess that is not checked. */
  async uncountGuess(source: Pick<GuessSource, 'name'>): Promise<void> {
    const stored = this.ctx.storage.kv.get<GuessWindows>('guesses');
    this.ctx.storage.kv.put('guesses', uncountGuess(stored, source));
  }

  /** Like refund, but for a guess that countGuess counted. */
  async refundGuess(source: GuessSource): Promise<void> {
    const stored = this.ctx.storage.kv.get<GuessWindows>('guesses');
    this.ctx.storage.kv.put('guesses', refundGuess(stored, source));
  }

  /** Resets every count. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const window = this.ctx.storage.kv.get<Window>('window');
    const guesses = this.ctx.storage.kv.get<GuessWindows>('guesses');
    const endMs = Math.max(window?.resetAtMs ?? 0, guesses === undefined ? 0 : endOf(guesses));
    if (Date.now() >= endMs) await this.ctx.storage.deleteAll();
  }
}
