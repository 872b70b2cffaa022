// Signing up with a browser (D-109, D-64): works like /dashboard/v1/auth/register, but the
// session's token is in the cookie.
import { describe, expect, it } from 'vitest';
import { openConsole } from '../../support/staff/console.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { linksTo } from '../../support/account/mails.ts';
import { CHOSEN } from '../../support/customer/unproven.ts';

const EMAIL = 'vera@cellar.example';
const WISH = { company: 'Cellar & Sons', name: 'Vera Vintner', email: EMAIL, password: CHOSEN };

describe('POST /console/v1/dashboard/register', () => {
  it('signs the owner in by the cookie, and mails the link', async () => {
    const browser = openConsole('dashboard');
    const { status, body } = await browser.post('register', WISH);
    expect([status, body.data.user]).toMatchObject([201, { email: EMAIL, email_verified: false }]);
    expect(JSON.stringify(body)).not.toContain('xdrt_');
    expect(browser.cookies.get('agate-dashboard')).toMatch(/^xdrt_/);
    expect((await ask('GET', '/settings', body.data.access_token)).body.data.name).toBe(
      'Cellar & Sons',
    );
    const [token] = await linksTo(EMAIL, 1);
    const proof = { token, password: CHOSEN };
    expect((await ask('POST', '/auth/verify-email', undefined, proof)).status).toBe(200);
    const again = await browser.post('refresh');
    expect(again.body.data.user.email_verified).toBe(true);
  });

  it('answers alike for a taken address (D-79)', async () => {
    const { owner } = await makeDashboardTenant();
    const { status, body } = await openConsole('dashboard').post('register', {
      ...WISH,
      email: owner.email,
    });
    expect([status, body.data.user.email_verified]).toEqual([201, false]);
  });

  it('is refused to other origins, and creates nobody', async () => {
    const browser = openConsole('dashboard');
    const elsewhere = { Origin: 'https://evil.example', 'X-Agate-Console': '1' };
    expect((await browser.post('register', WISH, elsewhere)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
    const tried = { email: EMAIL, password: CHOSEN };
    expect((await browser.post('login', tried)).status).toBe(401);
  });

  it('names the field that is wrong', async () => {
    const { status, body } = await openConsole('dashboard').post('register', {
      ...WISH,
      password: 'password12',
    });
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, 'password']);
  });

  it('is for customers only', async () => {
    expect((await openConsole('admin').post('register', WISH)).status).toBe(404);
  });
});
