import type { Browser, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { launchBrowser } from '../support/browser/chromium.ts';
import { announce, readResult } from '../support/browser/customer.ts';
import {
  arriveOnPhone,
  askForPhone,
  openAtComputer,
  readCode,
  readLink,
  seeHandoff,
  takeOver,
  typeCode,
} from '../support/browser/two-devices.ts';
import { press, see, seeVerdict, text, type TextKey } from '../support/browser/hosted-page.ts';
import { agree, begin, useBrowser, useCameraBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const cameraBrowser = useCameraBrowser();

/** Starts a check on a computer and moves it to a phone. */
async function takeCheckToPhone(atComputer: Browser = browser()) {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(atComputer, url);
  const { page: phone } = await takeOver(
    browser(),
    await askForPhone(computer),
    readCode(computer),
  );
  return { computer, phone };
}

test('a check begun on a computer is done on a phone and finished on the computer', async () => {
  const { token, verify_url: url } = await announce();
  const { page: computer, complaints: onComputer } = await openAtComputer(browser(), url);
  const link = await askForPhone(computer);
  expect(link).toMatch(/\/v\/xho_[\w-]{86}$/);
  await computer.getByRole('img', { name: text('handoff.qr_label') }).waitFor();
  // The demo's address only works on this machine, so the page warns that a phone cannot reach it.
  await computer.getByText(text('handoff.this_machine')).waitFor();

  const { page: phone, complaints: onPhone } = await arriveOnPhone(browser());
  await phone.goto(link);
  await see(phone, 'join');
  const facts = await phone.locator('.about').innerText();
  expect(facts).toContain('Vineyard');
  expect(facts).toContain(new URL(inject('demo').shop_url).host);
  expect(facts).toContain('Linux');
  await seeHandoff(computer, 'joined');
  const code = await readCode(computer);
  expect(code).toMatch(/^\d{4}$/);
  expect(await phone.locator('main').innerText()).not.toContain(code);
  await typeCode(phone, code);
  await seeHandoff(computer, 'confirmed');
  expect(await computer.locator('.progress').innerText()).toBe(text('handoff.at.consent'));
  await begin(phone);
  await computer.getByText(text('handoff.at.liveness')).first().waitFor();
  await computer.getByText(text('handoff.at.age')).first().waitFor({ timeout: 60_000 });
  expect(await seeVerdict(phone)).toEqual({ status: 'success', reason: null });
  expect(await seeVerdict(computer)).toEqual({ status: 'success', reason: null });
  await computer.waitForURL(`${inject('demo').shop_url}/**`);
  await see(phone, 'verdict');
  await phone.getByText(text('join.done').replace('{site}', 'Vineyard')).waitFor();
  expect(await phone.locator('a.text-link').getAttribute('href')).toContain('status=success');
  expect(await readResult(token)).toMatchObject({ verified: true });
  expect([...onComputer, ...onPhone]).toEqual([]);
});

test('a reload continues where each device was', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page: computer } = await openAtComputer(browser(), url);
  const first = await askForPhone(computer);
  await computer.reload();
  await see(computer, 'handoff');
  await press(computer, 'handoff.new_link');
  const { page: phone } = await arriveOnPhone(browser());
  await phone.goto(await readLink(computer, first));
  await see(phone, 'join');
  expect(new URL(phone.url()).pathname).toMatch(/^\/v\/[\w-]{43}$/);
  await phone.reload();
  await see(phone, 'join');
  await seeHandoff(computer, 'joined');
  await computer.reload();
  await seeHandoff(computer, 'joined');
  await typeCode(phone, await readCode(computer));
  await agree(phone);
  await phone.reload();
  await see(phone, 'camera');
  await seeHandoff(computer, 'confirmed');
  await computer.reload();
  await seeHandoff(computer, 'confirmed');
  await press(phone, 'camera.off.action');
  expect(await seeVerdict(phone)).toMatchObject({ status: 'success' });
  expect(await seeVerdict(computer)).toMatchObject({ status: 'success' });
});

