import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announce, readResult } from '../support/browser/customer.ts';
import { Network, PROFILES } from '../support/browser/network.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import { press, see, seeAge, seeBlock, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const PATIENCE_MS = 120_000;
const MESH = /\/models\/facemesh-\w+\.bin$/;

let network: Network;

beforeAll(async () => {
  network = await Network.start(inject('demo').base_url);
});

afterAll(() => network.close());

beforeEach(() => {
  network.setOffline(false);
  network.profile = undefined;
  network.knowsRanges = false;
  network.forget();
});

const posts = (end: string) =>
  network.passages.filter(({ method, path }) => method === 'POST' && path.endsWith(end));
const models = () => network.passages.filter(({ path }) => path.startsWith('/models/'));

async function seeEngineReady(page: Page): Promise<void> {
  await page.locator('.engine[data-phase="ready"]').waitFor({ timeout: PATIENCE_MS });
}

test('over 3G a visitor completes the check', async () => {
  network.profile = PROFILES.regular3g;
  const { token, verify_url: url } = await announce();
  const { page, complaints } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.goto(network.via(url));
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'preparing');
  const progress = page.getByRole('progressbar');
  const value = async () => Number(await progress.getAttribute('value'));
  const first = await value();
  await expect.poll(value, { timeout: PATIENCE_MS }).toBeGreaterThan(first);
  await see(page, 'liveness', PATIENCE_MS);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true });
  expect(complaints).toEqual([]);
});

test.each([
  ['brings only the rest where the server knows ranges', true],
  ['is followed by another try where it does not', false],
])('a connection that breaks in the middle of a model %s', async (_, knowsRanges) => {
  network.knowsRanges = knowsRanges;
  network.breakNext(MESH, 600_000);
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.goto(network.via(url));
  await seeEngineReady(page);
  const [broken, ...rest] = network.passages.filter(({ path }) => MESH.test(path));
  expect(broken?.bytes).toBeGreaterThanOrEqual(600_000);
  // Chromium's cache keeps the part that arrived before the connection broke, and may request a
  // single byte before it requests the rest.
  expect(rest.length).toBeLessThanOrEqual(knowsRanges ? 2 : 1);
  for (const { range } of rest) {
    const received = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1]);
    expect(received).toBeGreaterThan(0);
    // On a busy machine, the browser may see the connection close before it has read the last
    // bytes.
    expect(received).toBeLessThanOrEqual(broken?.bytes ?? 0);
  }
  const bytes = rest.reduce((sum, passage) => sum + passage.bytes, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes < 1_000_000).toBe(knowsRanges);
});

test('a reload does not download the models again', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.goto(network.via(url));
  await seeEngineReady(page);
  expect(models().length).toBeGreaterThan(4);
  network.forget();
  await page.reload();
  await seeEngineReady(page);
  expect(models()).toEqual([]);
});

test('going offline while the models load is reported, and they load when the connection is back', async () => {
  network.profile = PROFILES.regular3g;
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.goto(network.via(url));
  await see(page, 'welcome');
  await page.locator('.engine progress:not([value="0"])').waitFor({ timeout: PATIENCE_MS });
  network.setOffline(true);
  await page.locator('.engine[data-phase="waiting"]').waitFor();
  network.profile = undefined;
  network.setOffline(false);
  await seeEngineReady(page);
  expect(await page.locator('[data-block]').count()).toBe(0);
});

test.each(['liveness', 'age'] as const)(
  'a lost answer to the %s evidence costs no attempt',
  async (step) => {
    network.loseNextAnswer(new RegExp(`/${step}$`));
    const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
    const { page } = await arrive(browser(), { camera: { readings: 'puppet' } });
    await page.goto(network.via(url));
    await begin(page);
    expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
    // Browsers retry lost requests on their own, so the person did not have to repeat anything.
    expect(posts('/challenge')).toHaveLength(1);
    expect(await page.locator('[data-problem]').count()).toBe(0);
  },
);

test('a visitor who is offline when the movements are done loses nothing', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(network.via(url));
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  network.setOffline(true);
  await setMood(page, 'obey');
  expect(await seeBlock(page)).toBe('offline');
  network.setOffline(false);
  await seeAge(page);
  expect([posts('/challenge').length, posts('/liveness').length]).toEqual([1, 1]);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
});

test('in data-saving mode the models load only after consent, and the page shows their size', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(network.via(url));
  await see(page, 'welcome');
  await page.getByText(text('engine.later').replace('{size}', '3.1 MB')).waitFor();
  expect(models()).toEqual([]);
  await begin(page);
  expect(models().length).toBeGreaterThan(4);
});
