import { expect, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import { see, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

declare global {
  interface Window {
    /** The names of the pages that were shown while no element had focus. */
    lost: string[];
  }
}

/**
 * Records the pages on which no element has focus, where the next Tab would start at the top. Runs
 * in the page.
 */
function noteLostFocus() {
  window.lost = [];
  const note = () => {
    if (document.activeElement !== document.body) return;
    const { page = '' } = document.querySelector<HTMLElement>('[data-page]')?.dataset ?? {};
    if (page !== 'loading') window.lost.push(page);
  };
  document.addEventListener(
    'readystatechange',
    () => new MutationObserver(note).observe(document.body, { childList: true, subtree: true }),
    { once: true },
  );
}

test('everything from the welcome through the camera to canceling works by keyboard alone', async () => {
  const { token, verify_url: url } = await announce();
  const { page } = await arrive(browser(), {
    viewport: DESKTOP,
    camera: { mood: 'rest', readings: 'puppet' },
  });
  await page.addInitScript(noteLostFocus);
  await page.goto(url);
  await see(page, 'welcome');
  await tabTo(page, text('welcome.continue'));
  await page.keyboard.press('Enter');

  await see(page, 'camera');
  expect(await focused(page)).toMatchObject({ tag: 'H1', name: text('camera.off.title') });
  await tabTo(page, text('camera.off.action'));
  await page.keyboard.press('Enter');

  await see(page, 'liveness');
  expect(await focused(page)).toMatchObject({ tag: 'H1', name: text('liveness.title') });
  await tabTo(page, text('capture.help_title'));
  await page.keyboard.press('Enter');
  await page.getByText(text('capture.help_alone')).waitFor();
  await tabTo(page, text('pace.more_time'));
  await page.keyboard.press('Enter');
  await page.locator('.capture p', { hasText: text('pace.relaxed') }).waitFor();
  expect(await focused(page)).toMatchObject({ tag: 'P', name: text('pace.relaxed') });

  await tabTo(page, text('cancel'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused(page)).toMatchObject({ name: text('cancel') });
  await page.keyboard.press('Enter');
  await tabTo(page, text('cancel_dialog.stop'));
  await page.keyboard.press('Enter');

  expect(await seeVerdict(page)).toMatchObject({ status: 'canceled' });
  expect(await focused(page)).toMatchObject({ tag: 'H1' });
  expect(await readResult(token)).toMatchObject({ status: 'canceled' });
  expect(await page.evaluate(() => window.lost)).toEqual([]);
});