test('a phone whose owner does not recognise the computer leaves, and the computer shows it', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const { page: phone } = await arriveOnPhone(browser());
  await phone.goto(await askForPhone(computer));
  await see(phone, 'join');
  await press(phone, 'join.no');
  await phone.locator('[data-block="handoff_refused"]').waitFor();
  expect(await phone.getByRole('button').count()).toBe(0);
  await see(computer, 'welcome');
  await computer.getByText(text('handoff.phone_left')).first().waitFor();
  await phone.reload();
  await phone.locator('[data-block="on_computer"]').waitFor();
  await agree(computer);
});

test('the phone asks for the computer’s number: a wrong one is reported, spaces and Enter are accepted', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const { page: phone } = await arriveOnPhone(browser());
  await phone.goto(await askForPhone(computer));
  await see(phone, 'join');
  const field = phone.getByRole('textbox', { name: text('join.code_label') });
  const fault = phone.getByRole('alert');
  await inspect(phone, 'join-code');
  await press(phone, 'join.yes');
  expect(await fault.innerText()).toBe(text('join.code_missing'));
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  const code = await readCode(computer);
  await typeCode(phone, code === '1111' ? '2222' : '1111');
  await fault.getByText('2 more attempts').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await inspect(phone, 'join-code-wrong');
  await field.fill(`${code.slice(0, 2)} ${code.slice(2)} `);
  await field.press('Enter');
  await see(phone, 'welcome');
  await seeHandoff(computer, 'confirmed');
});

test('a phone that does not know the number is turned away', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const { page: phone } = await arriveOnPhone(browser());
  await phone.goto(await askForPhone(computer));
  await see(phone, 'join');
  const code = await readCode(computer);
  const wrong = ['1111', '2222', '3333', '4444'].filter((one) => one !== code).slice(0, 3);
  for (const [index, one] of wrong.entries()) {
    await typeCode(phone, one);
    const said = index === 0 ? '2 more attempts' : 'one more attempt';
    if (index < 2) await phone.getByRole('alert').getByText(said).waitFor();
  }
  await phone.locator('[data-block="on_computer"]').waitFor();
  expect(await phone.getByRole('button').count()).toBe(0);
  await see(computer, 'welcome');
  await computer.getByText(text('handoff.phone_left')).first().waitFor();
});

test('the computer takes the check back, and the phone shows where it continues', async () => {
  const { computer, phone } = await takeCheckToPhone(cameraBrowser());
  await begin(phone);
  await computer.getByText(text('handoff.at.liveness')).first().waitFor();
  await press(computer, 'handoff.take_back');
  await phone.locator('[data-block="on_computer"]').waitFor();
  expect(await phone.evaluate(() => window.puppet.isOn())).toBe(false);
  // The visitor gave consent on the phone only, so the computer asks for it again.
  await see(computer, 'welcome');
  expect(await computer.getByText(text('handoff.phone_left')).count()).toBe(0);
  await agree(computer);
  await press(computer, 'camera.off.action');
  await see(computer, 'liveness');
});

test('a link opened twice, or replaced by a newer one, opens a page that explains it', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const old = await askForPhone(computer);
  await press(computer, 'handoff.new_link');
  const link = await readLink(computer, old);
  const { page: phone } = await arriveOnPhone(browser());
  await phone.goto(link);
  await see(phone, 'join');
  const { page: second } = await arriveOnPhone(browser());
  for (const used of [old, link]) {
    await second.goto(used);
    await second.locator('[data-block="handoff_link"]').waitFor();
    expect(await second.getByRole('button').count()).toBe(0);
  }
  await second.getByRole('heading', { name: text('blocked.handoff_link.title') }).waitFor();
  await typeCode(phone, await readCode(computer));
  await see(phone, 'welcome');
});

test('another person’s phone is locked out by a new link', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const link = await askForPhone(computer);
  const { page: stranger } = await arriveOnPhone(browser());
  await stranger.goto(link);
  await seeHandoff(computer, 'joined');
  await press(computer, 'handoff.not_my_phone');
  await stranger.locator('[data-block="on_computer"]').waitFor();
  const { page: own } = await takeOver(
    browser(),
    await readLink(computer, link),
    readCode(computer),
  );
  await agree(own);
  await computer.getByText(text('handoff.at.liveness')).first().waitFor();
  expect(await stranger.locator('[data-block]').count()).toBe(1);
});

