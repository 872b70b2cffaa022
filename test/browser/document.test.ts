// The document step in a real browser with a real reader, up to the data that the step sends
// (D-91). The documents Worker itself reads that data; the session's responses are scripted.
import jpegJs from 'jpeg-js';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { randomBelow } from '../../src/crypto/random.ts';
import {
  commitTake,
  type CommittedTake,
  judgeTake,
} from '../../src/domain/verification/rules/document/take.ts';
import { TakeBody } from '../../src/routes/hosted/take-schema.ts';
import { decodeGrey } from '../../src/vision/documents/grey-container.ts';
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import { lookAtTake } from '../../src/workers/documents/look-at-take.ts';
import { readDocument } from '../../src/workers/documents/read.ts';
import type { SessionView } from '../../widget/hosted/requests/wire.ts';
import texts from '../../widget/locales/document/en.json' with { type: 'json' };
import { ended, inDocument } from '../gallery/support/session-views.ts';
import { announce } from '../support/browser/customer.ts';
import { see, seeVerdict } from '../support/browser/hosted-page.ts';
import { installStillCamera } from '../support/browser/still-camera.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';
import { photographAsJpeg, type View } from '../support/documents/camera.ts';
import { drawLicence } from '../support/documents/licences.ts';
import { SCENARIOS } from '../support/documents/scenarios.ts';
import { photographScreen } from '../support/documents/screen.ts';
import {
  drawSpecimen,
  patternedPage,
  type Specimen,
  tinted,
} from '../support/documents/specimens.ts';
import { SHOWN_ON } from '../support/documents/trial.ts';
import { hashLineNet, loadLineNet } from '../support/documents/weights.ts';

const browser = useBrowser();
const passport = drawSpecimen('td3', 7);
const card = drawSpecimen('td1', 7);
const SHARP = SCENARIOS['phone 720p'];
const BLURRED = { ...SHARP, blur: 4 };

/** A form's text fields, and its files in base64. */
type Sent = Record<string, string>;

/**
 * Opens the document step in a session whose responses are scripted.
 * @param asked values of the session's document step that replace the defaults
 */
async function openStep(page: Page, asked: Partial<SessionView['document'] & object>) {
  const { verify_url: url } = await announce();
  const { document } = inDocument();
  const view = inDocument({ document: { nonce: 'n', allowed: [], ...document, ...asked } });
  const envelope = (data: object) => ({ json: { success: true, data } });
  await page.route('**/v/sessions**', (route) => route.fulfill(envelope(view)));
  await page.route('**/document', (route) => route.fulfill(envelope(ended('success'))));
  await page.addInitScript(keepSent);
  await page.goto(url);
  await see(page, 'document');
}

/**
 * Keeps a copy of what the page sends. Runs in the page, because Playwright does not expose the
 * files in a form.
 */
function keepSent() {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { body } = init ?? {};
    if (body instanceof FormData && body.has('kind')) {
      const parts = [...body].map(async ([name, value]) => {
        if (typeof value === 'string') return [name, value];
        const bytes = new Uint8Array(await value.arrayBuffer());
        return [name, btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))];
      });
      const sent = Object.fromEntries(await Promise.all(parts)) as Sent;
      Object.assign(window, { sent });
    }
    return send(input, init);
  };
}

const sentBy = (page: Page): Promise<Sent> =>
  page.evaluate(() => (window as unknown as { sent: Sent }).sent);

const bytesOf = (base64 = '') => new Uint8Array(Buffer.from(base64, 'base64'));

/** Returns the documents Worker's result for what the page sent. */
async function judged(sent: Sent) {
  const answer = await readDocument(
    {
      net: loadLineNet(),
      netHash: hashLineNet(),
      readBarcode: () => Promise.resolve(undefined),
    },
    {
      kind: 'mrz',
      frames: [sent['frame_1'], sent['frame_2']].map((part) => decodeGrey(bytesOf(part)) ?? []),
      page: bytesOf(sent['page']),
      today: SHOWN_ON,
    },
  );
  if (!answer.ok) throw new Error(answer.fault);
  return answer;
}

/**
 * Draws at random from the pictures to which the page has committed, as a session does.
 * @returns a function that checks the sent pictures against their hashes and with the documents
 *   Worker
 */
async function drawTake(page: Page) {
  let committed: CommittedTake | undefined;
  await page.route('**/document/take', (route) => {
    const { nonce, ...offered } = route.request().postDataJSON();
    committed = commitTake(
      { ...TakeBody.parse({ nonce, ...offered }), openMs: 600_000 },
      'n',
      randomBelow,
    );
    const { document } = inDocument();
    const times = committed.drawn.map(({ t }) => t);
    const view = inDocument({ document: { nonce, allowed: [], ...document, times } });
    return route.fulfill({ json: { success: true, data: view } });
  });
  return async (sent: Sent) => {
    if (!committed) throw new Error('The page has not committed itself.');
    const { parts, drawn } = committed;
    const nonce = sent['nonce'] ?? '';
    for (const [name, row] of Object.entries(parts))
      expect(await commitmentOf(nonce, row.t, bytesOf(sent[name]))).toBe(row.hash);
    for (const { t, hash } of drawn)
      expect(await commitmentOf(nonce, t, bytesOf(sent[`take_${t}`]))).toBe(hash);
    const pictures = drawn.map(({ t }) => ({ t, jpeg: bytesOf(sent[`take_${t}`]) }));
    const front = sent['front'] === undefined ? {} : { front: bytesOf(sent['front']) };
    const seen = lookAtTake({ page: bytesOf(sent['page']), ...front, pictures });
    if (!seen.ok) throw new Error(seen.fault);
    return {
      ruling: judgeTake(committed, { isOther: false, seen }),
      drawn: drawn.map(({ of }) => of),
    };
  };
}

