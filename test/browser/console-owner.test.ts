// An owner's first day, using only the browser: from the sign-up form to a live key and the first
// live check.
import { expect, inject, test } from 'vitest';
import {
  at,
  confirmAddress,
  createKey,
  newOwner,
  openConsole,
  seeTitle,
  signUp,
  beginTestSession,
} from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { startExampleReceiver } from '../support/browser/example-receiver.ts';
import { freePorts } from '../support/browser/running-demo.ts';
import { useBrowser } from '../support/browser/visitor.ts';
import { eventually } from '../support/installation/eventually.ts';

const browser = useBrowser();

const SAMPLES = ['curl', 'TypeScript', 'Python', 'PHP', 'Go'];

test('an owner signs up, tries a check, receives the next one by webhook, changes the policy and goes live', async () => {
  const owner = newOwner('Cellar', 'Vera');
  const { context, page, broken } = await openConsole(browser());
  // The first link with that name is the one in the menu.
  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  await page.goto(at('/dashboard'));
  await page.getByRole('link', { name: 'Create an account' }).click();
  await inspect(page, 'owner-sign-up');
  await signUp(page, owner);
  await page.getByText('0 of 5 done').waitFor();
  await inspect(page, 'owner-home-new');
  // A focus event makes the page request `/auth/me` again before its own timer does, but only once
  // the previous response has been read.
  await page.waitForResponse(/\/auth\/me$/);
  let wasRequested = false;
  page.on('request', (request) => {
    wasRequested ||= request.url().endsWith('/auth/me');
  });
  const askAgain = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    return wasRequested;
  };
  await expect.poll(askAgain, { timeout: 5_000, interval: 200 }).toBe(true);
  await confirmAddress(page, owner);

  await go('API keys');
  await createKey(page, 'Cellar server');
  await go('Try it');
  await seeTitle(page, 'Try it');
  // The example calls on this page contain this customer's own key.
  await page.getByText('Cellar server').waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(SAMPLES);
  for (const name of SAMPLES) {
    await page.getByRole('tab', { name }).click();
    await page
      .getByRole('tabpanel')
      .getByText(/sk_test_…[\w-]{4}/)
      .first()
      .waitFor();
  }
  await beginTestSession(context, page);
  await page.getByText('No endpoint receives this').waitFor();
  await inspect(page, 'owner-tried');

  await go('Home');
  // The tab shows without a reload that the email address is confirmed.
  await page.getByText('3 of 5 done').waitFor();

  await page.getByRole('link', { name: 'Add a webhook' }).click();
  const [port, silentPort] = await freePorts();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`http://localhost:${port}/agate`);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const stored = dialog.getByRole('button', { name: 'I have stored it' });
  await stored.waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await stored.click();
  await page.getByText('Not confirmed').waitFor();
  // Nothing listens at the endpoint's address yet: the challenge fails with an alert, and the
  // endpoint stays unverified.
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByRole('alert').waitFor();
  await inspect(page, 'owner-endpoint-pending');
  const received = await startExampleReceiver(port, secret);
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByText('Works', { exact: true }).waitFor();

  // A new address must answer the challenge as well; if nothing listens there, the old address
  // stays in use.
  await page.getByRole('button', { name: 'Change' }).click();
  await inspect(page, 'owner-endpoint-change');
  const address = dialog.getByLabel('Address');
  await address.fill(`http://localhost:${silentPort}/agate`);
  await dialog.getByLabel('A visitor canceled').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await address.fill(`http://localhost:${port}/agate/verified`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: `http://localhost:${port}/agate/verified` }).waitFor();
  expect(await page.getByText('A visitor canceled ·').count()).toBe(0);
  await page.getByText('Works', { exact: true }).waitFor();

  await go('Try it');
  await beginTestSession(context, page);
  const deliveries = page.locator('section', {
    has: page.getByRole('heading', { name: 'Webhook deliveries' }),
  });
  await deliveries.getByText('Delivered').waitFor();
  await deliveries.getByText('session.success').waitFor();
  await inspect(page, 'owner-delivered');
  await eventually(() =>
    expect(received.join('\n')).toContain('session.success for customer-1842, signed by Agate'),
  );

  await go('Policy');
  const rule = page.getByLabel('Rule');
  await rule.selectOption({ label: 'A margin of 9 years' });
  const then = page.locator('section.outlook', { hasText: 'After saving' });
  await then.getByText('A trained score decides here instead of years.').waitFor();
  await then.getByText('too young').first().waitFor();
  await inspect(page, 'owner-policy');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved. It applies to new sessions within 30 seconds.').waitFor();
  await page.reload();
  await expect.poll(() => rule.locator('option:checked').textContent()).toBe('A margin of 9 years');
  // The recommended rule is previewed next to the saved rule before it is saved.
  await rule.selectOption({ label: 'As the service recommends' });
  await then.getByText('A trained score decides here instead of years.').waitFor();
  const curves = page.locator('section.outlook polyline');
  await expect.poll(() => curves.count()).toBe(2);
  const [before, after] = await curves.evaluateAll((lines) =>
    lines.map((line) => line.getAttribute('points')),
  );
  expect(after).not.toEqual(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  const strength = page.locator('section', {
    has: page.getByRole('heading', { name: 'How strong a proof must be' }),
  });
  const cap = strength.getByLabel('Failed checks of a user in 24 hours');
  await cap.selectOption({ label: '2 at most' });
  await strength.getByText('After 2 failed checks a user waits').waitFor();
  await strength.getByRole('button', { name: 'Save' }).click();
  await strength.getByText('Saved. It applies to new sessions').waitFor();
  await page.reload();
  expect(await cap.locator('option:checked').textContent()).toBe('2 at most');

  await go('Events');
  const passed = page.locator('.row', { hasText: 'A check was passed' }).first();
  await passed.getByText('What is sent').click();
  await passed.getByText('"external_user_id": "customer-1842"').waitFor();
  await inspect(page, 'owner-events');

  await go('Home');
  await page.getByText('4 of 5 done').waitFor();
  await page.getByRole('radio', { name: 'Live' }).check();
  await go('API keys');
  const key = await createKey(page, 'Cellar server, live');
  expect(key).toMatch(/^sk_live_[\w-]{40,}$/);
  const announced = await fetch(at('/verify/v1/init'), {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ callback_url: `${inject('demo').shop_url}/?order=7`, min_age: 18 }),
  });
  expect(announced.status).toBe(201);
  await go('Home');
  // The last step is ticked automatically, and the list disappears.
  await page.getByText('Get started').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Age 18' }).waitFor();
  await inspect(page, 'owner-home-live');

  await go('Sessions');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('sessions-live.csv');
  expect(broken()).toEqual([]);
});
