// Photos of an identity card that a person shows at the document step. The card's portrait is one
// of the test faces.
import jpegJs from 'jpeg-js';
import type { Page } from 'playwright-core';
import texts from '../../../widget/locales/document/en.json' with { type: 'json' };
import { photographAsJpeg, type View } from '../documents/camera.ts';
import { photographPage } from '../documents/portrait-page.ts';
import { drawSpecimen, inventHolder } from '../documents/specimens.ts';
import { turnHead } from '../puppet/puppet.ts';
import { asTaken } from '../puppet/scenes.ts';
import { loadStill, type StillName } from '../puppet/stills.ts';
import { press, see } from './hosted-page.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

interface Holder {
  birthDate: string;
  expiryDate: string;
  issuer: string;
}

const VIEW: View = { width: 1280, height: 960, quality: 85, noise: 3, roll: 2, pitch: 4, yaw: -4 };
const thisYear = new Date().getUTCFullYear();

/** An adult's card, valid for years. */
export const LIVE: Holder = {
  birthDate: '1980-05-17',
  expiryDate: `${thisYear + 4}-05-17`,
  issuer: 'FRA',
};

const SEED = 7;
/** The seed for a different holder, whose number and names do not match the back of the card. */
const OTHER_SEED = 5;

export const backOf = (holder: Holder) => drawSpecimen('td1', SEED, holder).page;

/**
 * Pictures cached by holder and face, because each takes a second of processor time to draw and
 * most tests show the same card.
 */
const backs = new Map<string, Jpeg>();
const fronts = new Map<string, Promise<Jpeg>>();

function onPaper(holder: Holder): Jpeg {
  const key = JSON.stringify(holder);
  const back = backs.get(key) ?? photographAsJpeg(backOf(holder), VIEW, SEED);
  backs.set(key, back);
  return back;
}

function frontOf(of: StillName, holder: Holder, seed = SEED): Promise<Jpeg> {
  const key = JSON.stringify([of, holder, seed]);
  const front = fronts.get(key) ?? drawFront(of, holder, seed);
  fronts.set(key, front);
  return front;
}

async function drawFront(of: StillName, change: Holder, seed: number): Promise<Jpeg> {
  const still = await loadStill(of);
  const face = { picture: turnHead(still, {}), mesh: still.mesh };
  const portraits = [{ face, x: 5, y: 10, width: 25 }];
  const holder = { ...inventHolder(seed), ...change };
  return photographPage({ paper: 'card', isGrey: true, portraits, holder }, VIEW, 5);
}

const photo = (jpeg: Uint8Array) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(jpeg),
});

async function showCode(page: Page, back: Jpeg): Promise<void> {
  await page.getByLabel(texts['document.type.id_card']).check();
  await page.getByRole('button', { name: texts['document.continue'], exact: true }).click();
  await page.locator('.photo-input').setInputFiles(photo(back));
  await page.getByText(texts['document.say.turn_over']).first().waitFor({ timeout: 60_000 });
}

/**
 * Shows both sides of a card.
 * @param of the person whose portrait is on the card
 * @param draw draws the back, which has the machine-readable zone
 */
export async function showCard(
  page: Page,
  holder: Holder,
  of: StillName,
  draw = onPaper,
): Promise<void> {
  const front = await frontOf(of, holder);
  await showCode(page, draw(holder));
  await page.locator('.photo-input').setInputFiles(photo(front));
}

/**
 * Shows the back of one card and the front of a different card, which has the person's own
 * portrait.
 */
export async function showTwoCards(page: Page, holder: Holder, of: StillName): Promise<void> {
  const front = await frontOf(of, { ...holder, birthDate: '2010-11-23' }, OTHER_SEED);
  await showCode(page, onPaper(holder));
  await page.locator('.photo-input').setInputFiles(photo(front));
}

/**
 * Shows the back of a card and, instead of its front, a picture of a face. The picture is shown
 * twice, because the page first responds only with advice.
 */
export async function showSelfie(page: Page, holder: Holder, of: StillName): Promise<void> {
  const selfie = photo(await drawSelfie(of));
  await showCode(page, onPaper(holder));
  await page.locator('.photo-input').setInputFiles(selfie);
  await page.getByText(texts['document.say.fit']).first().waitFor({ timeout: 60_000 });
  await page.locator('.photo-input').setInputFiles(selfie);
}

async function drawSelfie(of: StillName): Promise<Jpeg> {
  const { data, width, height } = asTaken(turnHead(await loadStill(of), { yaw: 6 }), 5);
  return new Uint8Array(jpegJs.encode({ data: Buffer.from(data), width, height }, 85).data);
}

/**
 * Shows documents until the page offers a human review, which it does after one portrait of a
 * different person or two doubtful portraits.
 */
export async function showUntilOffered(page: Page): Promise<void> {
  const offer = page.locator('[data-page="review"]');
  await showCard(page, LIVE, 'frontal');
  await offer.or(page.locator('[data-problem]')).waitFor({ timeout: 60_000 });
  if (await offer.isVisible()) return;
  await press(page, 'try_again');
  await see(page, 'document');
  await showCard(page, LIVE, 'frontal');
  await offer.waitFor({ timeout: 60_000 });
}
