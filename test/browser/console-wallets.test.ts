// An operator changes which wallet issuers are trusted. A private key chosen by mistake never
// leaves the browser, an expired certificate is refused, and adding or removing a certificate is
// recorded in the audit log.
import { generateKeyPairSync } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { at, openConsole, seeTitle } from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enterWithPasskey, inviteOperator } from '../support/browser/operator.ts';
import { useBrowser } from '../support/browser/visitor.ts';
import { derOf, makeAuthority } from '../support/wallet/pki.ts';

const browser = useBrowser();
const DAY_MS = 86_400_000;

const authorityUntil = (notAfter: Date) =>
  makeAuthority({
    name: `CN=Harbour Root ${crypto.randomUUID()},C=UT`,
    notBefore: new Date(Date.now() - 9 * DAY_MS),
    notAfter,
  });

const choose = (dialog: Locator, name: string, content: string | Uint8Array) =>
  dialog
    .getByLabel('Or from a file')
    .setInputFiles({ name, mimeType: 'application/x-x509-ca-cert', buffer: Buffer.from(content) });

test('an operator lists a certificate and removes it, each with an entry in the audit', async () => {
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/admin/wallets'));
  await enterWithPasskey(page, await inviteOperator('superadmin'));
  await seeTitle(page, 'Wallets');
  const name = `Harbour ${crypto.randomUUID()}`;
  await page.getByRole('button', { name: 'Add a certificate' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add a certificate' });
  const certificate = dialog.getByLabel('Certificate', { exact: true });

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await choose(dialog, 'key.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  await dialog.getByText('It was not sent.').waitFor();
  expect(await certificate.inputValue()).toBe('');

  await dialog.getByLabel('Name').fill(name);
  await choose(dialog, 'ended.der', derOf(await authorityUntil(new Date(Date.now() - DAY_MS))));
  await expect.poll(() => certificate.inputValue()).toMatch(/^MII/);
  await add.click();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByLabel('Personal ID (Germany)').check();
  await add.click();
  await dialog.getByText('This certificate cannot be listed').waitFor();
  await dialog.getByText('certificate: has ended').waitFor();
  await inspect(page, 'admin-wallets-refused');

  const authority = Buffer.from(derOf(await authorityUntil(new Date(Date.now() + 9 * DAY_MS))));
  await certificate.fill(
    `-----BEGIN CERTIFICATE-----\n${authority.toString('base64')}\n-----END CERTIFICATE-----`,
  );
  await add.click();
  await page.getByText(`${name} is listed.`).waitFor();
  const row = page.getByRole('row', { name });
  await row.getByText('Ends soon').waitFor();
  await inspect(page, 'admin-wallets');

  await row.getByRole('button', { name: 'Remove' }).click();
  const word = /^Type (\w+)/.exec((await dialog.locator('label').textContent()) ?? '')?.[1] ?? '';
  await dialog.getByRole('textbox').fill(word);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${name} is no longer trusted.`).waitFor();
  expect(await row.count()).toBe(0);
  await page.getByRole('link', { name: 'See the audit log entry' }).click();
  await seeTitle(page, 'Wallet trust anchor removed');
  expect(broken()).toEqual([]);
});
