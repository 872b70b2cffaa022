import { expect, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import { press, see, seeProblem, seeVerdict } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('a wrong movement costs one attempt, is explained, and the next one can pass', async () => {
  const { token, verify_url: url } = await announce();
  const camera = { mood: 'oppose', readings: 'puppet' } as const;
  const { page, complaints } = await arrive(browser(), { camera });
  await page.goto(url);
  await begin(page);
  expect(await seeProblem(page)).toBe('wrong_movement');
  expect(await page.locator('.attempts').textContent()).toBe('You have 2 more attempts.');
  await inspect(page, 'retry-wrong-movement');
  await setMood(page, 'obey');
  await press(page, 'try_again');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  expect(await readResult(token)).toMatchObject({ verified: true });
  expect(complaints).toEqual([]);
});

test('three failed attempts at the movements end the session as failed', async () => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'hard' });
  const { page } = await arrive(browser(), { camera: { mood: 'oppose', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  // The page waits a while for each movement before the attempt counts as failed.
  for (const left of ['You have 2 more attempts.', 'You have one more attempt.']) {
    await page.getByText(left).waitFor({ timeout: 60_000 });
    await press(page, 'try_again');
  }
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'liveness_failed' });
  await press(page, 'return.stay');
  await inspect(page, 'verdict-liveness-failed');
  expect(await readResult(token)).toMatchObject({
    status: 'failed',
    verified: false,
    reason: 'liveness_failed',
    checks: { liveness: { performed: true, passed: false }, age: { performed: false } },
  });
});

test('an estimate far below the gate ends the check immediately as below the threshold', async () => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy', min_age: 75 });
  const { page } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'age_below_threshold' });
  await press(page, 'return.stay');
  await inspect(page, 'verdict-age-below');
  expect(await readResult(token)).toMatchObject({
    status: 'failed',
    reason: 'age_below_threshold',
    checks: { liveness: { passed: true }, age: { performed: true, passed: false, gate: 75 } },
  });
});

test('an estimate close to the gate is retried once, then ends as inconclusive', async () => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy', min_age: 38 });
  const { page } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  expect(await seeProblem(page)).toBe('age_unclear');
  await inspect(page, 'retry-age-unclear');
  await press(page, 'try_again');
  await see(page, 'age');
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'age_inconclusive' });
  await press(page, 'return.stay');
  await inspect(page, 'verdict-age-inconclusive');
  expect(await readResult(token)).toMatchObject({ status: 'failed', reason: 'age_inconclusive' });
});
