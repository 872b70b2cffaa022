// Signing in by face in a real browser (D-99): who can sign in, where it is offered, and what
// disables it. The underlying rules are tested in test/routes/portal.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { Action } from '../../src/vision/face/challenge.ts';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import faceTexts from '../../widget/locales/face/en.json' with { type: 'json' };
import { Authenticator } from '../support/browser/authenticator.ts';
import { arriveAt, press, see, seeProblem, text } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { button } from '../support/browser/people.ts';
import { SEEN_AT_THE_EDGE, type PuppetSettings } from '../support/browser/puppet-camera.ts';
import {
  agree,
  arrive,
  begin,
  DESKTOP,
  useBrowser,
  type VisitorOptions,
} from '../support/browser/visitor.ts';

const browser = useBrowser();
const SECURITY = '/account/security';
const OFFER = texts['signin.face'].replace('{name}', 'A…');

type Passkeys = Awaited<ReturnType<Authenticator['passkeys']>>;

/**
 * The passkeys of the person whose face is enrolled, synced to all of that person's devices. The
 * first test that needs them creates them.
 */
let passkeys: Passkeys | undefined;

const at = (path: string): string => `${inject('demo').base_url}${path}`;

/**
 * Options that put a visitor in front of a camera, in a room where the screen's light shows on the
 * face.
 */
const before = (camera: PuppetSettings): VisitorOptions => ({
  camera: { ...SEEN_AT_THE_EDGE, screenShare: 0.15, ...camera },
  reducedMotion: 'no-preference',
});

/**
 * Creates an account with a passkey, and enrols the person's face.
 * @returns the passkeys
 */
async function enrol(): Promise<Passkeys> {
  const { page } = await arrive(browser(), before({}));
  const authenticator = await Authenticator.of(page);
  await page.goto(at('/signup?continue=%2Faccount%2Fsecurity'));
  await page.fill('#display_name', 'Ada');
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(at(SECURITY));
  await page.goto(at('/account/face'));
  await page.getByText(texts['face_proof.none']).waitFor();
  await inspect(page, 'portal-face-none');
  await page.goto(at(SECURITY));
  await button(page, texts['security.face_enrol']).click();
  await page.waitForURL(at('/v/**'));
  await begin(page);
  await arriveAt(page, page.getByText(texts['security.face_enrolled']));
  await inspect(page, 'portal-face-enrolled');
  await page.goto(at('/account/face'));
  await button(page, texts['face_proof.show']).waitFor();
  await inspect(page, 'portal-face-proof');
  return authenticator.passkeys();
}

async function signInByPasskey(page: Page): Promise<Authenticator> {
  passkeys ??= await enrol();
  const authenticator = await Authenticator.of(page, passkeys);
  await page.goto(at(`/signin?continue=${encodeURIComponent(SECURITY)}`));
  // The authenticator responds without a button press.
  await page.waitForURL(at(SECURITY));
  // Saves the passkeys with their signature counters: a passkey whose counter lags behind would be
  // treated as a clone.
  passkeys = await authenticator.passkeys();
  return authenticator;
}

/** @returns a visitor at the sign-in page, on a trusted device where the person has signed out */
async function arriveTrusted(options: VisitorOptions) {
  const visitor = await arrive(browser(), options);
  const { page } = visitor;
  const authenticator = await signInByPasskey(page);
  await button(page, texts['security.device_trust']).click();
  await page.waitForURL(`**${SECURITY}?done=device_trusted`);
  await authenticator.fallSilent();
  await page.goto(at('/signout'));
  await button(page, texts['signout.action']).click();
  await page.goto(at('/signin'));
  return visitor;
}

/** @returns the person's security page on a different device */
async function arriveElsewhere(): Promise<Page> {
  const { page } = await arrive(browser(), { camera: 'own' });
  await signInByPasskey(page);
  return page;
}

/** Opens the sign-in page and presses the button that starts the check. */
async function ask(page: Page): Promise<void> {
  await page.goto(at('/signin'));
  await button(page, OFFER).click();
  await page.waitForURL(at('/v/**'));
}

/**
 * Expects the sign-in page to report the refusal and to offer other ways to sign in.
 * @returns whether the page still offers sign-in by face
 */
async function seeRefusal(page: Page, fault: keyof typeof texts): Promise<boolean> {
  const alert = page.getByRole('alert');
  await alert.getByText(texts[fault]).waitFor();
  // A script sets the focus only after the text has appeared.
  await expect.poll(() => focused(page)).toMatchObject({ name: texts[fault] });
  await button(page, texts['signin.passkey']).waitFor();
  await page.fill('#password', 'another way');
  return button(page, OFFER).isVisible();
}

/** The timeout allows for four checks, each with its own camera. */
const CHECKS = { timeout: 400_000 };

