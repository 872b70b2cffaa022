// The operators' console in a real browser: from finding a person and changing their data to the
// audit entry for that change.
import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { at, openConsole, seeTitle } from '../support/browser/console.ts';
import { announce } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enterWithPasskey, inviteOperator } from '../support/browser/operator.ts';
import { arrive, AT_A_DESK, useBrowser } from '../support/browser/visitor.ts';
import { watch } from '../support/browser/watch.ts';

const browser = useBrowser();
const STEP_MS = 30_000;
/** How long the test waits for the request log, which writes its lines in one-second batches. */
const LINES_GATHER_MS = 2_000;

/**
 * Returns the code of the previous time step. Other tests need the current code, since each code is
 * accepted only once.
 */
const earlierCode = (): string =>
  new TOTP({ secret: Secret.fromBase32(inject('demo').admin.totp_secret) }).generate({
    timestamp: Date.now() - STEP_MS,
  });

/**
 * Signs in with the code of the previous time step. Another test may have used that code or the
 * next one, so the codes of later time steps are tried as well.
 */
async function signIn(page: Page): Promise<void> {
  const { admin } = inject('demo');
  await page.goto(at('/admin/people'));
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.keyboard.press('Enter');
  const isIn = page.getByRole('heading', { name: 'People', level: 1 });
  const refused = page.getByText('This code is not correct');
  for (let tries = 0; tries < 4; tries += 1) {
    await page.getByLabel('Code').fill(earlierCode());
    await page.keyboard.press('Enter');
    await isIn.or(refused).first().waitFor();
    if (await isIn.isVisible()) return;
    await page.waitForTimeout(STEP_MS - (Date.now() % STEP_MS));
  }
  throw new Error('No code of two minutes signed in.');
}

async function signUp(page: Page, name: string): Promise<void> {
  await Authenticator.of(page);
  await page.goto(at('/signup?continue=%2Faccount'));
  await page.fill('#display_name', name);
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(at('/account'));
}

test('an operator finds a person, suspends the account by its typed name, and sees who did it in the audit', async () => {
  const { page: person } = await arrive(browser());
  const context = await browser().newContext(AT_A_DESK);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(30_000);
  const name = `Marguerite ${crypto.randomUUID()}`;
  await signUp(person, name);
  const { complaints } = watch(context);
  const page = await context.newPage();
  await signIn(page);
  // Discards the error that the browser logs when a code that has already been used is refused.
  complaints.length = 0;
  await page.getByLabel('Email or name').fill(name.slice(3));
  await page.keyboard.press('Enter');
  await page.getByText('One entry').waitFor();
  await inspect(page, 'admin-people');
  await page.locator('.table-link').click();
  await page.getByText('Linux').first().waitFor();
  await inspect(page, 'admin-person');

  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Suspend' });
  expect(await act.isDisabled()).toBe(true);
  const subject = /xid_[\w-]+/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByLabel('Type').fill(subject);
  // The typed identifier alone is not sufficient: a reason is required as well.
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Reported as a shared account');
  await inspect(page, 'admin-suspend');
  await act.click();
  await page.getByText('The account has been suspended.').waitFor();
  await page.getByText('Not signed in anywhere.').waitFor();
  await person.goto(at('/account'));
  await person.waitForURL(at('/signin**'));

  await page.getByRole('link', { name: 'See the audit log entry' }).click();
  await page.getByRole('heading', { name: 'Account suspended', level: 1 }).waitFor();
  // An audit entry has its own address, so it is still shown after a reload.
  await page.reload();
  const change = page.getByRole('row', { name: 'status' });
  await change.waitFor();
  expect((await change.getByRole('cell').allInnerTexts()).slice(1)).toEqual([
    'active',
    'suspended',
  ]);
  await page
    .getByRole('row', { name: 'reason' })
    .getByText('Reported as a shared account')
    .waitFor();
  await page.getByText('Demo operator').first().waitFor();
  await inspect(page, 'admin-entry');
  await page.getByRole('link', { name: 'The whole audit log' }).click();
  await page.getByRole('link', { name: 'Account suspended' }).first().waitFor();
  await inspect(page, 'admin-audit');
  // Makes a call that the request log records in the customer's ledger.
  await announce();
  await delay(LINES_GATHER_MS);
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('Database', { exact: true }).waitFor();
  await page
    .getByText(`${inject('demo').tenant.name}, live, volume 1`)
    .first()
    .waitFor();
  await page.getByText('Slowest of these ledgers').waitFor();
  await inspect(page, 'admin-today');
  expect(complaints).toEqual([]);
});

