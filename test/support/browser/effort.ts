// The effort that a flow through our pages costs a person. It is counted, not timed, since a test
// does not read, type or hesitate.
import type { BrowserContext } from 'playwright-core';

interface Effort {
  /** Presses of buttons and links, and of Enter in a form. */
  presses: number;
  /** Fields that were filled in, or in which an option was chosen. */
  fields: number;
  /** The addresses of the pages shown, without the parts that differ on each visit. */
  screens: Set<string>;
}

/** @returns counters that start now and cover every tab */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, screens: new Set() };
  await context.exposeBinding('agateCount', ({ frame, page }, what: 'presses' | 'fields') => {
    effort[what] += 1;
    if (frame === page.mainFrame()) effort.screens.add(screenOf(page.url()));
  });
  await context.addInitScript(() => {
    const count = (what: string) =>
      (globalThis as unknown as { agateCount: (what: string) => void }).agateCount(what);
    // Enter in a form also triggers a click on the form's button, so it is counted as a press.
    addEventListener('click', ({ isTrusted }) => isTrusted && count('presses'), true);
    addEventListener('change', () => count('fields'), true);
  });
  return effort;
}

const screenOf = (url: string): string => new URL(url).pathname.replaceAll(/\/[\w-]{20,}/g, '/…');
