import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, init } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const open = (path: string) => exports.default.fetch(new Request(`http://localhost:8787${path}`));

const hashesOf = (html: string, element: RegExp): Promise<string[]> =>
  Promise.all(
    Array.from(html.matchAll(element), async ([, content = '']) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
      return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
    }),
  );

describe('the hosted page', () => {
  it('is the same document for every token, not cached and not embeddable', async () => {
    const [known, unknown] = [await open('/v/xit_a'), await open('/v/anything')];
    expect(known.status).toBe(200);
    expect(known.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await known.text()).toBe(await unknown.text());
    expect(known.headers.get('Cache-Control')).toBe('no-store');
    expect(known.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(known.headers.get('Permissions-Policy')).toContain('camera=(self)');
    const policy = known.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  });

  it('allows its own style sheet and scripts, by their hashes, and nothing else inline', async () => {
    for (const page of [await open('/v/xit_a'), await open('/v/xit_a')]) {
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      const html = await page.text();
      expect(html).toContain('<!doctype html>');
      const [sheet, ...others] = await hashesOf(html, /<style>(.*?)<\/style>/gs);
      expect(others).toEqual([]);
      const [tooOld, opening, main, ...more] = await hashesOf(
        html,
        /<script(?: type="module")?>(.*?)<\/script>/gs,
      );
      expect(more).toEqual([]);
      expect(policy).toContain(
        `script-src 'self' ${tooOld} ${opening} ${main} 'wasm-unsafe-eval';`,
      );
      expect(policy).toContain(`style-src 'self' ${sheet};`);
    }
  });

  it('has no inline handlers or styles, and refers to nothing elsewhere', async () => {
    const html = await (await open('/v/xit_a')).text();
    expect(html).toContain('<!doctype html>');
    const markup = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '');
    expect(markup).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    for (const [, address = ''] of markup.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(address).toMatch(/^\/(?!\/)/);
  });
});

describe('the hosted page in frames', () => {
  const SHOP = 'https://shop.example';
  const OTHER = 'http://localhost:8788';
  const ancestorsOf = (response: Response) =>
    /frame-ancestors ([^;]+)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];

  it('may be embedded by exactly the embed origins that its tenant had when the session began', async () => {
    const tenant = await makeTenant({ embedOrigins: [SHOP, OTHER] });
    const page = await open(`/v/${await init(tenant.secret)}`);
    expect(ancestorsOf(page)).toBe(`${SHOP} ${OTHER}`);
    expect(page.headers.get('X-Frame-Options')).toBeNull();
    expect(page.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  });

  it('cannot be embedded for a tenant without any, for an unknown link and for a malformed origin', async () => {
    const none = await makeTenant();
    const bad = await makeTenant({
      embedOrigins: ['https://a.example; script-src *', '*', 'http://shop.example'],
    });
    const framed = await init((await makeTenant({ embedOrigins: [SHOP] })).secret);
    const guessed = framed.slice(0, -43) + 'A'.repeat(43);
    for (const token of [await init(none.secret), await init(bad.secret), guessed, 'xho_a']) {
      const page = await open(`/v/${token}`);
      expect(ancestorsOf(page)).toBe("'none'");
      expect(page.headers.get('X-Frame-Options')).toBe('DENY');
    }
  });

  it('is loaded without redeeming the link', async () => {
    const tenant = await makeTenant({ embedOrigins: [SHOP] });
    const token = await init(tenant.secret);
    for (let i = 0; i < 3; i += 1) await open(`/v/${token}`);
    const opened = await call('/v/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ token }),
    });
    expect(opened.status).toBe(200);
  });

  it('gets a cookie of the framing site only, and only where it may be framed', async () => {
    const cookieOf = async (embedOrigins: string[], embedded: boolean, origin: string) => {
      const token = await init((await makeTenant({ embedOrigins })).secret);
      const response = await exports.default.fetch(
        new Request(`${origin}/v/sessions`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: JSON.stringify({ token, embedded }),
        }),
      );
      return response.headers.get('Set-Cookie') ?? '';
    };
    const secure = 'https://localhost:8787';
    const framed = await cookieOf([SHOP], true, secure);
    expect(framed).toMatch(/^__Host-.*; Secure.*; SameSite=None.*; Partitioned/);
    for (const strict of [
      await cookieOf([SHOP], false, secure),
      await cookieOf([], true, secure),
      await cookieOf([SHOP], true, 'http://localhost:8787'),
    ]) {
      expect(strict).toContain('SameSite=Strict');
      expect(strict).not.toContain('Partitioned');
    }
  });
});