/**
 * Changes limits on a customer's page. Invalid values are refused next to their field, and a change
 * that deletes checks requires typing the customer's name.
 */
async function changeLimits(page: Page, name: string): Promise<void> {
  const failures = page.getByLabel('Failed checks per person and day');
  const history = page.getByLabel('Days for which checks are listed');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const isSaved = page.getByText('The change has been saved.');
  expect(await save.isDisabled()).toBe(true);
  await failures.fill('many');
  await save.click();
  await expect.poll(() => failures.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByText('0 to 20; 0 means no limit.').count()).toBe(1);
  await inspect(page, 'admin-limits-refused');
  await failures.fill('3');
  await history.fill('60');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Checks older than 60 days').waitFor();
  await dialog.getByLabel('Type').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await isSaved.waitFor();
  await page.reload();
  await seeTitle(page, name);
  expect([await failures.inputValue(), await history.inputValue()]).toEqual(['3', '60']);
}

test('an operator exempts a client from PKCE, reads what that means and the audit entry, limits a customer, and ends its trust', async () => {
  const operator = await inviteOperator('superadmin');
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/admin/clients'));
  await enterWithPasskey(page, operator);
  await seeTitle(page, 'OAuth clients');
  const { client_id: id } = inject('demo').oauth_client;
  // The command palette works from any page.
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Search pages' }).fill(id);
  await page.getByRole('menuitem', { name: `Find OAuth clients: ${id}` }).click();
  await page.getByText('One entry').waitFor();
  await inspect(page, 'admin-clients');
  await page.locator('.table-link').click();
  await page.getByRole('heading', { name: 'Redirect URIs' }).waitFor();
  await inspect(page, 'admin-client');
  for (const [act, state] of [
    ['Make PKCE optional', 'PKCE is now optional for this client.'],
    ['Require PKCE', 'This client needs PKCE again.'],
  ] as const) {
    await page.getByRole('button', { name: act }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('30 seconds').waitFor();
    if (act === 'Make PKCE optional') await inspect(page, 'admin-client-pkce');
    await dialog.getByRole('button', { name: act }).click();
    await page.getByText(state).waitFor();
  }
  await page.getByRole('link', { name: 'What operators changed here' }).click();
  await page.getByText('Only entries of').waitFor();
  const entries = page.getByRole('link', { name: 'OAuth client changed' });
  await entries.nth(1).waitFor();
  await page
    .getByRole('link', { name: `oauth_client ${id}` })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Redirect URIs' }).waitFor();

  // The test creates a customer that no other test uses.
  await page.goto(at('/admin/customers'));
  await page.getByRole('button', { name: 'New customer' }).click();
  const name = `Lax ${crypto.randomUUID()}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByLabel('Email').fill(`${crypto.randomUUID()}@lax.example`);
  await page.getByRole('dialog').getByLabel('Where checks are stored').selectOption('eu');
  await inspect(page, 'admin-new-customer');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await seeTitle(page, name);
  await page.getByText('In the European Union', { exact: true }).waitFor();
  await changeLimits(page, name);
  await page.getByRole('link', { name: 'Trusted', exact: true }).click();
  await seeTitle(page, 'Trust');
  await page.getByText('One entry').waitFor();
  await inspect(page, 'admin-trust');
  await page.getByRole('button', { name: `Stop trusting: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('stop counting at once').waitFor();
  await inspect(page, 'admin-trust-end');
  await dialog.getByRole('button', { name: 'Stop trusting' }).click();
  await page.getByText(`Checks of ${name} no longer count elsewhere.`).waitFor();
  await page.getByRole('button', { name: `Trust again: ${name}` }).waitFor();
  await page.getByRole('link', { name: 'See the audit log entry' }).click();
  const change = page.getByRole('row', { name: 'ages_trusted' });
  await change.waitFor();
  expect((await change.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['true', 'false']);

  // The current signing key stays in use: the next one is only published.
  await page.getByRole('link', { name: 'Signing keys' }).first().click();
  const ring = page.locator('section', {
    has: page.getByRole('heading', { name: 'Operators', exact: true }),
  });
  expect(await ring.getByText('Next', { exact: true }).count()).toBe(0);
  await ring.getByRole('button', { name: 'Publish the next key' }).click();
  await dialog.getByText('which signs in 24 hours.').waitFor();
  await dialog.getByRole('button', { name: 'Publish the next key' }).click();
  await ring.getByText('Next', { exact: true }).waitFor();
  await ring.getByText('In use', { exact: true }).waitFor();
  expect(broken()).toEqual([]);
});
