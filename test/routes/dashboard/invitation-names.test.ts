// The inviter's name in an invitation, and the name of the invited person.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { MailTemplate } from '../../../src/domain/platform/mail/mail.ts';
import { renderMail } from '../../../src/domain/platform/mail/render-mail.ts';
import { SUPPORTED_LOCALES } from '../../../src/domain/terms/locale.ts';
import { linksTo } from '../../support/account/mails.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

const PASSWORD = 'walnut-harbour-mist-92';
const EMAIL = 'Dora@cellar.example';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const invite = (fields: object = {}) =>
  ask('POST', '/team/invitations', tenant.owner.token, {
    email: EMAIL,
    role: 'developer',
    ...fields,
  });
const accept = (token: string, fields: object = {}) =>
  ask('POST', '/auth/accept-invitation', undefined, { token, password: PASSWORD, ...fields });
const send = (method: string, path: string) => ask(method, path, tenant.owner.token);
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare(
    'SELECT template, details FROM mails WHERE recipient = ?',
  )
    .bind(email)
    .all<{ template: MailTemplate; details: string }>();
  return results.map(({ template, details }) => ({
    template,
    details: JSON.parse(details) as Record<string, string>,
  }));
};

it('an invitation names its sender, shortened and quoted, and never in the subject', async () => {
  const name = `Pay at evil.example ${'now '.repeat(15)}`.trim();
  await env.DB.prepare("UPDATE staff SET name = ? WHERE tenant_id = ? AND role = 'owner'")
    .bind(name, tenant.id)
    .run();
  await invite();
  const [mail] = await eventually(async () => {
    const mails = await mailsTo(EMAIL);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const { details } = mail!;
  for (const locale of SUPPORTED_LOCALES) {
    const { subject, text } = renderMail({ ...mail!, details, locale }, 'Agate');
    expect(subject).not.toContain('evil');
    expect(text).toMatch(/[“„«‘「]\s?\u2068?Pay at evil[^”“»’」]*…\u2069?\s?[”“»’」]/u);
  }
});

it('an invitation uses the name that its sender gave, unless the person chooses another', async () => {
  const made = await invite({ name: 'Dora Brandt' });
  expect(made.body.data.name).toBe('Dora Brandt');
  expect((await send('GET', '/team/invitations')).body.data).toMatchObject([
    { name: 'Dora Brandt' },
  ]);
  const [link = ''] = await linksTo(EMAIL, 1);
  expect((await accept(link)).body.data.user.name).toBe('Dora Brandt');
  const other = 'Emil@cellar.example';
  await invite({ email: other, name: 'Emil' });
  const [second = ''] = await linksTo(other, 1);
  expect((await accept(second, { name: 'Milo' })).body.data.user.name).toBe('Milo');
  for (const name of ['', 'x'.repeat(101), 'a\u202eb', 'PayPal', 7]) {
    const refused = await invite({ email: 'nobody@cellar.example', name });
    expect([name, refused.status, refused.body.error?.details?.[0]?.field]).toEqual([
      name,
      400,
      'name',
    ]);
  }
});
