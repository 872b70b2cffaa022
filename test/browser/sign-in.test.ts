// "Sign in with Agate" in a real browser: the shop, the script of docs/sign-in.md, and a person who has a passkey alone.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { allow, button, signInAsDemo, signUpWithPasskey } from '../support/browser/people.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

useDemoAccount();
const browser = useBrowser();
const RETURNED = /\/sign-in\/return\?/;

/** The demo account lives as long as the service: it may have agreed in an earlier test. */
async function allowIfAsked(page: Page, arrived: RegExp): Promise<void> {
  const asked = button(page, texts['consent.allow']);
  await Promise.race([asked.waitFor(), page.waitForURL(arrived)]);
  if (!arrived.test(page.url())) await asked.click();
  await page.waitForURL(arrived);
}

/** The claims that the shop read. */
async function claimsShown(page: Page): Promise<Record<string, unknown>> {
  const shown = await page.locator('pre').textContent();
  return JSON.parse(shown ?? '') as Record<string, unknown>;
}

test('the shop learns that a person with a verified age is 18, and signs them out again', async () => {
  const { shop_url: shop, base_url: service } = inject('demo');
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  await page.goto(shop);
  await button(page, 'Sign in with Agate').click();
  await page.waitForURL(`${service}/signin?**`);
  await signInAsDemo(page);
  await allowIfAsked(page, RETURNED);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Welcome, you are old enough',
  );
  expect(await claimsShown(page)).toMatchObject({
    sub: expect.stringMatching(/^xid_/),
    age_verified: true,
    age_bracket: '18+',
    meets_threshold: { 18: true, 21: false },
  });
  await inspect(page, 'shop-signed-in');
  await button(page, 'Sign out').click();
  await page.waitForURL(`${shop}/`);
  await button(page, 'Sign in with Agate').click();
  await page.waitForURL(`${service}/signin?**`);
  await signInAsDemo(page);
  // Agreed to before: no second question.
  await page.waitForURL(`${shop}/sign-in/return?**`);
  expect(complaints).toEqual([]);
});

test('the shop gets the error when a person declines', async () => {
  const { shop_url: shop } = inject('demo');
  const { page } = await arrive(browser());
  await page.goto(shop);
  await button(page, 'Sign in with Agate').click();
  await signUpWithPasskey(page);
  await button(page, texts['consent.deny']).click();
  await page.waitForURL(`${shop}/sign-in/return?**`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('That did not work');
});

test('a person with nothing but a new passkey signs up, agrees, and signs in with it the next time', async () => {
  const { shop_url: shop } = inject('demo');
  const { page, complaints } = await arrive(browser());
  await page.goto(shop);
  await button(page, 'Sign in with Agate').click();
  await signUpWithPasskey(page);
  await allow(page);
  await page.waitForURL(`${shop}/sign-in/return?**`);
  const first = await claimsShown(page);
  expect(first).toMatchObject({ age_verified: false, meets_threshold: { 18: false } });
  expect(first).not.toHaveProperty('email');
  await button(page, 'Sign out').click();
  await page.waitForURL(`${shop}/`);
  await button(page, 'Sign in with Agate').click();
  // The page offers the passkey without a press (conditional UI), and this authenticator takes every offer.
  await page.waitForURL(`${shop}/sign-in/return?**`);
  expect((await claimsShown(page))['sub']).toBe(first['sub']);
  expect(complaints).toEqual([]);
});

test('the script of docs/sign-in.md works as printed', async () => {
  const folder = await readyFolder();
  const script = spawn(process.execPath, ['sign-in.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void script.kill());
  let said = '';
  for (const stream of [script.stdout, script.stderr])
    stream.on('data', (chunk) => void (said += String(chunk)));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Open http');
  const { page } = await arrive(browser());
  await page.goto(/Open (\S+)/.exec(said)?.[1] ?? '');
  await signInAsDemo(page);
  await allowIfAsked(page, /localhost:9876/);
  await page.getByText('You are signed in.').waitFor();
  await expect.poll(() => said).toContain("age_bracket: '18+'");
});

/** A folder as a reader has it: the demo's file, the packages, and the script from the page. */
async function readyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-sign-in-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const page = await readFile('docs/sign-in.md', 'utf8');
  const script = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  await mkdir(join(folder, '.agate'));
  await writeFile(join(folder, '.agate/demo.json'), JSON.stringify(inject('demo')));
  await writeFile(join(folder, 'sign-in.mjs'), script);
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
