// Error messages of the consoles' fields. They are shown below the field, read out with it, and
// removed once the value is valid.
import { expect, test } from 'vitest';
import { at, newOwner, openConsole, seeTitle } from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('missing or invalid input is reported at the field, which takes the focus, and a form that the server refused can be sent again', async () => {
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/dashboard/register'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const fault = (label: string) =>
    field(label).evaluate((input: HTMLInputElement) => {
      const names = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      const said = names.map((name) => document.getElementById(name));
      return said.find((each) => each?.className === 'field-error')?.textContent;
    });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await seeTitle(page, 'Create an account');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(await focused()).toBe('company');
  for (const label of ['Company or site', 'Your name', 'Email', 'Password'])
    expect(await fault(label)).toMatch(/\w/);
  await inspect(page, 'console-fields-missing');

  const owner = newOwner('Cellar', 'Vera');
  await field('Company or site').fill(owner.company);
  expect(await fault('Company or site')).toBeUndefined();
  expect(await field('Company or site').getAttribute('aria-invalid')).toBeNull();
  await field('Where checks are stored').selectOption('eu');
  await field('Your name').fill(owner.name);
  await field('Email').fill('vera');
  expect(await fault('Email')).toMatch(/@/);
  await field('Email').fill(owner.email);
  await field('Password').fill('short');
  // The wait starts before Enter is pressed, since it would otherwise miss a response that arrives
  // immediately.
  const refusal = page.waitForResponse(/\/register$/);
  await page.keyboard.press('Enter');
  await refusal;
  await expect.poll(() => fault('Password')).toMatch(/\w/);
  await field('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await seeTitle(page, 'Home');
  await page.goto(at('/dashboard/policy'));
  await page.getByText('In the European Union', { exact: true }).waitFor();
  await inspect(page, 'console-residency');
  expect(broken()).toEqual([]);
});
