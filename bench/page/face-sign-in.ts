// Times a sign-in by face (D-99) with the puppet against the real service, from "Continue as A…" on
// a trusted device until the visitor is signed in.
import type { Page } from 'playwright-core';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { Authenticator } from '../../test/support/browser/authenticator.ts';
import { installPuppetCamera } from '../../test/support/browser/puppet-camera.ts';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import english from '../../widget/locales/en.json' with { type: 'json' };
import { inSeconds, printFigure, printTitle, quantile } from '../report.ts';
import { type Notes, visit } from './visitor.ts';

const VISITS = 5;

interface Steps {
  /** The time from pressing the button until the check's page is shown. */
  pageMs: number;
  /**
   * The time from the moment the check's page is shown until the camera is on; the visitor accepts
   * the page's text immediately.
   */
  cameraMs: number;
  /**
   * The time from the moment the camera is on until the browser leaves the check's page after the
   * verdict.
   */
  checkMs: number;
  /** The time from leaving the check's page until the account is shown. */
  backMs: number;
  parts: Parts;
}

/** The durations of the check's parts, which are told apart by what the page shows. */
interface Parts {
  /**
   * The time from when the page first shows the camera until the first colour. In this time a face
   * is found and comes to rest, and the challenge arrives.
   */
  restMs: number;
  /** How long the page shows colours in total. */
  lightMs: number;
  /**
   * The time for the movements: from the first colour until the recording is complete, without the
   * time for the colours.
   */
  movementsMs: number;
  /**
   * The time from the end of the recording until frontal pictures are requested. In this time the
   * recording is sent, and the service randomly selects pictures from it.
   */
  sendMs: number;
  frontalMs: number;
  /**
   * The time from the last frontal picture to the verdict. In this time the service measures the
   * pictures from the recording and the frontal pictures, except those that it measured while the
   * frontal pictures were being taken.
   */
  verdictMs: number;
}

export async function benchFaceSignIn({ base_url: service }: Demo): Promise<void> {
  printTitle(`Sign-in by face, ${VISITS} times`);
  const { browser, page } = await visit((context) =>
    installPuppetCamera(context, { screenShare: 0.15 }),
  );
  try {
    await enrol(page, service);
    const visits: Steps[] = [];
    while (visits.length < VISITS) {
      await signOut(page, service);
      visits.push(await signIn(page, service));
    }
    printSteps(visits);
  } finally {
    await browser.close();
  }
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Creates an account that has only a passkey, and enrols a face for it. */
async function enrol(page: Page, service: string): Promise<void> {
  const authenticator = await Authenticator.of(page);
  await page.goto(`${service}/signup?continue=%2Faccount%2Fsecurity`);
  await page.fill('#display_name', 'Ada');
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(`${service}/account/security`);
  await press(page, texts['security.face_enrol']);
  await passCheck(page);
  await page.waitForURL('**/account/security?done=face_enrolled');
  await authenticator.fallSilent();
}

async function signOut(page: Page, service: string): Promise<void> {
  await page.goto(`${service}/signout`);
  await press(page, texts['signout.action']);
  await page.goto(`${service}/signin`);
}

async function signIn(page: Page, service: string): Promise<Steps> {
  const pressedMs = performance.now();
  await press(page, texts['signin.face'].replace('{name}', 'A…'));
  const { arrivedMs, cameraMs, endMs, notes } = await passCheck(page);
  await page.waitForURL(`${service}/account`);
  const signedInMs = performance.now();
  return {
    pageMs: arrivedMs - pressedMs,
    cameraMs: cameraMs - arrivedMs,
    checkMs: endMs - cameraMs,
    backMs: signedInMs - endMs,
    parts: partsOf(notes),
  };
}

/** Passes the check without pausing to think. */
async function passCheck(page: Page) {
  await page.locator('[data-page="welcome"]').waitFor();
  const arrivedMs = performance.now();
  await press(page, english['welcome.continue']);
  await press(page, english['camera.off.action']);
  await page.locator('[data-page="liveness"]').waitFor();
  const cameraMs = performance.now();
  // The page navigates away immediately, so the probe's notes are stored first and read on the next
  // page.
  await page.evaluate(() =>
    addEventListener('pagehide', () =>
      sessionStorage.setItem('notes', JSON.stringify(window.notes)),
    ),
  );
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/v/'), { waitUntil: 'commit' });
  const endMs = performance.now();
  const kept = await page.evaluate(() => sessionStorage.getItem('notes'));
  return { arrivedMs, cameraMs, endMs, notes: JSON.parse(kept ?? '') as Notes };
}

function partsOf({ pages, messages }: Notes): Parts {
  const { liveness = 0, age = 0, verdict = 0 } = pages;
  const ends = [...messages.slice(1).map(({ ms }) => ms), verdict];
  const spans = messages.map(({ message, ms }, i) => ({ message, ms, endMs: ends[i] ?? verdict }));
  const isLight = ({ message }: { message: string }) => message === 'lit';
  const sum = (some: typeof spans) => some.reduce((total, { ms, endMs }) => total + endMs - ms, 0);
  const sentMs = spans.find(({ message, ms }) => message === 'one_moment' && ms < age)?.ms ?? age;
  const shownMs = spans.findLast(({ message }) => message === 'one_moment')?.ms ?? verdict;
  const begunMs = spans.find(isLight)?.ms ?? liveness;
  const lightMs = sum(spans.filter(isLight));
  return {
    restMs: begunMs - liveness,
    lightMs,
    movementsMs: sentMs - begunMs - lightMs,
    sendMs: age - sentMs,
    frontalMs: shownMs - age,
    verdictMs: verdict - shownMs,
  };
}

function printSteps(visits: readonly Steps[]): void {
  const middle = (read: (steps: Steps) => number) => inSeconds(quantile(visits.map(read), 0.5));
  printFigure(
    'press → the check’s page',
    middle(({ pageMs }) => pageMs),
  );
  printFigure(
    '→ camera on',
    middle(({ cameraMs }) => cameraMs),
  );
  printFigure(
    '→ all was shown',
    middle(({ checkMs }) => checkMs),
  );
  const part = (name: string, read: (parts: Parts) => number) =>
    printFigure(
      `  ${name}`,
      middle(({ parts }) => read(parts)),
    );
  part('a face at rest, the challenge', ({ restMs }) => restMs);
  part('colours', ({ lightMs }) => lightMs);
  part('movements', ({ movementsMs }) => movementsMs);
  part('sent, pictures drawn', ({ sendMs }) => sendMs);
  part('frontal pictures', ({ frontalMs }) => frontalMs);
  part('measured, verdict', ({ verdictMs }) => verdictMs);
  printFigure(
    '→ the account',
    middle(({ backMs }) => backMs),
  );
  const whole = ({ pageMs, cameraMs, checkMs, backMs }: Steps) =>
    pageMs + cameraMs + checkMs + backMs;
  printFigure('press → signed in', middle(whole), '8 s');
  printFigure('the slowest', inSeconds(Math.max(...visits.map(whole))));
}
