// Every route that sets a name that others see refuses a name that resembles another customer's
// name (D-77).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { linksTo } from '../../support/account/mails.ts';
import { ask as askAdmin, makeAdmin } from '../../support/staff/admins.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { CALLBACK } from '../../support/site/oauth-request.ts';

const PASSWORD = 'walnut-harbour-mist-92';
const REVERSED = '\u202eelgooG';
const REFUSED = ['Google', REVERSED, 'G\u043eogle', 'Agate', 'Wein\u200bhaus', 'PayPaI'];
const GOOD = ['مكتبة النور', 'חנות ספרים', 'क्\u200dषेत्र', 'می\u200cخواهم', 'İstanbul Kitabevi'];

let tenant: DashboardTenant;
let operator: string;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  operator = (await makeAdmin()).token;
});

const send = (method: string, path: string, body?: unknown) =>
  ask(method, path, tenant.owner.token, body);
const signUp = (fields: Record<string, string>) => {
  const email = `${crypto.randomUUID()}@cellar.example`;
  const body = { company: 'Cellar', name: 'Ada', email, password: PASSWORD, ...fields };
  return ask('POST', '/auth/register', undefined, body);
};

async function join(name: string) {
  const email = `${crypto.randomUUID()}@cellar.example`;
  expect((await send('POST', '/team/invitations', { email, role: 'analyst' })).status).toBe(200);
  const [link] = await linksTo(email, 1);
  const accept = (as: string) =>
    ask('POST', '/auth/accept-invitation', undefined, {
      token: link,
      password: PASSWORD,
      name: as,
    });
  const reply = await accept(name);
  // A refused name does not use up the link.
  if (reply.status === 400) expect((await accept('Ada')).status).toBe(200);
  return reply;
}

const makeClient = (name: string) =>
  send('POST', '/oauth-clients', { name, redirect_uris: [CALLBACK], scopes: ['openid'] });

/** Every way to set a name that others see, with the field that the error names. */
const WAYS: Record<string, [field: string, give: (name: string) => ReturnType<typeof ask>]> = {
  'a company that signs up': ['company', (company) => signUp({ company })],
  'an owner who signs up': ['name', (name) => signUp({ name })],
  'the customer, in its settings': ['name', (name) => send('PATCH', '/settings', { name })],
  'the controller': [
    'controller_name',
    (name) => send('PATCH', '/settings', { controller_name: name }),
  ],
  'a new client': ['name', makeClient],
  'a client that is changed': [
    'name',
    async (name) => {
      const { id } = (await makeClient('Cellar Door')).body.data;
      return send('PATCH', `/oauth-clients/${id}`, { name });
    },
  ],
  'an invited member': ['name', join],
  'a member, by an owner': [
    'name',
    async (name) => send('PATCH', `/team/mem_${(await makeMember(tenant.id)).id}`, { name }),
  ],
  'a customer that operators make': [
    'name',
    (name) =>
      askAdmin('POST', '/tenants', operator, {
        name,
        owner_email: `${crypto.randomUUID()}@cellar.example`,
      }),
  ],
  'a customer that operators change': [
    'name',
    (name) => askAdmin('PATCH', `/tenants/${tenant.id}`, operator, { name }),
  ],
};

describe.each(Object.entries(WAYS))('the name of %s (D-77)', (_, [field, give]) => {
  it('cannot be somebody else’s name, and has no hidden or reordered letters', async () => {
    for (const name of REFUSED) {
      const { status, body } = await give(name);
      expect([name, status, body.error?.code]).toEqual([name, 400, 'VALIDATION_FAILED']);
      expect(body.error?.details).toEqual([{ field, message: expect.stringMatching(/^must /) }]);
      expect(body.error?.message).toMatch(new RegExp(`^${field} must .*\\.$`, 's'));
    }
  });

  it('may be in any script', async () => {
    for (const name of GOOD)
      expect([name, (await give(name)).body.error]).toEqual([name, undefined]);
  });
});

describe('a well-known name', () => {
  it('is reserved for its owner, with a confirmed address at its domain', async () => {
    const ownerIs = (email: string) =>
      env.DB.prepare('UPDATE staff SET email = ? WHERE id = ?').bind(email, tenant.owner.id).run();
    await ownerIs('ada@google.com.evil.example');
    expect((await send('PATCH', '/settings', { name: 'Google' })).status).toBe(400);
    await ownerIs('ada@ads.google.com');
    const changed = await send('PATCH', '/settings', { name: 'Google', controller_name: 'Google' });
    expect(changed.body.data).toMatchObject({ name: 'Google', controller_name: 'Google' });
    expect((await send('PATCH', '/settings', { name: REVERSED })).status).toBe(400);
  });

  it('names every field at fault', async () => {
    const { body } = await send('PATCH', '/settings', {
      name: 'PayPal',
      controller_name: 'Google',
    });
    expect(body.error?.details?.map((fault: { field: string }) => fault.field)).toEqual([
      'name',
      'controller_name',
    ]);
  });

  it('that was saved before the rule stays, also when a form sends it again', async () => {
    await env.DB.prepare('UPDATE tenants SET name = ?1, controller_name = ?1 WHERE id = ?2')
      .bind(REVERSED, tenant.id)
      .run();
    const wish = { name: REVERSED, controller_name: REVERSED, retention_days: 7 };
    expect((await send('PATCH', '/settings', wish)).body.data).toMatchObject(wish);
    expect((await send('PATCH', '/settings', { name: 'Google' })).status).toBe(400);
    const limits = { name: REVERSED, attempt_cap: 2 };
    expect((await askAdmin('PATCH', `/tenants/${tenant.id}`, operator, limits)).status).toBe(200);
  });
});
