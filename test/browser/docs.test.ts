import { expect, inject, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('the docs can be read, searched and tried with a test key, and load nothing from other hosts', async () => {
  const { base_url: service, shop_url: shop, tenant } = inject('demo');
  const { page, sent, complaints } = await arrive(browser());
  const answer = await page.goto(`${service}/docs`);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.getByRole('heading', { level: 1, name: 'Agate docs' }).waitFor();
  await inspect(page, 'docs');

  await page.keyboard.press('/');
  await page.keyboard.type('begin a verification');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service}/docs/reference/verification#initVerification`);

  const init = page.locator('section.endpoint').first();
  await init.getByRole('tab', { name: 'Python' }).click();
  await init.getByRole('tabpanel', { name: 'Python' }).getByText('requests.post').waitFor();
  await init.getByText('Try it with a test key').click();
  const send = init.getByRole('button', { name: 'Send POST' });
  await init.getByLabel('Test key').fill('sk_live_abc');
  await send.click();
  await init.getByText('Only a test key can be used here').waitFor();
  await init.getByLabel('Test key').fill(tenant.test_secret_key);
  await init
    .getByRole('textbox', { name: 'Body' })
    .fill(JSON.stringify({ callback_url: `${shop}/return`, min_age: 18 }));
  await send.click();
  await init.getByText(/^201, \d+ ms$/).waitFor();
  // Tap targets under the page's sticky header would be measured as smaller than they are.
  await page.evaluate(() => scrollTo(0, 0));
  await inspect(page, 'docs-reference');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.goto(`${service}/docs/reference/sandbox`);
  expect(await page.locator('section pre:visible').first().textContent()).toContain('requests.');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('navigation', { name: 'Docs' })
    .getByRole('link', { name: 'Webhooks' })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect(sent.filter(({ url }) => new URL(url).origin !== service)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('search results can be scrolled with the keyboard, and names in tables are never broken', async () => {
  const { base_url: service } = inject('demo');
  const { page } = await arrive(browser());
  await page.setViewportSize({ width: 390, height: 420 });
  await page.goto(`${service}/docs/dashboard-api`);
  const search = page.getByRole('combobox', { name: 'Search the docs' });
  await search.fill('how much does it cost');
  await page.getByRole('option', { name: 'What it costs' }).first().waitFor();
  await inspect(page, 'docs-found');
  await search.press('Tab');
  const list = page.getByRole('listbox', { name: 'Search results' });
  await page.keyboard.press('ArrowDown');
  expect(await list.evaluate((element) => document.activeElement === element)).toBe(true);
  await page.getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await search.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await list.isVisible()).toBe(false);

  const pages = ['dashboard-api', 'verification', 'reference/verification', 'deploy', 'translate'];
  const longest = 'errors/oauth/unmet_authentication_requirements';
  for (const path of [...pages, longest]) {
    await page.goto(`${service}/docs/${path}`);
    const seen = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      broken: [...document.querySelectorAll('td code, th code')]
        .filter(({ textContent }) => /^[a-z_]{1,32}$/.test(textContent))
        .filter((name) => name.getClientRects().length > 1)
        .map(({ textContent }) => textContent),
    }));
    expect([path, seen]).toEqual([path, { width: 390, broken: [] }]);
  }
});

test('an old address of a decision, from when all were on one page, leads to the decision', async () => {
  const { base_url: service } = inject('demo');
  const { page, complaints } = await arrive(browser());
  await page.goto(`${service}/docs/decisions#d-95-reviews`);
  await page.waitForURL(`${service}/docs/decisions/sessions#d-95-reviews`);
  await page.getByRole('heading', { level: 2, name: 'D-95. Reviews' }).waitFor();
  await inspect(page, 'docs-decisions');
  await page.getByRole('link', { name: 'All decisions' }).click();
  await page.waitForURL(`${service}/docs/decisions`);
  await page.getByRole('link', { name: 'D-1', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a copied call contains this service’s address, and the search works without a connection', async () => {
  const { base_url: service } = inject('demo');
  const { page } = await arrive(browser());
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service}/docs/reference/verification`);
  const samples = page.locator('section.endpoint').first().locator('.code').first();
  await samples.getByRole('button', { name: 'Copy' }).click();
  await samples.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${service}/verify/v1/init`);

  await page.getByRole('combobox', { name: 'Search the docs' }).fill('quickstart');
  await page.getByRole('option').first().waitFor();
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Search the docs' }).fill('webhook signature');
  await page.getByRole('option', { name: 'Webhooks' }).first().waitFor();
});
