// Slows a page down as a slow machine would: stops and resumes its whole process many times a
// second. The browser's own CPU throttling slows only the page's main thread, but the face engine
// runs in a worker.
import type { Browser } from 'playwright-core';

/** How long the process runs at a time: short enough that one picture takes several turns. */
const TURN_MS = 2;

/**
 * Slows down every page of a browser until the returned function is called. No other test may use
 * the browser during that time, and the system must support POSIX signals.
 * @param factor the slowdown; 6 leaves the pages a sixth of the time
 * @returns a function that ends the slowdown
 */
export async function slowDown(browser: Browser, factor: number): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name);
  };
  const end = new AbortController();
  const cycle = async () => {
    while (!end.signal.aborted) {
      const startMs = performance.now();
      await pause(TURN_MS);
      signal('SIGSTOP');
      // On a busy machine a turn lasts longer, so the pause is stretched in proportion.
      await pause((performance.now() - startMs) * (factor - 1));
      signal('SIGCONT');
    }
  };
  const running = cycle();
  return async () => {
    end.abort();
    await running;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
