// The parts of the customers' console that can only be tested in a browser. The sign-in rules are
// tested in test/routes/console.
import { expect, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { openStaffPage } from '../support/browser/staff-page.ts';
import { PHONE, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('staff sign in, create a key that is shown once, reload two tabs at once, and sign out of both', async () => {
  const { base, dashboard, context, complaints, page } = await openStaffPage(browser());
  await page.goto(`${base}/dashboard`);
  await page.getByLabel('Email').waitFor();
  await inspect(page, 'console-sign-in');
  await page.getByLabel('Email').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.getByText('Latest sessions').waitFor();
  await inspect(page, 'console-home');
  expect(await page.evaluate(() => document.cookie)).not.toContain('xdrt_');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
    /xdrt_|eyJ/,
  );

  await page.getByRole('radio', { name: 'Test' }).check();
  await page.getByRole('link', { name: 'API keys' }).first().click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cellar server');
  await inspect(page, 'console-new-key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(key).toMatch(/^sk_test_[\w-]{40,}$/);
  const asked = await fetch(`${base}/api/v1/sessions`, { headers: { 'X-API-Key': key } });
  expect(asked.status).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('Cellar server').first().waitFor();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Rename Cellar server' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cellar door');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Rename Cellar door' }).first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('menuitem').first().waitFor();
  const offered = await page.getByRole('menuitem').allInnerTexts();
  const pages = await page.locator('.side .nav-link').allInnerTexts();
  expect(offered).toEqual(expect.arrayContaining([...pages, 'Your security']));
  await page.getByRole('searchbox').fill('webh');
  // The list is filtered, and its first entry is selected.
  await page.waitForFunction(() => {
    const chosen = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(chosen)?.textContent.startsWith('Webhooks');
  });
  await inspect(page, 'console-palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('shopper-7');
  await page.getByRole('menuitem', { name: 'Sessions of shopper-7' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/sessions\?user=shopper-7$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('home');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  const other = await context.newPage();
  const heading = { name: 'Home', level: 1 } as const;
  await Promise.all([page.reload(), other.goto(`${base}/dashboard`)]);
  for (const tab of [page, other]) await tab.getByRole('heading', heading).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other])
    await tab.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test('without a connection a page says so, and it shows its rows once the connection is back', async () => {
  const { base, dashboard, context, page } = await openStaffPage(browser());
  await page.goto(`${base}/dashboard/usage`);
  await page.getByLabel('Email').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Request log' }).click();
  await page.getByRole('heading', { name: 'Request log', level: 1 }).waitFor();
  await context.setOffline(true);
  // The page's code is already loaded, but choosing the mode requests the data again.
  await page.getByRole('radio', { name: 'Test' }).check();
  const said = page.getByText('No connection').first();
  await said.waitFor();
  await inspect(page, 'console-offline');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await said.waitFor({ state: 'detached' });
  // The page opens in the mode that was chosen while the browser was offline.
  expect(await page.getByRole('radio', { name: 'Test' }).isChecked()).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Request log');
});

test('on a phone the menu contains what the sidebar contains elsewhere: search, mode and sign-out', async () => {
  const { base, dashboard, complaints, page } = await openStaffPage(browser());
  await page.setViewportSize(PHONE);
  await page.goto(`${base}/dashboard`);
  await page.getByLabel('Email').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await menu.click();
  await inspect(page, 'console-menu');
  await drawer.getByRole('radio', { name: 'Test' }).check();
  await drawer.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search pages' });
  await palette.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  // The button that opened the palette has disappeared with the menu, so focus returns to the
  // menu's button.
  await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true);

  await menu.click();
  await drawer.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('webh');
  await page.getByRole('menuitem', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  // The page lists the endpoints of both modes, and each endpoint shows its own mode.
  const banner = page.getByText('Test data: these sessions');
  expect(await banner.count()).toBe(0);
  await menu.click();
  await drawer.getByText('Live and test entries are marked').waitFor();
  await drawer.getByRole('link', { name: 'API keys' }).click();
  await banner.first().waitFor();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await drawer.waitFor({ state: 'detached' });
  await menu.click();
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});
