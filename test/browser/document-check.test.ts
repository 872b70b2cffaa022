// Complete document checks (D-91). The page's readers, the service and both Workers are real; only
// the person and the document are simulated.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { press, see, seeProblem, seeVerdict } from '../support/browser/hosted-page.ts';
import {
  backOf,
  LIVE,
  showCard,
  showSelfie,
  showTwoCards,
} from '../support/browser/identity-card.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import {
  arriveOnPhone,
  askForPhone,
  readCode,
  seeHandoff,
  typeCode,
} from '../support/browser/two-devices.ts';
import { arrive, begin, DESKTOP, useBrowser } from '../support/browser/visitor.ts';
import { SCENARIOS } from '../support/documents/scenarios.ts';
import { photographScreen } from '../support/documents/screen.ts';
import { tinted } from '../support/documents/specimens.ts';

const browser = useBrowser();

const thisYear = new Date().getUTCFullYear();
const CHILD = { ...LIVE, birthDate: `${thisYear - 15}-05-17` };
const EXPIRED = { ...LIVE, expiryDate: `${thisYear - 1}-05-17` };

/**
 * A card that is `across` screen pixels wide, filmed by a camera at an angle to the pixel grid, so
 * that the `screen` signal appears.
 */
const ON_SCREEN = { across: 700, view: SCENARIOS['roll 10'] };
/** The face reflects the page's colours, so only the document raises the risk band. */
const LIT = { camera: { ...SEEN_AT_THE_EDGE, screenShare: 0.15 } };

const onScreen = (holder: typeof LIVE) =>
  photographScreen(tinted(backOf(holder), 7, 1), ON_SCREEN.across, ON_SCREEN.view, 7);

/** Starts a check that begins with the movements. @returns its token */
async function startCheck(page: Page, fields: Record<string, unknown>): Promise<string> {
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'easy', ...fields });
  await page.goto(url);
  await begin(page);
  return token;
}

test('an expired card is refused, and a valid card that shows the person verifies', async () => {
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const token = await startCheck(page, { verification_mode: 'document' });
  await see(page, 'document', 60_000);
  await showCard(page, EXPIRED, 'adult');
  expect(await seeProblem(page)).toBe('document_expired');
  await press(page, 'try_again');
  await see(page, 'document');
  await showCard(page, LIVE, 'adult');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({
    verified: true,
    verification_type: 'full',
    measured: 'edge',
    checks: {
      liveness: { performed: true, passed: true },
      age: { performed: true, passed: true, gate: 18 },
      document: { performed: true, passed: true, document_type: 'id_card', country: 'FR' },
      face_match: { performed: true, passed: true },
    },
  });
  expect(complaints).toEqual([]);
});

test('somebody else’s code with one’s own face instead of the card’s front verifies nobody', async () => {
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const token = await startCheck(page, { verification_mode: 'document' });
  for (const isLast of [false, false, true]) {
    await see(page, 'document', 60_000);
    await showSelfie(page, LIVE, 'adult');
    if (isLast) break;
    expect(await seeProblem(page)).toBe('front_not_a_document');
    await press(page, 'try_again');
  }
  const verdict = { status: 'failed', reason: 'front_not_a_document' };
  expect(await seeVerdict(page)).toEqual(verdict);
  expect(await readResult(token)).toMatchObject({ verified: false, ...verdict });
  expect(complaints).toEqual([]);
});

test('somebody else’s code with the front of one’s own card verifies nobody (D-129)', async () => {
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const token = await startCheck(page, { verification_mode: 'document' });
  for (const isLast of [false, false, true]) {
    await see(page, 'document', 60_000);
    await showTwoCards(page, LIVE, 'adult');
    if (isLast) break;
    expect(await seeProblem(page)).toBe('front_unread');
    await press(page, 'try_again');
  }
  const verdict = { status: 'failed', reason: 'front_unclear' };
  expect(await seeVerdict(page)).toEqual(verdict);
  expect(await readResult(token)).toMatchObject({ verified: false, ...verdict });
  expect(complaints).toEqual([]);
});

test('a card on a screen verifies with a higher risk band, which the page does not reveal (D-92)', async () => {
  const { page, complaints } = await arrive(browser(), LIT);
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/v\/sessions\b/.test(response.url())) answers.push(response.text());
  });
  const token = await startCheck(page, { verification_mode: 'document' });
  await see(page, 'document', 60_000);
  await showCard(page, LIVE, 'adult', onScreen);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({
    verified: true,
    checks: { liveness: { light: 'answers' }, document: { passed: true } },
    // Two signals raise the band: the screen, and the uploaded photos, which belong to no take
    // (D-137).
    risk: { band: 'high' },
  });
  const said = (await Promise.all(answers)).join();
  expect(said).toContain('"success"');
  // `class` is the class of the offered passes, which is `high` for a document regardless of the
  // check's risk.
  const rest = said.replaceAll('"class":"high"', '');
  for (const word of ['screen', 'copySignals', 'signals', 'risk', 'medium', 'high'])
    expect(rest).not.toContain(`"${word}"`);
  expect(await page.locator('main').innerText()).not.toMatch(/screen|risk/i);
  expect(complaints).toEqual([]);
});

test('an age that is too close to tell goes on to the document step, which another face does not pass', async () => {
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const token = await startCheck(page, { min_age: 38 });
  expect(await seeProblem(page)).toBe('age_unclear');
  await press(page, 'try_again');
  await see(page, 'document', 60_000);
  await showCard(page, LIVE, 'frontal');
  await page.locator('[data-problem="portrait_differs"], [data-reason="face_mismatch"]').waitFor();
  expect(await readResult(token)).toMatchObject({ verified: false });
});

test('a visitor who contests an estimate below the threshold shows a document immediately, in a new session that decides (D-93)', async () => {
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const token = await startCheck(page, { min_age: 65 });
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'age_below_threshold' });
  const first = await readResult(token);
  expect(first).toMatchObject({ status: 'failed', reason: 'age_below_threshold' });
  await press(page, 'contest.action');
  await begin(page);
  await see(page, 'document', 60_000);
  await showCard(page, { ...LIVE, birthDate: '1950-05-17' }, 'adult');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ status: 'retaken', token: first.token });
  const address = await page.locator('.actions a.button').getAttribute('href');
  const next = new URL(address ?? '').searchParams.get('token') ?? '';
  expect(await readResult(next)).toMatchObject({
    verified: true,
    verification_type: 'full',
    previous: first.token,
    checks: { document: { performed: true, passed: true } },
  });
  expect(complaints).toEqual([]);
});

test('a phone takes over at the document step, and a child’s card ends the check on both devices', async () => {
  const { page: computer } = await arrive(browser(), {
    camera: SEEN_AT_THE_EDGE,
    viewport: DESKTOP,
  });
  const token = await startCheck(computer, { verification_mode: 'document' });
  await see(computer, 'document', 60_000);
  const link = await askForPhone(computer);
  const { page: phone } = await arriveOnPhone(browser(), { camera: SEEN_AT_THE_EDGE });
  await phone.goto(link);
  await seeHandoff(computer, 'joined');
  await typeCode(phone, await readCode(computer));
  await see(phone, 'welcome');
  await press(phone, 'welcome.continue');
  await see(phone, 'document');
  await showCard(phone, CHILD, 'adult');
  const verdict = { status: 'failed', reason: 'age_below_threshold' };
  expect(await seeVerdict(phone)).toEqual(verdict);
  expect(await seeVerdict(computer)).toEqual(verdict);
  expect(await readResult(token)).toMatchObject({ verified: false, ...verdict, handed_over: true });
});