test('a face signs in its owner, and neither another person nor a photograph', CHECKS, async () => {
  const { page } = await arriveTrusted({});
  const storageState = await page.context().storageState();

  const camera = before({ scene: 'other' });
  const { page: stranger } = await arrive(browser(), { storageState, ...camera });
  await ask(stranger);
  await begin(stranger);
  await arriveAt(stranger, stranger.getByRole('alert').getByText(texts['signin.face_other']));
  expect(await seeRefusal(stranger, 'signin.face_other')).toBe(true);

  // The page reports movements that its pictures do not show.
  const print = before({ readings: 'puppet' });
  const { page: photo } = await arrive(browser(), { storageState, ...print });
  await ask(photo);
  await begin(photo);
  expect(await seeProblem(photo)).toBe('not_accepted');

  const desk = { storageState, viewport: DESKTOP, ...before({}) };
  const { page: owner, complaints } = await arrive(browser(), desk);
  let heard: Heard = { asked: [], spoken: [], end: '' };
  await owner.exposeFunction('tell', (next: Heard) => {
    if (next.asked.length > 0) heard = next;
  });
  await owner.addInitScript(listen);
  await owner.goto(at('/signin'));
  await inspect(owner, 'portal-signin-face');
  await tabTo(owner, OFFER);
  await owner.keyboard.press('Enter');
  await owner.waitForURL(at('/v/**'));
  for (const key of ['welcome.continue', 'camera.off.action'] as const) {
    await see(owner, key === 'welcome.continue' ? 'welcome' : 'camera');
    await tabTo(owner, text(key));
    await owner.keyboard.press('Enter');
  }
  await arriveAt(owner, owner.getByRole('heading', { name: 'Ada' }));
  expect(owner.url()).toBe(at('/account'));
  expect(heard.asked.length).toBeGreaterThan(1);
  for (const action of heard.asked) expect(heard.spoken).toContain(text(`guide.${action}`));
  expect(heard.end).toBe(faceTexts['outcome.success.title']);
  await owner.goto(at('/account/activity'));
  await owner.getByText(texts['activity.by_face']).first().waitFor();
  expect(complaints).toEqual([]);
});

test('an unknown device is not offered face sign-in, and neither is a revoked one', async () => {
  const strange = await arrive(browser(), { camera: 'own' });
  await strange.page.goto(at('/signin'));
  await button(strange.page, texts['signin.passkey']).waitFor();
  expect(await button(strange.page, OFFER).count()).toBe(0);

  const { page } = await arriveTrusted({ camera: 'own' });
  await button(page, OFFER).waitFor();
  const elsewhere = await arriveElsewhere();
  const trusted = elsewhere.getByRole('button', { name: texts['security.device_end'] });
  for (let left = await trusted.count(); left > 0; left -= 1) {
    await trusted.first().click();
    await trusted.nth(left - 1).waitFor({ state: 'detached' });
  }
  await button(elsewhere, texts['security.face_delete']).waitFor();
  await button(page, OFFER).click();
  expect(await seeRefusal(page, 'signin.face_gone')).toBe(false);
});

test('a visitor without a camera is told so, and is offered the other ways', async () => {
  const { page } = await arriveTrusted({});
  await ask(page);
  await agree(page);
  await page.evaluate(() => window.puppet.plug(false));
  await press(page, 'camera.off.action');
  await page.getByText(text('camera.missing.title')).waitFor();
  await press(page, 'cancel');
  await press(page, 'cancel_dialog.stop');
  await page.waitForURL('**/signin?face=canceled');
  expect(await seeRefusal(page, 'age.canceled')).toBe(true);
});

// This test runs last, since it deletes the account's face.
test('a deleted face no longer signs in anywhere, not even on a trusted device', async () => {
  const { page } = await arriveTrusted({ camera: 'own' });
  await button(page, OFFER).waitFor();
  const elsewhere = await arriveElsewhere();
  await button(elsewhere, texts['security.face_delete']).click();
  await elsewhere.waitForURL('**/account/security?done=face_deleted');
  await elsewhere.getByRole('button', { name: texts['security.device_end'] }).first().waitFor();
  await button(page, OFFER).click();
  expect(await seeRefusal(page, 'signin.face_gone')).toBe(false);
});

interface Heard {
  /** The requested movements. */
  asked: Action[];
  /** The announcements to a screen reader. */
  spoken: string[];
  /** The text of the element that has focus at the end of the check. */
  end: string;
}

declare global {
  interface Window {
    tell: (heard: Heard) => Promise<void>;
  }
}

/**
 * Reports the requested movements, the announcements and the final focus to the test. Runs in the
 * page, before its scripts.
 */
function listen(): void {
  const [asked, spoken] = [new Set<Action>(), new Set<string>()];
  let last = '';
  const hear = () => {
    const action = document.querySelector('[data-action]')?.getAttribute('data-action');
    if (action && action !== 'neutral') asked.add(action as Action);
    for (const { textContent } of document.querySelectorAll('[aria-live]')) spoken.add(textContent);
    const isOver = document.querySelector('[data-page="verdict"]') !== null;
    const end = isOver ? (document.activeElement?.textContent ?? '') : '';
    const heard = { asked: [...asked], spoken: [...spoken], end };
    if (JSON.stringify(heard) === last) return;
    last = JSON.stringify(heard);
    void window.tell(heard);
  };
  new MutationObserver(hear).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-action'],
  });
}
