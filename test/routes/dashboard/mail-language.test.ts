import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { listOwners } from '../../../src/domain/customers/team/owners.ts';
import { codeOf } from '../../support/staff/admins.ts';
import { call } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

it('mails to members are in the language of their last sign-in that named one, else in their customer’s (D-106)', async () => {
  const { id, owner } = await makeDashboardTenant();
  const post = async (path: string, body: object, language?: string) => {
    const { status, body: answer } = await call(`/dashboard/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(language !== undefined && { 'Accept-Language': language }),
      },
      body: JSON.stringify(body),
    });
    expect([path, status]).toEqual([path, 200]);
    return answer.data;
  };
  const signIn = (language?: string) =>
    post('/auth/login', { email: owner.email, password: PASSWORD }, language);
  const ownerLocale = async () => (await listOwners(makeContext(), id))[0]?.locale;
  const mailed = async (template: string) => {
    const { results } = await env.DB.prepare('SELECT locale FROM mails WHERE template = ?')
      .bind(template)
      .all<{ locale: string }>();
    return results.map(({ locale }) => locale);
  };

  await ask('PATCH', '/settings', owner.token, { default_locale: 'de' });
  expect(await ownerLocale()).toBe('de');
  await signIn('fr-CA, en;q=0.5');
  expect(await ownerLocale()).toBe('fr');
  // An unsupported language changes nothing.
  await signIn('xx');
  const { access_token: token } = await signIn();
  expect(await ownerLocale()).toBe('fr');

  // A password reset may be requested in any language, but its email is in the member's language.
  await post('/auth/forgot-password', { email: owner.email }, 'ja');
  await eventually(async () => expect(await mailed('reset_password')).toEqual(['fr']));
  const { secret } = (await ask('POST', '/auth/2fa/setup', token)).body.data;
  await ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret) });
  expect(await mailed('second_factor_changed')).toEqual(['fr']);
});
