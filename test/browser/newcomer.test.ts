// A newcomer who has never heard of the service, and who reads only what is on screen, gets from
// the front page to a result in the newcomer's own program within five minutes. The machine itself
// needs only a few seconds; the test prints how many (docs/quickstart.md contains the figure). A
// test does not read or hesitate, so it counts screens, fields and presses, and adds for each the
// time that an unhurried person needs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  at,
  createKey,
  newOwner,
  openConsole,
  signUp,
  beginTestSession,
} from '../support/browser/console.ts';
import { countEffort } from '../support/browser/effort.ts';
import { inspect } from '../support/browser/inspect.ts';
import { useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/**
 * How many seconds an unhurried person needs to read a screen, to fill in a field, and to find what
 * to press.
 */
const PACE = { screens: 20, fields: 10, presses: 5 };
const FIVE_MINUTES = 300;

test('a newcomer gets from the front page to a verified test result by following the screens, in five minutes at an unhurried pace', async () => {
  const { context, page, broken } = await openConsole(browser(), {
    reducedMotion: 'no-preference',
  });
  const effort = await countEffort(context);
  const begunMs = Date.now();
  await page.goto(at('/'));
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await signUp(page, newOwner('Cellar', 'Nadia'));

  // The checklist on the dashboard's home page names the next step.
  await page.getByText('Start with a test key.').waitFor();
  await page.getByRole('link', { name: 'Create an API key' }).click();
  const key = await createKey(page, 'My server');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('Begin one under “Try it”').waitFor();
  await page.getByRole('link', { name: 'Run a test session' }).click();
  await beginTestSession(context, page);

  // Step 1 tells the reader to replace the shortened key in the calls with the full key.
  await page.getByText('With your test key My server').waitFor();
  const call = await page.getByRole('region', { name: '2. Read the result' }).textContent();
  const whole = (call ?? '').replace(/sk_test_[^']*/, key);
  expect(whole).toContain(key);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${whole} --silent`]);
  expect(JSON.parse(stdout)).toMatchObject({ data: { status: 'success', verified: true } });
  const asked = { ...effort, screens: effort.screens.size };
  console.info(
    `A newcomer's first verified result: ${Date.now() - begunMs} ms of the machine, ${JSON.stringify(asked)}`,
  );
  // The sign-up form and the key's name have five fields, so a lower count would mean that a field
  // was not counted.
  expect(asked.fields).toBeGreaterThanOrEqual(5);
  expect(asked.screens).toBeGreaterThanOrEqual(6);
  expect(asked.presses).toBeGreaterThanOrEqual(asked.screens);
  const seconds =
    asked.screens * PACE.screens + asked.fields * PACE.fields + asked.presses * PACE.presses;
  expect(seconds).toBeLessThanOrEqual(FIVE_MINUTES);
  await inspect(page, 'newcomer-result');
  expect(broken()).toEqual([]);
});
