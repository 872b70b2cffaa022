// What a way through our pages asks of a person, counted instead of timed: a test does not read, type or hesitate.
import type { BrowserContext } from 'playwright-core';

interface Effort {
  /** Buttons, links, and Enter in a form. */
  presses: number;
  /** Filled in or chosen from. */
  fields: number;
  /** Pages by their address, without what differs in each visit. */
  screens: Set<string>;
}

/** @returns what is counted from now on, in every tab */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, screens: new Set() };
  await context.exposeBinding('agateCount', ({ frame, page }, what: 'presses' | 'fields') => {
    effort[what] += 1;
    if (frame === page.mainFrame()) effort.screens.add(screenOf(page.url()));
  });
  await context.addInitScript(() => {
    const count = (what: string) =>
      (globalThis as unknown as { agateCount: (what: string) => void }).agateCount(what);
    // Enter in a form presses its button, too.
    addEventListener('click', ({ isTrusted }) => isTrusted && count('presses'), true);
    addEventListener('change', () => count('fields'), true);
  });
  return effort;
}

const screenOf = (url: string): string => new URL(url).pathname.replaceAll(/\/[\w-]{20,}/g, '/…');
