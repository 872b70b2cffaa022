// Times on the account pages name their time zone, which is guessed from the IP address, so that a
// reader abroad can notice a wrong guess.
import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';

/** Signs in a person whose network is in the given time zone. */
async function signedInAt(timezone: string | undefined, language = 'en-GB'): Promise<FormBrowser> {
  const browser = new FormBrowser({ 'Accept-Language': language }, (request) =>
    exports.default.fetch(new Request(request, { cf: timezone === undefined ? {} : { timezone } })),
  );
  const account = await makeAccount();
  // This failed attempt adds a row to the activity list.
  const typed = { email: account.email!, password: 'wrong' };
  await browser.submit(await browser.get('/signin'), '/signin', typed);
  await browser.signIn(account);
  return browser;
}

/** Every time of day on the page, with the word after it. */
const timesOn = (html: string): string[] =>
  textOf(html).match(/(?<![\d:+-])\d{1,2}:\d{2}(?!\d)\s*\S*/g) ?? [];

describe.each(['/account/security', '/account/activity'])('a time on %s', (path) => {
  it.each([
    ['Europe/Berlin', /^\d{1,2}:\d\d (CET|CEST|GMT\+[12])\b/],
    ['America/New_York', /^\d{1,2}:\d\d GMT-[45]\b/],
    [undefined, /^\d{1,2}:\d\d UTC\b/],
  ] as const)('names its time zone: %s', async (zone, shape) => {
    const times = timesOn((await (await signedInAt(zone)).get(path)).html);
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((time) => !shape.test(time))).toEqual([]);
  });

  it('names it in other languages as well', async () => {
    for (const language of ['de', 'fr', 'ja']) {
      const { html } = await (await signedInAt('Asia/Tokyo', language)).get(path);
      expect(textOf(html)).toMatch(/\d{1,2}:\d{2}.{0,4}(MEZ|UTC\+9|GMT\+9|JST)/);
    }
  });
});
