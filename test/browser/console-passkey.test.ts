// Operators sign in with their device's screen lock. One operator invites another and changes the
// newcomer's permissions. The newcomer must first set up a second factor, and is finally signed out
// by the first operator.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { at, openConsole, seeTitle, signIn } from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enterWithPasskey, inviteOperator } from '../support/browser/operator.ts';
import { useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/**
 * Opens the newest audit entry for this action.
 * @returns the field's values before and after the change
 */
async function readChange(page: Page, action: string, field: string): Promise<string[]> {
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await seeTitle(page, 'Audit log');
  await page.getByRole('link', { name: action }).first().click();
  await seeTitle(page, action);
  const row = page.getByRole('row', { name: field });
  await row.waitFor();
  return (await row.getByRole('cell').allInnerTexts()).slice(1);
}

test('a superadmin changes an operator’s role, and that operator signs in with a passkey once a second factor is required', async () => {
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/admin/operators'));
  await enterWithPasskey(page, await inviteOperator('superadmin'));
  await seeTitle(page, 'Operators');
  await page.getByRole('button', { name: 'New operator' }).click();
  const dialog = page.getByRole('dialog');
  const name = `Odile ${crypto.randomUUID()}`;
  const operator = {
    email: `${crypto.randomUUID()}@ops.example`,
    password: 'plum-kettle-orbit-47',
  };
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(operator.email);
  await dialog.getByLabel('Role').selectOption('analyst');
  await dialog.getByLabel('First password').fill(operator.password);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: `Change ${name}` }).click();
  await dialog.getByLabel('Role').selectOption('support');
  await inspect(page, 'admin-change-operator');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name }).getByText('Support', { exact: true }).waitFor();
  expect(await readChange(page, 'Operator changed', 'role')).toEqual(['analyst', 'support']);
  await inspect(page, 'admin-operator-changed');

  const { page: other, broken: otherBroken } = await openConsole(browser());
  await other.goto(at('/admin/people'));
  await enterWithPasskey(other, operator);
  await seeTitle(other, 'People');
  for (const name of ['Operators', 'Single sign-on'])
    expect(await other.getByRole('link', { name }).count()).toBe(0);
  await other.getByRole('link', { name: 'Security' }).click();
  await other.getByRole('button', { name: 'Rename' }).waitFor();
  await inspect(other, 'admin-passkeys');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();

  // The password alone still grants no access.
  await signIn(other, operator);
  await seeTitle(other, 'Confirm it is you');
  await inspect(other, 'admin-factor-again');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await seeTitle(other, 'Security');

  // The first operator signs the newcomer out, and the audit log records the reason.
  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('button', { name: `Sessions of ${name}` }).click();
  await dialog.getByText('One session.').waitFor();
  await dialog.getByLabel('Reason').fill('A laptop was lost');
  await dialog.getByLabel('Type').fill(operator.email);
  await inspect(page, 'admin-operator-sessions');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText(`${name} is signed out everywhere.`).waitFor();
  await page.getByRole('link', { name: 'See the audit log entry' }).click();
  await seeTitle(page, 'Operator signed out everywhere');
  await page.getByRole('row', { name: 'reason' }).getByText('A laptop was lost').waitFor();
  await other.reload();
  await seeTitle(other, 'Sign in');
  expect([...broken(), ...otherBroken()]).toEqual([]);
});
