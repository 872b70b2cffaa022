// An owner's work with keys and an endpoint in the weeks after the first day: sending test events,
// resending events, replacing a key and a secret, and pausing and deleting the endpoint.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  at,
  confirmAddress,
  createKey,
  newOwner,
  openConsole,
  signUp,
} from '../support/browser/console.ts';
import { startExampleReceiver } from '../support/browser/example-receiver.ts';
import { inspect } from '../support/browser/inspect.ts';
import { freePorts } from '../support/browser/running-demo.ts';
import { useBrowser } from '../support/browser/visitor.ts';
import { eventually } from '../support/installation/eventually.ts';

const browser = useBrowser();

/**
 * Calls `/verify/v1/init` with the given key.
 * @returns the status of the response
 */
async function announceWith(key: string): Promise<number> {
  const { status } = await fetch(at('/verify/v1/init'), {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ callback_url: `${inject('demo').shop_url}/?order=7`, min_age: 18 }),
  });
  return status;
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Closes the dialog that shows a secret once. @returns the secret */
async function store(page: Page): Promise<string> {
  const stored = dialogOf(page).getByRole('button', { name: 'I have stored it' });
  await stored.waitFor();
  const secret = (await dialogOf(page).locator('code').textContent()) ?? '';
  await stored.click();
  return secret;
}

/** Renames a key and replaces it. The old key works until it is revoked. */
async function replaceKey(page: Page): Promise<void> {
  const old = await createKey(page, 'Orchard server');
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Rename Orchard server' }).click();
  await dialog.getByLabel('Name').fill('Orchard, Ghent');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Replace Orchard, Ghent' }).click();
  await inspect(page, 'key-replace');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  const fresh = await store(page);
  const rowOf = (key: string) => page.getByRole('row').filter({ hasText: `…${key.slice(-4)}` });
  await rowOf(old).getByText('ends').waitFor();
  expect([await announceWith(old), await announceWith(fresh)]).toEqual([201, 201]);
  await rowOf(old).getByRole('button', { name: 'Revoke' }).click();
  const act = dialog.getByRole('button', { name: 'Revoke' });
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByLabel('Type').fill(old.slice(-4));
  await act.click();
  await rowOf(old).getByText('Revoked').waitFor();
  await rowOf(fresh).getByText('Active').waitFor();
  expect(await announceWith(fresh)).toBe(201);
}

/**
 * Creates a working endpoint.
 * @returns its host, and the lines that its receiver prints
 */
async function addEndpoint(page: Page) {
  const [port] = await freePorts();
  const host = `localhost:${port}`;
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await dialogOf(page).getByLabel('Address').fill(`http://${host}/agate`);
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  const received = await startExampleReceiver(port, await store(page));
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByText('Works', { exact: true }).waitFor();
  return { host, received };
}

test('an owner replaces an API key, and an endpoint’s secret while its receiver still uses the old one', async () => {
  const owner = newOwner('Orchard', 'Nora');
  const { page, broken } = await openConsole(browser());
  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  await page.goto(at('/dashboard'));
  await page.getByRole('link', { name: 'Create an account' }).click();
  await signUp(page, owner);
  await confirmAddress(page, owner);
  await go('API keys');
  await replaceKey(page);

  await go('Webhooks');
  const { host, received } = await addEndpoint(page);
  const arrived = (type: string) => received.filter((line) => line.startsWith(type));
  const refused = () => received.filter((line) => line.includes('did not sign'));
  const sendTest = async (label: string) => {
    await page.getByLabel('Event').selectOption({ label });
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Sent. It appears below').waitFor();
  };
  await sendTest('A check was passed');
  await eventually(() => expect(arrived('session.success')).toHaveLength(1));
  const row = page.getByRole('listitem').filter({ hasText: 'session.success' });
  await row.getByText('Delivered').waitFor();
  await row.getByRole('button', { name: 'Send again' }).click();
  await eventually(() => expect(arrived('session.success')).toHaveLength(2));
  // Both deliveries contain the same event, so a receiver that remembers ids handles it only once.
  expect(new Set(arrived('session.success')).size).toBe(1);
  await row.getByText('2 attempts').click();
  await row.getByText('"test":true').first().waitFor();

  await page.getByRole('button', { name: 'New secret' }).click();
  await inspect(page, 'endpoint-secret');
  await dialogOf(page).getByRole('button', { name: 'New secret' }).click();
  const before = refused();
  expect(await store(page)).toMatch(/^whsec_/);
  await sendTest('A visitor canceled');
  await eventually(() => expect(arrived('session.canceled')).toHaveLength(1));
  expect(refused()).toEqual(before);
  await page.getByRole('button', { name: 'New secret' }).click();
  await dialogOf(page).getByRole('button', { name: 'New secret' }).click();
  await dialogOf(page).getByText('Try again tomorrow').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Switch on again' }).click();
  await page.getByText('Works', { exact: true }).waitFor();
  await inspect(page, 'endpoint-replayed');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialogOf(page).getByLabel('Type').fill(host);
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No endpoint yet').waitFor();
  expect(broken()).toEqual([]);
});
