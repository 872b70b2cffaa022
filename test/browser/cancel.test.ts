import { expect, test } from 'vitest';
import { announce, readResult, returnAddress } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, see, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('canceling on the welcome page asks for confirmation, then returns to the site without a result', async () => {
  const { token, verify_url: url } = await announce({ user_id: 'u 7&8' });
  const { page, complaints } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await inspect(page, 'welcome');
  await press(page, 'cancel');
  await page.getByRole('dialog', { name: text('cancel_dialog.title') }).waitFor();
  await inspect(page, 'cancel-dialog');
  await press(page, 'cancel_dialog.keep');
  await see(page, 'welcome');
  expect(await readResult(token)).toMatchObject({ status: 'in_progress' });
  await press(page, 'cancel');
  await press(page, 'cancel_dialog.stop');
  expect(await seeVerdict(page)).toMatchObject({ status: 'canceled' });
  await page.waitForURL(`${returnAddress()}&**`);
  const query = new URL(page.url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({
    order: '7',
    status: 'canceled',
    token: expect.stringMatching(/^xtk_/),
    user_id: 'u 7&8',
  });
  expect(await readResult(query.get('token') ?? '')).toMatchObject({
    status: 'canceled',
    verified: false,
    external_user_id: 'u 7&8',
  });
  expect(complaints).toEqual([]);
});

test('the challenge stops while the page asks for confirmation, and canceling ends the session and releases the camera', async () => {
  const { token, verify_url: url } = await announce();
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await inspect(page, 'liveness-challenge');
  await press(page, 'cancel');
  await inspect(page, 'cancel-dialog-challenge');
  await press(page, 'cancel_dialog.keep');
  // The earlier challenge must not continue, since nobody could perform it behind the dialog.
  const challenges = () => sent.filter((request) => request.url.endsWith('/challenge'));
  await expect.poll(challenges).toHaveLength(2);
  await press(page, 'cancel');
  await press(page, 'cancel_dialog.stop');
  expect(await seeVerdict(page)).toMatchObject({ status: 'canceled' });
  await press(page, 'return.stay');
  await inspect(page, 'verdict-canceled');
  expect(await page.evaluate(() => window.puppet.isOn())).toBe(false);
  expect(sent.filter((request) => request.url.endsWith('/liveness'))).toEqual([]);
  expect(await readResult(token)).toMatchObject({
    status: 'canceled',
    checks: { liveness: { performed: false } },
  });
});
