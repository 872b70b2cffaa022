// An owner and a superadmin each set up single sign-on in their console, and a colleague signs in
// through the company's own provider (D-159, D-162). The provider is oidc-provider with its own
// pages.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn } from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { startDemo, type RunningDemo } from '../support/browser/running-demo.ts';
import { AT_A_DESK, useBrowser } from '../support/browser/visitor.ts';
import { Company } from '../support/staff/company/company.ts';
import { CLIENT_SECRET, CLIENTS } from '../support/staff/company/clients.ts';

const DOMAIN = 'cellar-door.example';

const browser = useBrowser();
const company = new Company();
let running: RunningDemo | undefined;
let issuer = '';

beforeAll(async () => {
  issuer = await company.start();
  running = await startDemo(undefined, { DNS_OVER_HTTPS: `${issuer}/dns-query` });
  company.registerAt(running.demo.base_url);
});
afterAll(async () => {
  await running?.stop();
  await company.stop();
});

/** Opens the sign-in page in a separate browser context. */
async function open(door: 'dashboard' | 'admin' = 'dashboard'): Promise<Page> {
  const context = await browser().newContext(AT_A_DESK);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(`${running!.demo.base_url}/${door}`);
  return page;
}

async function setUp(page: Page): Promise<void> {
  await signIn(page, running!.demo.dashboard);
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByLabel('Issuer').fill(issuer);
  await page.getByLabel('Client ID').fill(CLIENTS[0]);
  await page.getByLabel('Client secret').fill(CLIENT_SECRET);
  await page.getByLabel('Role of people who were not invited').selectOption('analyst');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill(DOMAIN);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const record = (await page.getByText(/^agate-verify=/).textContent()) ?? '';
  await page.getByRole('button', { name: `Check ${DOMAIN}` }).click();
  await page.getByText('The record is not there yet.').waitFor();
  company.setRecords(DOMAIN, [record]);
  await page.getByRole('button', { name: `Check ${DOMAIN}` }).click();
  await page.getByText('Proven', { exact: true }).waitFor();
  await inspect(page, 'console-single-sign-on');
}

/** Starts single sign-on with this email address, and signs in on the provider's own pages. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await fillIn(page, email);
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="login"]').fill(email);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.locator('button[autofocus]').click();
}

test('an owner sets up SSO, a colleague signs in with it, and an unverified person is refused', async () => {
  await setUp(await open());

  const colleague = await open();
  await colleague.getByRole('button', { name: 'Single sign-on' }).click();
  await colleague.getByText('Enter your email address first.').waitFor();
  await colleague.getByLabel('Email').fill('dora@elsewhere.example');
  await colleague.getByRole('button', { name: 'Single sign-on' }).click();
  await colleague.getByText('Nobody has set up single sign-on for this address.').waitFor();
  await signInAtProvider(colleague, `dora@${DOMAIN}`);
  await colleague.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await colleague.reload();
  await colleague.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  const stranger = await open();
  await signInAtProvider(stranger, `unverified@${DOMAIN}`);
  await stranger.getByText('does not confirm your email address').waitFor({ timeout: 60_000 });
  expect(new URL(stranger.url()).searchParams.get('fault')).toBe('email_unverified');
  await inspect(stranger, 'console-sso-refused');
  await stranger.getByRole('link', { name: 'Back to sign-in' }).click();
  await stranger.getByLabel('Password').waitFor();
});

/** Signs in as the demo's operator, with a password and a one-time code. */
async function enter(page: Page): Promise<void> {
  const { admin } = running!.demo;
  await signIn(page, admin);
  const code = new TOTP({ secret: Secret.fromBase32(admin.totp_secret) }).generate();
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
}

async function setUpOperators(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByLabel('Issuer').fill(issuer);
  await page.getByLabel('Client ID').fill(CLIENTS[0]);
  await page.getByLabel('Client secret').fill(CLIENT_SECRET);
  await page.getByLabel('Email domains').fill('localhost');
  await page.getByLabel('Role of people who were not invited').selectOption('analyst');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('These are not public email domains').waitFor();
  await page.getByLabel('Email domains').fill(DOMAIN);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  await inspect(page, 'admin-single-sign-on');
}

test('a superadmin sets up SSO, and an operator who signs in with it still owes a second factor', async () => {
  const early = await open('admin');
  await early.getByRole('button', { name: 'Single sign-on' }).click();
  await early.getByText('Nobody has set up single sign-on').waitFor();

  const root = await open('admin');
  await enter(root);
  await setUpOperators(root);

  const operator = await open('admin');
  await operator.getByRole('button', { name: 'Single sign-on' }).click();
  await fillIn(operator, `ada@${DOMAIN}`);
  await operator.getByRole('heading', { name: 'Set up a second factor' }).waitFor();

  const stranger = await open('admin');
  await stranger.getByRole('button', { name: 'Single sign-on' }).click();
  await fillIn(stranger, 'ada@elsewhere.example');
  await stranger.getByText('does not belong to a domain that may sign in here').waitFor();
  expect(new URL(stranger.url()).pathname).toBe('/admin/sso');
  await inspect(stranger, 'admin-sso-refused');
  await root.reload();
  await root.getByText(`ada@${DOMAIN}`).waitFor();
});
