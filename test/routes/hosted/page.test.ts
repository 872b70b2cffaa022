import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';

const open = (path: string) => exports.default.fetch(new Request(`http://localhost:8787${path}`));

describe('the hosted page', () => {
  it('is one document for every token, kept nowhere and framed by nobody', async () => {
    const [known, unknown] = [await open('/v/xit_a'), await open('/v/anything')];
    expect(known.status).toBe(200);
    expect(known.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await known.text()).toBe(await unknown.text());
    expect(known.headers.get('Cache-Control')).toBe('no-store');
    expect(known.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(known.headers.get('Permissions-Policy')).toContain('camera=(self)');
    const policy = known.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  });

  it('holds no inline script, style or handler, which the policy would refuse', async () => {
    const html = await (await open('/v/xit_a')).text();
    expect(html).toContain('<!doctype html>');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/i);
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(address).toMatch(/^\/(?!\/)|^data:|^\.\//);
  });
});
