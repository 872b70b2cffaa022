// The emailed link that a customer's owner uses to confirm the address: it proves that the email
// arrived, but not that its reader is the person who signed up (D-64).
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailTemplate } from '../../../src/domain/platform/mail/mail.ts';
import { renderMail } from '../../../src/domain/platform/mail/render-mail.ts';
import english from '../../../src/http/pages/locales/en.json' with { type: 'json' };
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { linksTo, sentMails } from '../../support/account/mails.ts';
import { PASSWORD as CHOSEN } from '../../support/staff/staff.ts';

const PASSWORD = 'walnut-harbour-mist-92';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const as = (method: string, path: string, body?: unknown) =>
  ask(method, path, tenant.owner.token, body);

describe('the link that confirms the address (A4)', () => {
  const PAGE = 'http://localhost:8787/dashboard/v1/auth/verify-page';
  const isVerified = async () => (await as('GET', '/auth/me')).body.data.email_verified as boolean;
  const mailed = async () => {
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL').run();
    await as('POST', '/auth/resend-verification');
    return (await linksTo(tenant.owner.email, 1))[0] ?? '';
  };
  const verify = (fields: object) => ask('POST', '/auth/verify-email', undefined, fields);
  const submit = async (fields: Record<string, string>) =>
    exports.default.fetch(
      new Request(PAGE, {
        method: 'POST',
        headers: {
          Origin: 'http://localhost:8787',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      }),
    );

  it('requires the password of the sign-up: without it nothing changes, and the link stays valid', async () => {
    const token = await mailed();
    expect((await verify({ token })).body.error?.code).toBe('VALIDATION_FAILED');
    expect((await verify({ token, password: PASSWORD })).body.error?.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await isVerified()).toBe(false);
    expect((await verify({ token, password: CHOSEN })).status).toBe(200);
    expect(await isVerified()).toBe(true);
    // Repeats the request, as a browser would after a lost response (D-136).
    expect((await verify({ token, password: CHOSEN })).status).toBe(200);
    const wrong = await verify({ token, password: PASSWORD });
    expect(wrong.body.error?.code).toBe('INVALID_CREDENTIALS');
  });

  it('requires the password on its page as well, which says what is wrong', async () => {
    const token = await mailed();
    for (const password of ['', PASSWORD]) {
      const refused = await submit({ token, password });
      expect(refused.status).toBe(422);
      const html = await refused.text();
      expect(html).toContain('This is not the password that belongs to this link.');
      expect(html).toContain(token);
      expect(html).not.toContain(PASSWORD);
    }
    expect(await isVerified()).toBe(false);
    expect((await submit({ token, password: CHOSEN })).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  it('counts wrong passwords together with those at sign-in', async () => {
    const token = await mailed();
    const { limit } = makeContext().config.guessLimits.staffSignIn;
    for (let n = 0; n < limit; n += 1) await verify({ token, password: PASSWORD });
    const { status, body } = await verify({ token, password: CHOSEN });
    expect([status, body.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const login = { email: tenant.owner.email, password: CHOSEN, tenant_id: tenant.id };
    expect((await ask('POST', '/auth/login', undefined, login)).status).toBe(429);
    expect(await isVerified()).toBe(false);
  });

  it('says on its own page when to try again, and stays valid until then', async () => {
    const token = await mailed();
    const { limit } = makeContext().config.guessLimits.staffSignIn;
    for (let n = 0; n < limit; n += 1) await verify({ token, password: PASSWORD });
    const refused = await submit({ token, password: CHOSEN });
    const html = await refused.text();
    expect(refused.status).toBe(429);
    const minutes = Math.ceil(Number(refused.headers.get('Retry-After')) / 60);
    expect(minutes).toBeGreaterThan(0);
    expect(html).toContain('Too many attempts. Please try again in');
    expect(html).toContain(`name="token" value="${token}"`);
    expect(html).toContain('I did not sign up');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    expect((await submit({ token, password: CHOSEN })).status).toBe(200);
    vi.useRealTimers();
    expect(await isVerified()).toBe(true);
  });

  it('is in a mail that says which password is needed', async () => {
    await mailed();
    const [mail] = await sentMails();
    const { text } = renderMail({ ...mail!, template: mail!.template as MailTemplate }, 'Agate');
    expect(text).toContain('the password that you chose when you signed up');
  });

  it('lets a person who did not sign up delete the sign-up, with everything that was made (D-79)', async () => {
    const { key } = (await as('POST', '/api-keys', { name: 'mine' })).body.data;
    const init = () => post('/verify/v1/init', VALID_INIT, key);
    expect((await init()).status).toBe(201);
    const token = await mailed();
    const shown = await exports.default.fetch(new Request(`${PAGE}?token=${token}`));
    expect(await shown.text()).toContain(english['confirm.not_me']);
    const answer = await submit({ token, not_me: 'yes' });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining(english['confirm.removed_text']),
    ]);
    expect((await init()).status).toBe(401);
    expect((await as('GET', '/auth/me')).status).toBe(404);
    const login = { email: tenant.owner.email, password: CHOSEN, tenant_id: tenant.id };
    expect((await ask('POST', '/auth/login', undefined, login)).status).toBe(401);
    // Repeats the request, as a browser would after a lost response (D-136).
    expect((await submit({ token, not_me: 'yes' })).status).toBe(200);
    const { results } = await env.DB.prepare(
      "SELECT tenant_id, target_id FROM audit_entries WHERE action = 'tenant.end'",
    ).all();
    expect(results).toEqual([{ tenant_id: tenant.id, target_id: tenant.id }]);
  });

  it('does not delete what was confirmed meanwhile', async () => {
    const token = await mailed();
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = 1').run();
    expect((await submit({ token, not_me: 'yes' })).status).toBe(422);
    expect((await as('GET', '/auth/me')).status).toBe(200);
  });
});