const factsOf = ({ holder: { number, birthDate, expiryDate } }: Specimen) => ({
  ok: true,
  facts: { number, birthDate, expiryDate },
});

const threeTimes = (specimen: Specimen) => Array.from({ length: 3 }, () => factsOf(specimen));

const press = (page: Page, key: keyof typeof texts) =>
  page.getByRole('button', { name: texts[key], exact: true }).click();

const photo = (specimen: Specimen, view: Parameters<typeof photographAsJpeg>[1] = SHARP) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(photographAsJpeg(specimen.page, view, 7)),
});

test('a passport is captured automatically once it is sharp, free of reflections and the right way up', async () => {
  const hold = ({ page: side }: Pick<Specimen, 'page'>, view: View) => ({
    width: view.width,
    height: view.height,
    jpeg: photographAsJpeg(side, view, 11),
  });
  const { page, complaints } = await arrive(browser(), { camera: 'own' });
  const show = await installStillCamera(page, hold(passport, BLURRED));
  await openStep(page, {});
  await press(page, 'document.continue');
  const seeRemark = (say: string) => page.locator(`[data-say="${say}"]`).waitFor();
  await seeRemark('hold_still');
  await show(hold(passport, SCENARIOS['glare on the code']));
  await seeRemark('reflection');
  await show(hold({ page: patternedPage(125, 88, 3) }, SHARP));
  await seeRemark('fit');
  await show(hold(passport, SHARP));
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const sent = await sentBy(page);
  expect(Object.keys(sent).toSorted()).toEqual(['frame_1', 'frame_2', 'kind', 'nonce', 'page']);
  // The test document is drawn in grey, so it counts as a photocopy.
  expect(await judged(sent)).toMatchObject({
    readings: threeTimes(passport),
    signals: ['photocopy'],
  });
  expect(complaints).toEqual([]);
});

test('a passport shown on a screen is read, and the upload carries the signal “screen” (D-92)', async () => {
  const view = SCENARIOS['roll 10'];
  const { page, complaints } = await arrive(browser(), { camera: 'own' });
  const jpeg = photographScreen(tinted(passport.page, 7, 1), 700, view, 7);
  await installStillCamera(page, { width: view.width, height: view.height, jpeg });
  await openStep(page, {});
  await press(page, 'document.continue');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const sent = await sentBy(page);
  expect(Object.keys(sent).toSorted()).toEqual(['frame_1', 'frame_2', 'kind', 'nonce', 'page']);
  expect(await judged(sent)).toMatchObject({
    readings: threeTimes(passport),
    signals: ['screen'],
  });
  expect(complaints).toEqual([]);
});

test('a photo of a card’s back that lies on its side is rotated, and the page then asks for the front', async () => {
  const { page, complaints } = await arrive(browser());
  await openStep(page, {});
  await page.getByLabel(texts['document.type.id_card']).check();
  await press(page, 'document.continue');
  const onSide = { ...SHARP, width: 720, height: 1280, roll: 90 };
  await page.locator('.photo-input').setInputFiles(photo(card, onSide));
  await page.getByText(texts['document.say.turn_over']).first().waitFor({ timeout: 60_000 });
  await page.locator('.photo-input').setInputFiles(photo(passport));
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const sent = await sentBy(page);
  expect(await judged(sent)).toMatchObject({ readings: threeTimes(card) });
  expect(jpegJs.decode(bytesOf(sent['front']))).toMatchObject({ width: 1280, height: 720 });
  expect(complaints).toEqual([]);
});

test('a card’s front is captured automatically once the card was turned over and is whole and still', async () => {
  const hold = (side: Specimen['page'], view: View) => ({
    width: view.width,
    height: view.height,
    jpeg: photographAsJpeg(side, view, 11),
  });
  const { page, complaints } = await arrive(browser(), { camera: 'own' });
  const show = await installStillCamera(page, hold(card.page, SHARP));
  await openStep(page, {});
  const taken = await drawTake(page);
  await page.getByLabel(texts['document.type.id_card']).check();
  await press(page, 'document.continue');
  const seeRemark = (say: string) => page.locator(`[data-say="${say}"]`).waitFor();
  await seeRemark('turn_over');
  await show(hold(card.page, { ...SHARP, share: 0.02 }));
  const front = drawSpecimen('td2', 7, {}, { pastedAbove: 60 }).page;
  await show(hold(front, { ...SHARP, share: 0.4 }));
  await seeRemark('closer');
  await show(hold(front, SHARP));
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const sent = await sentBy(page);
  expect(await judged(sent)).toMatchObject({ readings: threeTimes(card) });
  expect(jpegJs.decode(bytesOf(sent['front']))).toMatchObject({ width: 960, height: 720 });
  const { ruling, drawn } = await taken(sent);
  expect(drawn).toEqual(expect.arrayContaining(['code', 'turn', 'front']));
  expect(ruling).toBe('whole');
  expect(complaints).toEqual([]);
});

