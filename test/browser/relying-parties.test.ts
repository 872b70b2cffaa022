// Sites that sign people in with client libraries others wrote, as strict as these are, in a real browser.
import { expect, inject, onTestFinished, test } from 'vitest';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { allow, button, signInAsDemo, signUpWithPasskey } from '../support/browser/people.ts';
import {
  useOauth4webapi,
  useOpenidClient,
  type RelyingParty,
} from '../support/browser/relying-parties.ts';
import { openSite, type Site } from '../support/browser/sites.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

useDemoAccount();
const browser = useBrowser();

type Connect = (service: string, site: Site) => Promise<RelyingParty>;
const LIBRARIES = [
  ['openid-client', useOpenidClient],
  ['oauth4webapi', useOauth4webapi],
] as const satisfies readonly (readonly [string, Connect])[];

async function makeParty(connect: Connect, name: string) {
  const service = inject('demo').base_url;
  const site = await openSite(service, name);
  onTestFinished(site.close);
  return { site, party: await connect(service, site) };
}

test.each(LIBRARIES)(
  '%s: from a sign-up with a passkey to the logout, with prompt=none both ways and max_age',
  async (name, connect) => {
    const { site, party } = await makeParty(connect, `By ${name}`);
    const { page, complaints } = await arrive(browser());
    const ask = async (extra: Record<string, string> = {}) => {
      const asked = await party.begin(extra);
      await page.goto(asked.url.href);
      return asked;
    };
    /** The site gets the request before the page is there, and a page on its way would interrupt the next navigation. */
    const arrivalOfPage = async () => {
      const url = await site.arrival();
      await page.waitForURL(url.href);
      return url;
    };
    const silent = { prompt: 'none' };
    const before = await ask(silent);
    await expect(before.finish(await site.arrival())).rejects.toMatchObject({
      error: 'login_required',
    });

    const asked = await ask();
    await signUpWithPasskey(page);
    await allow(page);
    const tokens = await asked.finish(await arrivalOfPage());
    expect(await party.readUserinfo(tokens)).toMatchObject({
      sub: tokens.subject,
      age_verified: false,
    });

    const again = await (await ask(silent)).finish(await site.arrival());
    const { subject, authenticatedAt } = tokens;
    expect(again).toMatchObject({ subject, authenticatedAt });
    await page.waitForTimeout(1_100);
    // The page asks for a fresh sign-in, and this authenticator takes every offer.
    const fresh = await (await ask({ max_age: '0' })).finish(await arrivalOfPage());
    expect(fresh.subject).toBe(subject);
    expect(fresh.authenticatedAt).toBeGreaterThan(authenticatedAt);

    const renewed = await party.refresh(tokens);
    expect(renewed).toMatchObject({ subject, authenticatedAt });
    expect(await party.isActive(renewed.access)).toBe(true);
    await party.revoke(renewed.refresh);
    expect(await party.isActive(renewed.access)).toBe(false);
    expect(await party.isActive(renewed.refresh)).toBe(false);

    await page.goto(party.logoutUrl(fresh).href);
    const framed = await site.arrival();
    expect(framed.origin + framed.pathname).toBe(site.frame);
    expect(framed.searchParams.get('sid')).toBe(fresh.session);
    expect((await site.arrival()).href).toBe(`${site.signedOut}?state=bye`);
    await page.waitForURL(`${site.signedOut}?state=bye`);
    const after = await ask(silent);
    await expect(after.finish(await site.arrival())).rejects.toMatchObject({
      error: 'login_required',
    });
    expect(complaints).toEqual([]);
  },
);

test.each(LIBRARIES)('%s: gets the error when a person declines', async (name, connect) => {
  const { site, party } = await makeParty(connect, `By ${name}`);
  const { page } = await arrive(browser());
  const asked = await party.begin();
  await page.goto(asked.url.href);
  await signUpWithPasskey(page);
  await button(page, texts['consent.deny']).click();
  await expect(asked.finish(await site.arrival())).rejects.toMatchObject({
    error: 'access_denied',
  });
});

test('two sites in two tabs of one browser are both signed in to, begun at the same time, one by form_post', async () => {
  const sites = [
    await makeParty(useOpenidClient, 'Cellar Door'),
    await makeParty(useOauth4webapi, 'Tobacco Lane'),
  ];
  const { page } = await arrive(browser());
  const open = async ({ site, party }: (typeof sites)[number], extra: Record<string, string>) => {
    const tab = await page.context().newPage();
    return { tab, site, ...(await party.begin(extra)) };
  };
  const modes = [{ response_mode: 'form_post' }, {}];
  const visits = await Promise.all(sites.map((site, at) => open(site, modes[at] ?? {})));
  for (const { tab, url } of visits) await tab.goto(url.href);
  for (const { tab } of visits) {
    await signInAsDemo(tab);
    await tab.waitForURL('**/consent?**');
  }
  await Promise.all(visits.map(({ tab }) => allow(tab)));
  const [first, second] = await Promise.all(
    visits.map(async ({ site, finish }) => finish(await site.arrival())),
  );
  expect(first?.subject).toMatch(/^xid_/);
  expect(second?.subject).toBe(first?.subject);
});
