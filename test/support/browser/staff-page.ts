import type { Browser } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { AT_A_DESK } from './visitor.ts';
import { watch } from './watch.ts';

/**
 * Opens a page for a staff member of the demo's customer who is not signed in yet. The page is
 * closed when the test ends.
 */
export async function openStaffPage(browser: Browser) {
  const { base_url: base, dashboard } = inject('demo');
  const context = await browser.newContext(AT_A_DESK);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(30_000);
  const { complaints } = watch(context);
  return { base, dashboard, context, complaints, page: await context.newPage() };
}