test('no file upload is offered where a take is required, and a passport’s take has one side (D-137)', async () => {
  const jpeg = photographAsJpeg(passport.page, SHARP, 11);
  const { page, complaints } = await arrive(browser(), { camera: 'own' });
  await installStillCamera(page, { width: SHARP.width, height: SHARP.height, jpeg });
  await openStep(page, { take_required: true });
  const taken = await drawTake(page);
  await press(page, 'document.continue');
  await page.locator('.page-stage').waitFor();
  expect(await page.locator('.photo-input').count()).toBe(0);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const { ruling, drawn } = await taken(await sentBy(page));
  expect(new Set(drawn)).toEqual(new Set(['code']));
  expect(ruling).toBe('whole');
  expect(complaints).toEqual([]);
});

test('a file without a card is not sent the first time, and is sent the second time', async () => {
  const { page } = await arrive(browser());
  await openStep(page, {});
  await page.getByLabel(texts['document.type.id_card']).check();
  await press(page, 'document.continue');
  await page.locator('.photo-input').setInputFiles(photo(card));
  await page.getByText(texts['document.say.turn_over']).first().waitFor({ timeout: 60_000 });
  const nothing = photo(card, { ...SHARP, share: 0.02 });
  await page.locator('.photo-input').setInputFiles(nothing);
  await page.getByText(texts['document.say.fit']).first().waitFor();
  await page.locator('.photo-input').setInputFiles(nothing);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
});

test('a photo that is chosen while the reader still loads is read, alongside the camera', async () => {
  const { page, complaints } = await arrive(browser());
  await page.route('**/line-reader*', async (route) => {
    await page.waitForTimeout(3_000);
    await route.continue();
  });
  const file = photo(card);
  await openStep(page, {});
  await page.getByLabel(texts['document.type.id_card']).check();
  await press(page, 'document.continue');
  await page.locator('.photo-input').setInputFiles(file);
  await page.getByText(texts['document.say.turn_over']).first().waitFor({ timeout: 30_000 });
  expect(complaints).toEqual([]);
});

test('an American licence is read by a barcode reader that loads only for it', async () => {
  const { page, sent: requests, complaints } = await arrive(browser());
  await openStep(page, {});
  const countBarcodeReaders = () =>
    requests.filter(({ url }) => url.includes('zxing_reader')).length;
  const country = page.getByRole('combobox', { name: texts['document.country'] });
  await country.fill('United States');
  await page.keyboard.press('Enter');
  await page.getByLabel(texts['document.type.drivers_license']).check();
  await press(page, 'document.continue');
  expect(countBarcodeReaders()).toBe(0);
  const { page: back } = await drawLicence(7, 'wide');
  const view = SCENARIOS['phone 1080p'];
  const file = { ...photo(card), buffer: Buffer.from(photographAsJpeg(back, view, 7)) };
  await page.locator('.photo-input').setInputFiles(file);
  await page.getByText(texts['document.say.turn_over']).first().waitFor({ timeout: 60_000 });
  await page.locator('.photo-input').setInputFiles(photo(passport));
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  const sent = await sentBy(page);
  expect(sent['kind']).toBe('pdf417');
  expect(decodeGrey(bytesOf(sent['frame_1']))).toHaveLength(1);
  expect(countBarcodeReaders()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a document type that the site does not accept is reported, and nothing is sent', async () => {
  const { page } = await arrive(browser());
  await openStep(page, { allowed: ['id_card'] });
  await press(page, 'document.continue');
  await page.locator('.photo-input').setInputFiles(photo(passport));
  await page
    .locator('.capture > .unreadable', { hasText: texts['document.photo.other_kind'] })
    .waitFor();
  expect(await sentBy(page)).toBeUndefined();
});

test('a country can be chosen by keyboard, and a licence without a code is reported as such', async () => {
  const { page } = await arrive(browser());
  await openStep(page, {});
  const country = page.getByRole('combobox', { name: texts['document.country'] });
  expect(await country.inputValue()).toBe('Germany');
  await country.focus();
  await page.keyboard.type('land');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  expect(await country.inputValue()).toBe('Germany');
  await page.keyboard.type('austria');
  await page.keyboard.press('Enter');
  expect(await country.inputValue()).toBe('Austria');
  await page.getByLabel(texts['document.type.drivers_license']).check();
  await page.locator('#unreadable').waitFor();
  await page.getByRole('button', { name: texts['document.continue'] }).click({ force: true });
  await see(page, 'document');
  expect(await page.locator('.kinds').count()).toBe(1);
});
