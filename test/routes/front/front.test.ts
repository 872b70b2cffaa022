import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { LANGUAGES } from '../../../src/http/pages/languages.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';
import { addressOf, GUIDES, REFERENCE } from '../../../scripts/docs-site/chapters.ts';

const HTML = { Accept: 'text/html,application/xhtml+xml' };

/** Calls a service with the given settings, for example with a failing database. */
function ask(path: string, init: RequestInit = {}, settings: object = {}) {
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined };
  return app.fetch(
    new Request(`http://localhost:8787${path}`, { redirect: 'manual', ...init }),
    { ...env, ...settings },
    context as unknown as ExecutionContext,
  );
}
const FAILING = { prepare: () => fail(), batch: () => fail() };
/** A database that fails on any query; opening a session without queries succeeds. */
const NO_DATABASE = {
  DB: { ...FAILING, withSession: () => ({ ...FAILING, getBookmark: () => null }) },
};
function fail(): never {
  throw new Error('There is no database.');
}

const DOCS_ADDRESSES = [
  '/docs',
  ...[...GUIDES, ...REFERENCE].flatMap(({ pages }) => pages.map(({ slug }) => addressOf(slug))),
];

describe('the front page', () => {
  it('explains the service and links onwards, without the database and without a cookie', async () => {
    const response = await ask('/', { headers: HTML }, NO_DATABASE);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.getSetCookie()).toEqual([]);
    const html = await response.text();
    expect(textOf(html)).toContain('Agate tells a site whether you are old enough.');
    for (const path of [
      '/signin',
      '/signup',
      '/docs',
      '/dashboard',
      '/status',
      '/privacy',
      '/terms',
    ])
      expect(html).toContain(`href="${path}"`);
    expect(html).toContain('<meta name="description" content="Agate tells a site');
    expect(html).not.toContain('noindex');
  });

  it('is in the language of the browser, or the chosen one, and is cached per language', async () => {
    const titles = new Set<string>();
    for (const code of Object.keys(LANGUAGES)) {
      const page = await new FormBrowser({ 'Accept-Language': code }).get('/');
      expect(page.html).toContain(`<html lang="${code}"`);
      titles.add(/<h1>(.*?)<\/h1>/.exec(page.html)?.[1] ?? '');
    }
    expect(titles.size).toBe(Object.keys(LANGUAGES).length);
    const browser = new FormBrowser();
    const chosen = await browser.open('/language?to=ar&continue=%2F');
    expect(chosen.html).toContain('<html lang="ar" dir="rtl"');
    expect(chosen.headers.get('Vary')).toBe('Accept-Language, Cookie');
    expect(chosen.headers.get('Cache-Control')).toBe('private, no-cache');
  });

  it('answers 304 to a known ETag, and HEAD without a body (RFC 9110 9.3.2, 13.1.2)', async () => {
    for (const path of ['/', '/robots.txt', '/llms.txt', '/.well-known/security.txt']) {
      const whole = await ask(path);
      const tag = whole.headers.get('ETag') ?? '';
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[0-9a-f]{24}"$/)]);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await ask(path, { headers: { 'If-None-Match': known } });
        expect([path, known, again.status, await again.text()]).toEqual([path, known, 304, '']);
        for (const name of ['ETag', 'Cache-Control', 'Vary'])
          expect(again.headers.get(name)).toBe(whole.headers.get(name));
      }
      const other = await ask(path, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).toBe(200);
      const head = await ask(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
      const posted = await ask(path, { method: 'POST' });
      expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('the status page', () => {
  it('says in plain words what works, even without the database, and names nothing internal', async () => {
    const response = await ask('/status', { headers: HTML }, NO_DATABASE);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const text = textOf(await response.text());
    expect(text).toMatch(/Something is not working\s+As of \d+:\d\d:\d\d [AP]M UTC/u);
    expect(text).toMatch(/Accounts and sign-in\s+not working/);
    expect(text).toMatch(/Emails and notices to sites\s+delayed/);
    // This configuration has no binding for a documents Worker, so the page does not list identity
    // documents.
    expect(text).not.toMatch(/Identity documents|D1|queue|schedule|degraded/i);
  });
});

describe('an unknown address', () => {
  it('is a page for browsers, without a cookie, and JSON for other clients', async () => {
    for (const path of ['/nothing', '/dashboard/v1/nothing', '/v/a/b/c', '/verify/v1/nothing']) {
      const page = await ask(path, { headers: { ...HTML, 'Accept-Language': 'de' } }, NO_DATABASE);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(page.headers.getSetCookie()).toEqual([]);
      const html = await page.text();
      expect(html).toContain('Hier ist nichts');
      expect(html).toContain('href="/"');
      const json = await ask(path, { headers: { Accept: '*/*' } });
      expect([path, json.status]).toEqual([path, 404]);
      expect(await json.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    }
  });

  it('does not include one that exists for another method', async () => {
    const json = await ask('/verify/v1/init', { headers: { Accept: 'application/json' } });
    expect([json.status, json.headers.get('Allow')]).toEqual([405, 'POST']);
    const page = await ask('/verify/v1/init', { headers: HTML });
    expect([page.status, page.headers.get('Allow')]).toEqual([405, 'POST']);
  });
});

describe('files for programs', () => {
  const read = async (path: string, settings: object = {}) => {
    const response = await ask(path, {}, { ...NO_DATABASE, ...settings });
    return { response, text: await response.text() };
  };

  it('robots.txt allows what is public and nothing else (RFC 9309)', async () => {
    const { response, text } = await read('/robots.txt');
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines.at(-1)).toBe('Disallow: /');
    expect(text).toContain('\nAllow: /$\n');
    expect(text).not.toMatch(/account|signin|\/v\/|oauth|verify/);
  });

  it('llms.txt has the title, the summary, and links that lead somewhere', async () => {
    const { text } = await read('/llms.txt', { SERVICE_NAME: 'Quarry ID' });
    expect(text).toMatch(/^# Quarry ID\n\n> Age and identity verification/);
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(6);
    const paths = links.map((link) => new URL(link).pathname);
    const docs = paths.filter((path) => path === '/docs' || /^\/docs\/(?!age-truth)/.test(path));
    // Pages of the documentation are static files, served without calling the Worker (D-113), so
    // only their addresses are checked.
    expect(docs.filter((path) => !DOCS_ADDRESSES.includes(path))).toEqual([]);
    for (const link of links.filter((each) => !docs.includes(new URL(each).pathname))) {
      const response = await ask(new URL(link).pathname);
      await response.body?.cancel();
      expect([link, [200, 503].includes(response.status)]).toEqual([link, true]);
    }
    const described = await (await ask('/openapi.json')).text();
    for (const [, path = ''] of text.matchAll(/`(?:GET|POST) http:\/\/[^/]+(\/[^`]+)`/g))
      expect(described).toContain(`"${path}"`);
  });

  it('security.txt names the operator’s contact and its expiry (RFC 9116)', async () => {
    const { response, text } = await read('/.well-known/security.txt');
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain('Contact: mailto:privacy@quarry.example\n');
    expect(text).toContain('\nCanonical: http://localhost:8787/.well-known/security.txt\n');
    const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(text)?.[1] ?? '');
    const days = (expires - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(88);
    expect(days).toBeLessThan(366);

    const own = {
      OPERATOR_CONTACT: 'https://quarry.example/security',
      OPERATOR_CONTACT_EXPIRES: '2100-01-31',
    };
    const set = await read('/.well-known/security.txt', own);
    expect(set.text).toContain('Contact: https://quarry.example/security\n');
    expect(set.text).toContain('Expires: 2100-01-31T00:00:00Z\n');
    for (const none of [{ OPERATOR_CONTACT: '' }, { OPERATOR_CONTACT_EXPIRES: '2026-01-31' }])
      expect((await read('/.well-known/security.txt', none)).response.status).toBe(404);
  });

  it('change-password redirects to the account’s page with the password (W3C change-password-url)', async () => {
    const browser = new FormBrowser();
    const page = await browser.get('/.well-known/change-password');
    expect([page.status, page.location]).toEqual([302, '/account/security']);
    expect((await browser.follow(page)).at).toBe('/signin?continue=%2Faccount%2Fsecurity');
    const probe = await browser.get(
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    );
    expect(probe.status).toBe(404);
  });
});
