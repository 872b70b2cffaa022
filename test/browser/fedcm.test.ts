// A sign-in that the browser offers on top of a site's own page (FedCM; D-158), using the script
// from docs/sign-in.md. Chromium's dialogs are answered through its debugging protocol. Requests
// that the endpoints refuse are tested in test/routes/oauth/fedcm.test.ts.
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../support/browser/chromium.ts';
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { eventually } from '../support/installation/eventually.ts';
import { allow, signInAsDemo } from '../support/browser/people.ts';
import { openSite } from '../support/browser/sites.ts';
import { arrive, DESKTOP } from '../support/browser/visitor.ts';
import { useOpenidClient } from '../support/site/client-libraries.ts';

useDemoAccount();

const GUIDE = readFileSync(new URL('../../docs/sign-in.md', import.meta.url), 'utf8');
const [, SCRIPT = ''] =
  /### Without leaving your page[\s\S]*?```js\n([\s\S]*?)```/.exec(GUIDE) ?? [];

interface Dialog {
  dialogId: string;
  dialogType: string;
  accounts: { name: string; email: string; givenName?: string }[];
}

/** Answers the browser's dialogs in the order they open. */
async function answering(page: Page, ...answers: ('choose' | 'dismiss')[]) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const shown: Dialog[] = [];
  cdp.on('FedCm.dialogShown' as never, (dialog: Dialog) => {
    shown.push(dialog);
    const { dialogId } = dialog;
    const [how, params] = {
      choose: ['FedCm.selectAccount', { dialogId, accountIndex: 0 }],
      dismiss: ['FedCm.dismissDialog', { dialogId, triggerCooldown: false }],
    }[answers.shift() ?? 'dismiss'] as [never, never];
    void windowsAreGone(page).then(() => cdp.send(how, params));
  });
  await cdp.send('FedCm.enable' as never, { disableRejectionDelay: true } as never);
  return shown;
}

/**
 * Waits until `page` is the browser's only window. Chromium does not open a second pop-up while the
 * first is still closing. A person never notices this, since choosing an account takes longer.
 */
const windowsAreGone = (page: Page): Promise<void> =>
  eventually(() => {
    expect(page.context().pages()).toEqual([page]);
  });

/**
 * Opens a site on a different host from the service. The visitor uses full Chromium, because the
 * sign-in opens windows, which the headless shell does not support.
 */
async function visit(fedcm = true) {
  const service = inject('demo').base_url;
  const site = await openSite(service, 'The site', { fedcm });
  onTestFinished(site.close);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const party = await useOpenidClient(service, site);
  const { page } = await arrive(browser, { viewport: DESKTOP, camera: 'own' });
  const press = async () => {
    const asked = await party.begin();
    await page.goto(new URL('/', site.callback).href);
    await site.arrival();
    await page.setContent('<button id="go">Sign in</button>');
    await page.addScriptTag({
      type: 'module',
      content: `${SCRIPT}\ndocument.getElementById('go').onclick = () => signIn(${JSON.stringify(asked.url.href)});`,
    });
    await page.locator('#go').click();
    return asked;
  };
  /** Signs in on the service's own pages, before the site asks for a sign-in. */
  const signIn = async () => {
    await page.goto(`${service}/signin`);
    await signInAsDemo(page);
    await page.waitForURL(`${service}/account`);
  };
  return { service, site, page, press, signIn };
}

test('a signed-in person who agrees in the window returns with a code, and the next time needs only a click', async () => {
  const { service, site, page, press, signIn } = await visit();
  await signIn();
  const shown = await answering(page, 'choose', 'choose');
  const opened = page.context().waitForEvent('page');
  const first = await press();
  const window = await opened;
  await window.waitForURL(`${service}/consent?**`);
  await allow(window);
  const tokens = await first.finish(await site.arrival());
  expect(shown[0]?.accounts).toMatchObject([{ name: '18+', email: '' }]);

  const second = await press();
  const again = await second.finish(await site.arrival());
  expect(again.subject).toBe(tokens.subject);
  expect(page.context().pages()).toHaveLength(1);
});

test.each<[string, 'dismiss' | undefined, boolean]>([
  ['who does not want it', 'dismiss', true],
  ['a client without the setting', undefined, false],
])('%s is redirected as before', async (_, answer, fedcm) => {
  const { service, page, press, signIn } = await visit(fedcm);
  await signIn();
  await answering(page, answer ?? 'choose');
  await press();
  await page.waitForURL(`${service}/consent?**`);
  expect(page.context().pages()).toEqual([page]);
});

test('a person who is not signed in signs in within the window first', async () => {
  const { service, site, page, press } = await visit();
  const shown = await answering(page, 'choose');
  const opened = page.context().waitForEvent('page');
  const asked = await press();
  const window = await opened;
  await window.waitForURL(`${service}/signin?**`);
  const next = page.context().waitForEvent('page');
  await signInAsDemo(window);
  const consent = await next;
  await consent.waitForURL(`${service}/consent?**`);
  await allow(consent);
  expect((await asked.finish(await site.arrival())).subject).toMatch(/^xid_/);
  expect(shown).toHaveLength(1);
});
