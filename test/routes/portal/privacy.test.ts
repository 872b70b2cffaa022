import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { LANGUAGES } from '../../../src/http/pages/languages.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';

const browser = new FormBrowser();
const read = async (path: string, headers = {}) => browser.get(path, headers);

/** Requests the page at the given path from a service with the given settings. */
async function readFrom(settings: Record<string, string | undefined>, path: string) {
  const changed = { ...env, ...settings };
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined };
  return app.fetch(
    new Request(`http://localhost:8787${path}`),
    changed,
    context as unknown as ExecutionContext,
  );
}

async function makeTenant(settings: object) {
  const tenant = await makeDashboardTenant();
  const { status } = await ask('PATCH', '/settings', tenant.owner.token, settings);
  expect(status).toBe(200);
  return tenant;
}

describe('the privacy notice', () => {
  it('names the operator with address, contact and officer, the version and its day', async () => {
    const { status, html } = await read('/privacy');
    expect(status).toBe(200);
    const text = textOf(html);
    const day = new Date(NOTICE.date).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    expect(text).toContain(`Version ${NOTICE.version}, ${day}`);
    for (const fact of [
      'Quarry Ltd',
      '1 Quarry Lane, Springfield',
      'https://quarry.example/officer',
    ])
      expect(text).toContain(fact);
    expect(html).toContain('href="mailto:privacy@quarry.example"');
    expect(text).toContain(
      'For accounts at Agate, and for checks that you begin there yourself, Quarry Ltd is',
    );
    expect(text).toContain('As the site has set, at most 365 days');
    expect(text).toContain('They are never stored.');
  });

  it('shows the section of the requested tenant, and of no other', async () => {
    const tenant = await makeTenant({
      name: 'Cellar',
      controller_name: 'Cellar & Sons <GmbH>',
      privacy_contact: 'daten@cellar.example',
      privacy_url: 'https://cellar.example/privacy',
      retention_days: 7,
      history_days: 60,
    });
    await makeTenant({ controller_name: 'Somebody Else', privacy_contact: 'else@other.example' });
    const { html } = await read(`/privacy?tenant=${tenant.id}`);
    const text = textOf(html);
    expect(text).toContain('Cellar & Sons <GmbH> asks for the check');
    expect(text).toContain('Quarry Ltd runs the check on its behalf');
    expect(html).toContain('href="mailto:daten@cellar.example"');
    expect(html).toContain('href="https://cellar.example/privacy"');
    expect(text).toContain('Please contact daten@cellar.example.');
    expect(text).toContain('At most 7 days');
    expect(text).toContain('At most 60 days');
    await ask('PATCH', '/settings', tenant.owner.token, { retention_days: 90 });
    expect(textOf((await read(`/privacy?tenant=${tenant.id}`)).html)).toContain('At most 98 days');
    expect(html).not.toMatch(/Somebody Else|else@other|mem_|staff|@tenant/);
    expect((await read('/privacy')).html).not.toContain('cellar');
    // The list of sessions keeps a check for at least eight days after its result is deleted
    // (D-74).
    await ask('PATCH', '/settings', tenant.owner.token, { retention_days: 60 });
    expect(textOf((await read(`/privacy?tenant=${tenant.id}`)).html)).toContain('At most 68 days');
  });

  it('says that visits are counted by language and device, unless the tenant has turned that off (D-124)', async () => {
    const tenant = await makeTenant({ name: 'Cellar' });
    const path = `/privacy?tenant=${tenant.id}`;
    const counted = 'your language and kind of device (phone, tablet or computer)';
    expect(textOf((await read('/privacy')).html)).toContain(counted);
    expect(textOf((await read(path)).html)).not.toContain(counted);
    await ask('PATCH', '/settings', tenant.owner.token, { fall_through: true });
    expect(textOf((await read(path)).html)).toContain(counted);
  });

  it('names a tenant without a controller name by the name that visitors see', async () => {
    const tenant = await makeTenant({ name: 'Cellar' });
    const text = textOf((await read(`/privacy?tenant=${tenant.id}`)).html);
    expect(text).toContain('Cellar asks for the check');
    expect(text).toContain('Please contact Cellar.');
  });

  it.each(['', 'ten_unknown', 'x'.repeat(3000), "' OR 1=1"])(
    'is 404 for an unknown tenant: %s',
    async (id) => {
      expect((await read(`/privacy?tenant=${encodeURIComponent(id)}`)).status).toBe(404);
    },
  );

  it.each(Object.keys(LANGUAGES))(
    'is complete in %s, whether a link or the browser asks for it',
    async (code) => {
      const { html } = await read(`/privacy?ui_locales=${code}`);
      expect(html).toContain(`<html lang="${code}"`);
      expect(html).not.toMatch(/privacy\.[a-z_]+|\{\w+\}|undefined/);
      expect((await read('/privacy', { 'Accept-Language': code })).html).toContain(
        `lang="${code}"`,
      );
    },
  );

  it('is linked from sign-in and from the pages of an account', async () => {
    expect((await read('/signin')).html).toContain('href="/privacy"');
    expect((await read('/password/forgot')).html).toContain('href="/terms"');
  });

  it('names the service itself if no operator is set', async () => {
    const none = { OPERATOR_NAME: '', OPERATOR_CONTACT: undefined, TERMS: ' ' };
    const page = await (await readFrom(none, '/privacy')).text();
    expect(page).toContain('Agate');
    expect(page).not.toMatch(/Quarry Ltd|href="\/terms"|mailto:/);
  });
});

describe('the terms', () => {
  it('are the operator’s text, in paragraphs', async () => {
    const { status, html } = await read('/terms');
    expect(status).toBe(200);
    expect(html).toContain(
      '<p dir="auto">Be kind.</p><p dir="auto">The service may &lt;end&gt;.</p>',
    );
  });

  it('redirect if an address is set, and are 404 if nothing is', async () => {
    const there = await readFrom({ TERMS: 'https://quarry.example/terms' }, '/terms');
    expect([there.status, there.headers.get('Location')]).toEqual([
      302,
      'https://quarry.example/terms',
    ]);
    expect((await readFrom({ TERMS: undefined }, '/terms')).status).toBe(404);
  });
});
