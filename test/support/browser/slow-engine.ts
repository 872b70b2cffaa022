// Delays the engine's responses, as on a slow machine. The worker and the pictures are still the
// real ones.
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** How long the engine appears to take per picture, in milliseconds. */
    engineMs: number;
  }
}

/**
 * Delays the engine's responses. Runs in the page, before its scripts, and cannot refer to anything
 * else in this file.
 */
export function slowEngine(): void {
  window.engineMs = 0;
  let freeMs = 0;
  const Original = window.Worker;
  window.Worker = class extends Original {
    override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
      const hear = listener as (event: Event) => void;
      super.addEventListener(type, (event) => {
        const isReading = event instanceof MessageEvent && event.data.type === 'reading';
        if (!isReading) return hear(event);
        freeMs = Math.max(performance.now(), freeMs) + window.engineMs;
        setTimeout(() => hear(event), freeMs - performance.now());
      });
    }
  };
}

export const setEngineMs = (page: Page, ms: number) =>
  page.evaluate((next) => {
    window.engineMs = next;
  }, ms);
