// The HTML documents of the consoles: served at every address of a console, and at no address of
// the API.
import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { call } from '../../support/customer/api.ts';

const ORIGIN = 'http://localhost:8787';
const look = (path: string) =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, { headers: { Accept: 'text/html' } }));

it.each(['/dashboard', '/dashboard/sessions/abc', '/admin', '/admin/accounts'])(
  '%s is a page that runs nothing inline and loads nothing from elsewhere',
  async (path) => {
    const { headers } = await look(path);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  },
);

it.each([
  '/dashboard/v1',
  '/dashboard/v1/nothing',
  '/admin/v1/nothing',
  '/console/v1/nothing',
  '/admin/x',
])('%s is an unknown address to programs', async (path) => {
  expect((await call(path)).body.error?.code).toBe('NOT_FOUND');
});
