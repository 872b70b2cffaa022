// The customer console's appearance page in a real browser: the preview of the hosted page in a
// frame, and the warning about unsaved changes.
import { expect, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { openStaffPage } from '../support/browser/staff-page.ts';
import { DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('staff see the real page with what they typed, on three widths, before they save it', async () => {
  const { base, dashboard, complaints, page } = await openStaffPage(browser());
  await page.goto(`${base}/dashboard/appearance`);
  await page.getByLabel('Email').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Vineyard & Daughters');
  await page.getByLabel('Colour', { exact: true }).fill('#ffe066');
  await page.getByText(/Light page: \W?1\.3:1\W?, too little for text/).waitFor();
  await page.getByLabel('Who is responsible').fill('Vineyard Holding');
  await page.getByText('3 settings will change').waitFor();
  await page.getByRole('button', { name: 'Show the page' }).click();
  const frame = page.frameLocator('.preview iframe');
  await frame.getByText('Vineyard & Daughters').first().waitFor();
  // The preview states that nothing is published yet.
  await frame.getByText('Vineyard Holding').waitFor();
  await frame.getByText('Preview: its name and notice are not published.').waitFor();
  const notice = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Privacy notice' }).click();
  await (await notice).getByText('Preview: nobody has published').waitFor();
  await inspect(await notice, 'previewed-notice');
  await (await notice).close();
  const widths: number[] = [];
  for (const name of ['Phone', 'Tablet', 'Computer']) {
    await page.getByRole('radio', { name }).check();
    widths.push(await frame.locator('body').evaluate(() => window.innerWidth));
    const whole = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(whole).toBeLessThanOrEqual(DESKTOP.width);
  }
  expect(widths).toEqual([390, 768, 1280]);
  await inspect(page, 'console-appearance');

  const questions: string[] = [];
  let answer = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.getByRole('link', { name: 'Policy' }).click();
  await expect.poll(() => questions).toEqual(['confirm']);
  expect(new URL(page.url()).pathname).toBe('/dashboard/appearance');
  expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('#ffe066');
  answer = true;
  await page.getByRole('link', { name: 'Policy' }).click();
  await page.getByRole('heading', { name: 'Policy', level: 1 }).waitFor();
  await page.goBack();
  await page.getByLabel('Name', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).not.toContain('Daughters');
  expect(questions).toEqual(['confirm', 'confirm']);
  expect(complaints).toEqual([]);
});