test('the link shows when it expires, and a new one takes one press', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  await computer.clock.install();
  const old = await askForPhone(computer);
  const life = computer.locator('.handoff-life');
  await computer.clock.fastForward('02:00');
  expect(await life.innerText()).toMatch(/ (3:00|2:5\d)\.$/);
  await computer.clock.fastForward('03:01');
  expect(await life.innerText()).toBe(text('handoff.expired'));
  expect(await computer.locator('.copy-field').count()).toBe(0);
  await press(computer, 'handoff.new_link');
  expect(await readLink(computer, old)).not.toBe(old);
});

test('without a socket the computer polls every few seconds', async () => {
  const { verify_url: url } = await announce();
  const { page: computer, sent } = await openAtComputer(browser(), url);
  await computer.routeWebSocket(/\/live$/, (socket) => void socket.close());
  const { page: phone } = await takeOver(
    browser(),
    await askForPhone(computer),
    readCode(computer),
  );
  await seeHandoff(computer, 'confirmed');
  expect(sent.filter(({ method }) => method === 'WS')).toEqual([]);
  await press(phone, 'cancel');
  await press(phone, 'cancel_dialog.stop');
  expect(await seeVerdict(computer)).toEqual({ status: 'canceled', reason: null });
});

test('a device that acts out of turn is shown where the check is now', async () => {
  const { verify_url: url } = await announce();
  const { page: computer } = await openAtComputer(browser(), url);
  const behind = await computer.context().newPage();
  await behind.goto(url);
  await see(behind, 'welcome');
  const { page: phone } = await takeOver(
    browser(),
    await askForPhone(computer),
    readCode(computer),
  );
  await press(behind, 'welcome.continue');
  await seeHandoff(behind, 'confirmed');
  expect(await behind.locator('.progress').innerText()).toBe(text('handoff.at.consent'));
  await agree(phone);
});

test('when both devices act at once, one succeeds and both show the same state', async () => {
  const { computer, phone } = await takeCheckToPhone();
  const find = (page: Page, key: TextKey) =>
    page.getByRole('button', { name: text(key), exact: true }).elementHandle();
  const buttons = [
    await find(phone, 'welcome.continue'),
    await find(computer, 'handoff.take_back'),
  ];
  // The script clicks both buttons without waiting until they are visible, since the slower tab may
  // no longer show its button.
  await Promise.all(
    buttons.map((button) => button?.evaluate((one) => (one as HTMLElement).click())),
  );
  await phone.locator('[data-block="on_computer"]').waitFor();
  await computer.locator('[data-page="welcome"], [data-page="camera"]').waitFor();
  const shown = await computer.locator('[data-page]').getAttribute('data-page');
  await computer.reload();
  await see(computer, shown ?? '');
  expect(await computer.locator('[data-block]').count()).toBe(0);
});

test('is offered first on a device without a camera, and works from there', async () => {
  const bare = await launchBrowser();
  try {
    const { verify_url: url } = await announce();
    const { page: computer } = await openAtComputer(bare, url);
    await computer.locator('.offer').waitFor();
    await agree(computer);
    await press(computer, 'camera.off.action');
    await computer.getByRole('heading', { name: text('camera.missing.title') }).waitFor();
    await askForPhone(computer);
    await press(computer, 'handoff.back');
    await see(computer, 'camera');
    expect(await computer.locator('.offer').count()).toBe(1);
  } finally {
    await bare.close();
  }
});

test('is offered on a phone only after its camera has failed', async () => {
  const { verify_url: url } = await announce();
  const { page: phone } = await arriveOnPhone(cameraBrowser(), { camera: 'own', allowed: false });
  await phone.goto(url);
  await agree(phone);
  const offer = phone.getByRole('button', { name: text('handoff.offer_other') });
  expect(await offer.count()).toBe(0);
  await press(phone, 'camera.off.action');
  await offer.waitFor();
});

test('fits a page 320 pixels wide, on both devices', async () => {
  const { verify_url: url } = await announce();
  const viewport = { width: 320, height: 640 };
  const { page: computer } = await openAtComputer(browser(), url, { viewport });
  const link = await askForPhone(computer);
  await computer.getByRole('img', { name: text('handoff.qr_label') }).waitFor();
  const { page: phone } = await arriveOnPhone(browser(), { viewport });
  await phone.goto(link);
  await see(phone, 'join');
  for (const page of [computer, phone])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
