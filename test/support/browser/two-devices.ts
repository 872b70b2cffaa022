// A visitor with two devices: the computer that opened a customer's link, and the phone that
// continues the check.
import type { Browser, Page } from 'playwright-core';
import { press, see } from './hosted-page.ts';
import { arrive, DESKTOP, type Visitor, type VisitorOptions } from './visitor.ts';

/** Opens the customer's link on a computer and waits for the welcome page. */
export async function openAtComputer(
  browser: Browser,
  url: string,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const computer = await arrive(browser, { viewport: DESKTOP, camera: 'own', ...options });
  await computer.page.goto(url);
  await see(computer.page, 'welcome');
  return computer;
}

/**
 * Chooses on the welcome page to continue on a phone.
 * @returns the link for the phone, which the computer shows
 */
export async function askForPhone(page: Page): Promise<string> {
  await press(page, 'handoff.offer');
  return readLink(page);
}

/** @param before a link shown earlier; if given, this function waits for a different one */
export async function readLink(page: Page, before = ''): Promise<string> {
  await see(page, 'handoff');
  const link = await page.waitForFunction((old) => {
    const field = document.querySelector<HTMLInputElement>('.copy-field');
    return field && field.value !== old ? field.value : undefined;
  }, before);
  return (await link.jsonValue()) ?? '';
}

export async function arriveOnPhone(
  browser: Browser,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const camera = { readings: 'puppet' } as const;
  return arrive(browser, { isMobile: true, hasTouch: true, camera, ...options });
}

/**
 * Opens the hand-off link on a phone, types the code that the computer shows, and waits for the
 * welcome page.
 */
export async function takeOver(
  browser: Browser,
  url: string,
  code: string | Promise<string>,
): Promise<Visitor> {
  const phone = await arriveOnPhone(browser);
  await phone.page.goto(url);
  await typeCode(phone.page, await code);
  await see(phone.page, 'welcome');
  return phone;
}

/** Types the code on the phone and submits it. */
export async function typeCode(phone: Page, code: string): Promise<void> {
  await see(phone, 'join');
  await phone.locator('.code-field').fill(code);
  await press(phone, 'join.yes');
}

/** Waits until the computer shows the given state of the hand-off. */
export async function seeHandoff(
  page: Page,
  state: 'offered' | 'joined' | 'confirmed',
): Promise<void> {
  const sign = { offered: '.copy-field', joined: '.notice .pairing', confirmed: '.progress' };
  await page.locator(`[data-page="handoff"] ${sign[state]}`).waitFor();
}

/** Reads the four-digit code that the computer shows. */
export async function readCode(page: Page): Promise<string> {
  return page.locator('.pairing-code').innerText();
}
