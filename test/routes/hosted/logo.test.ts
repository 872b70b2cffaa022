// A customer's logo has an address built from its hash: sessions store the hash, and browsers fetch
// the picture.
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { init } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { passOverOthers, walkStorage } from '../../support/counted/storage-walk.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const LOGO = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`;
const PNG = `data:image/png;base64,${btoa('\x89PNG'.padEnd(9_000, '~'))}`;

let tenant: DashboardTenant;
beforeEach(async () => {
  await passOverOthers();
  tenant = await makeDashboardTenant();
});
afterEach(() => void vi.useRealTimers());

const setLogo = (logo: string | null) => ask('PATCH', '/settings', tenant.owner.token, { logo });
const read = (path: string) => exports.default.fetch(new Request(`http://localhost:8787${path}`));
const statusOf = async (path: string) => (await read(path)).status;

/** The logo on the page that the link opens. */
async function logoOf(link: string): Promise<string | undefined> {
  const opened = await new TestBrowser().open(link.split('/').at(-1) ?? '');
  return opened.body.data.site.logo;
}
/**
 * Sets the logo and starts a session. The key must not have been used before, because a cached key
 * would still have the old logo.
 * @returns the address of the session's logo
 */
async function beginWith(logo: string): Promise<string> {
  await setLogo(logo);
  return (await logoOf(await init(tenant.secret))) ?? '';
}
const tryWith = async (body: object = {}) =>
  logoOf((await ask('POST', '/test-sessions', tenant.owner.token, body)).body.data.verify_url);

describe("a session's logo", () => {
  it('is a URL, and neither the session record nor its answer contains the picture', async () => {
    const path = await beginWith(PNG);
    expect(path).toMatch(new RegExp(`^/v/logos/${tenant.id}/[0-9a-f]{64}$`));
    const sessions = [...(await walkStorage())].filter(([name]) => name.includes('SESSION'));
    expect(sessions.map(([, text]) => text.includes(path.slice(-64)))).toContain(true);
    for (const [, text] of sessions) expect(text).not.toContain('base64');
  });

  it('is the picture itself in a preview of the settings (D-115)', async () => {
    const path = await beginWith(LOGO);
    expect(await tryWith({ appearance: { logo: PNG } })).toBe(PNG);
    expect(await tryWith({ appearance: { logo: LOGO } })).toBe(path);
    expect(await tryWith({ appearance: { name: 'Keller' } })).toBe(path);
    expect(await tryWith({ appearance: { logo: null } })).toBe(undefined);
  });
});

describe('GET /v/logos/{tenant}/{hash}', () => {
  it.each([
    [LOGO, 'image/svg+xml', SVG],
    ['data:image/svg+xml;base64,PHN2Zy8+', 'image/svg+xml', '<svg/>'],
    ['data:image/svg+xml,%3Csvg/%3E%zz#part', 'image/svg+xml', '<svg/>%zz'],
  ])('answers with what %s shows', async (logo, type, text) => {
    const answer = await read(await beginWith(logo));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toContain(type);
    expect(await answer.text()).toBe(text);
  });

  it('may be cached for ever, and is harmless when opened by itself', async () => {
    const { headers } = await read(await beginWith(LOGO));
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    const policy = headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
    expect(headers.get('Set-Cookie')).toBe(null);
  });

  it('answers the same 404 for another hash or customer', async () => {
    const path = await beginWith(LOGO);
    const other = await makeDashboardTenant();
    for (const wrong of [
      path.replace(tenant.id, other.id),
      path.replace(tenant.id, 'ten_nobody'),
      `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`,
      `/v/logos/${tenant.id}/x`,
      `/v/logos/${tenant.id}/%00`,
    ]) {
      const answer = await read(wrong);
      expect([wrong, answer.status]).toEqual([wrong, 404]);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it.each([
    ['taken away', () => setLogo(null)],
    ['replaced', () => setLogo(PNG)],
    [
      'that of a customer that has ended',
      () => env.DB.prepare('UPDATE tenants SET ended_at_ms = 1').run(),
    ],
  ])('is gone within 30 seconds if it is %s', async (_name, take) => {
    const path = await beginWith(LOGO);
    expect(await statusOf(path)).toBe(200);
    await take();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await statusOf(path)).toBe(404);
  });

  it('answers 404 if the settings have no picture', async () => {
    const path = await beginWith(LOGO);
    await env.DB.prepare("UPDATE tenants SET logo = 'data:text/html,x'").run();
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode('data:text/html,x'),
    );
    const hash = Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, '0')).join(
      '',
    );
    expect(await statusOf(path.slice(0, -64) + hash)).toBe(404);
  });
});
