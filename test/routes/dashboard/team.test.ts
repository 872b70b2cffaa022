import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailTemplate } from '../../../src/domain/platform/mail/mail.ts';
import { renderMail } from '../../../src/domain/platform/mail/render-mail.ts';
import { SUPPORTED_LOCALES } from '../../../src/domain/terms/locale.ts';
import { openConsole } from '../../support/staff/console.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { linksTo } from '../../support/account/mails.ts';
import { eventually } from '../../support/installation/eventually.ts';

const PASSWORD = 'walnut-harbour-mist-92';
const EMAIL = 'Dora@cellar.example';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const invite = (fields: object = {}, token = tenant.owner.token) =>
  ask('POST', '/team/invitations', token, { email: EMAIL, role: 'developer', ...fields });
const accept = (token: string, fields: object = {}) =>
  ask('POST', '/auth/accept-invitation', undefined, { token, password: PASSWORD, ...fields });
const send = (method: string, path: string, body?: unknown, token = tenant.owner.token) =>
  ask(method, path, token, body);
const idOf = async (token: string) => (await ask('GET', '/auth/me', token)).body.data.id;
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare(
    'SELECT template, details FROM mails WHERE recipient = ? ORDER BY rowid',
  )
    .bind(email)
    .all<{ template: MailTemplate; details: string }>();
  return results.map(({ template, details }) => ({
    template,
    details: JSON.parse(details) as object,
  }));
};
const count = async (table: string) =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

describe('an invitation', () => {
  it('goes by mail, lets one person in, also with ten concurrent requests, and confirms the address', async () => {
    const made = await invite();
    expect(made.body.data).toMatchObject({ email: EMAIL, role: 'developer' });
    expect(JSON.stringify(made.body)).not.toContain('xin_');
    const [link = ''] = await linksTo(EMAIL, 1);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => accept(link, { name: 'Dora' })),
    );
    expect(new Set(replies.map(({ body }) => body.data.user.id)).size).toBe(1);
    expect(replies[0]!.body.data.user).toMatchObject({
      email: EMAIL,
      email_verified: true,
      name: 'Dora',
      role: 'developer',
      tenant_id: tenant.id,
    });
    const list = await send('GET', '/team');
    expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Dora',
      'Vera Vintner',
    ]);
    expect(list.body.meta).toMatchObject({ pagination: { total: 2 } });
    expect((await send('GET', '/team/invitations')).body.data).toEqual([]);
  });

  it('to an address replaces the older one, also when three are sent at once', async () => {
    await invite({ role: 'owner' });
    await Promise.all(Array.from({ length: 3 }, () => invite()));
    const links = await linksTo(EMAIL, 4);
    expect((await send('GET', '/team/invitations')).body.data).toHaveLength(1);
    const outcomes = await Promise.all(links.map((link) => accept(link)));
    const joined = outcomes.filter(({ status }) => status === 200);
    expect(joined.map(({ body }) => body.data.user.role)).toEqual(['developer']);
  });

  it('is invalid after seven days, and when revoked', async () => {
    await invite();
    const [late = ''] = await linksTo(EMAIL, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 });
    expect((await accept(late)).status).toBe(400);
    vi.useRealTimers();
    const other = 'otto@cellar.example';
    const { id } = (await invite({ email: other })).body.data;
    const [taken = ''] = await linksTo(other, 1);
    expect((await send('DELETE', `/team/invitations/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/team/invitations/${id}`)).status).toBe(404);
    expect((await accept(taken)).body.error?.code).toBe('INVALID_TOKEN');
    expect((await accept('xin_nothing')).status).toBe(400);
  });

  it('ends when its sender may no longer invite: with another role, deactivated, or removed', async () => {
    const { id } = await makeMember(tenant.id);
    const change = (fields: object) => send('PATCH', `/team/mem_${id}`, fields);
    const losses = [
      () => change({ role: 'developer' }),
      () => change({ role: 'owner', active: false }),
      () => send('DELETE', `/team/mem_${id}`),
    ];
    const open = async () => (await send('GET', '/team/invitations')).body.data.length;
    const counts: number[] = [];
    for (const [n, lose] of losses.entries()) {
      await env.DB.prepare(
        `INSERT INTO staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, invited_by, created_at_ms, expires_at_ms)
         VALUES (?1, ?2, ?1, ?1, 'owner', ?1, ?3, 1, ?4)`,
      )
        .bind(`inv_${n}`, tenant.id, id, Date.now() + 60_000)
        .run();
      await change({ name: `Otto ${n}` });
      counts.push(await open());
      expect((await lose()).status).toBe(200);
      counts.push(await open());
    }
    expect(counts).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('answers alike whether or not the address has a sign-in elsewhere: only its owner is told, by mail (A8)', async () => {
    const elsewhere = await makeDashboardTenant();
    const [free, taken] = [await invite(), await invite({ email: elsewhere.owner.email })];
    const shape = ({ status, body }: typeof free) => [status, Object.keys(body.data)];
    expect(shape(taken)).toEqual(shape(free));
    await eventually(async () =>
      expect(await mailsTo(elsewhere.owner.email)).toEqual([
        { template: 'invitation_taken', details: { team: expect.any(String) } },
      ]),
    );
    const listed = (await send('GET', '/team/invitations')).body.data;
    expect(listed.map(({ email }: { email: string }) => email).toSorted()).toEqual(
      [EMAIL, elsewhere.owner.email].toSorted(),
    );
    const colleague = await invite({ email: tenant.owner.email.toUpperCase() });
    expect([colleague.status, colleague.body.error?.code]).toEqual([409, 'CONFLICT']);
  });

  it('is counted before any look-up: five a day to one address, no matter who owns it (A8)', async () => {
    const elsewhere = await makeDashboardTenant();
    for (const email of [EMAIL, elsewhere.owner.email]) {
      for (let sent = 0; sent < 5; sent += 1) expect((await invite({ email })).status).toBe(200);
      const refused = await invite({ email: email.toUpperCase() });
      expect([refused.status, refused.body.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    }
  });

  it('is one of at most fifty mails a day of a customer, revoked or not (A8)', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) => invite({ email: `m${n}@cellar.example` })),
    );
    const made = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ body }) => body.error?.code === 'TOO_MANY_REQUESTS');
    expect([made.length, refused.length]).toEqual([50, 10]);
    const path = `/team/invitations/${made[0]!.body.data.id}`;
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await invite()).body.error?.code).toBe('TOO_MANY_REQUESTS');
  });

  it('names the sender in the text, shortened and quoted, never in the subject (A8)', async () => {
    const name = `Your parcel is held. Pay at evil.example\u202e ${'now '.repeat(15)}`;
    await env.DB.prepare('UPDATE tenants SET name = ? WHERE id = ?').bind(name, tenant.id).run();
    await invite();
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(EMAIL);
      expect(mails).toHaveLength(1);
      return mails;
    });
    const details = mail!.details as Record<string, string>;
    expect(details['team']).toBe('Your parcel is held. Pay at evil.example…');
    for (const locale of SUPPORTED_LOCALES) {
      const { subject, text } = renderMail({ ...mail!, details, locale }, 'Agate');
      expect(subject).not.toContain('parcel');
      expect(text).toMatch(/[“„«‘「]\s?\u2068?Your parcel[^”“»’」]*…\u2069?\s?[”“»’」]/u);
    }
  });

  it('keeps the zero-width joiners of a name', async () => {
    const name = 'فروشگاه می\u200cخواهم';
    await env.DB.prepare('UPDATE tenants SET name = ? WHERE id = ?').bind(name, tenant.id).run();
    await invite();
    await eventually(async () => {
      expect(await mailsTo(EMAIL)).toMatchObject([{ details: { team: name } }]);
    });
  });

  it('stays valid after a weak password', async () => {
    await invite();
    const [link = ''] = await linksTo(EMAIL, 1);
    for (const password of ['short', 'password1234', EMAIL]) {
      const { status, body } = await accept(link, { password });
      expect([status, body.error?.details?.[0]?.field]).toEqual([400, 'password']);
    }
    expect((await accept(link)).status).toBe(200);
  });

  it('is not sent by a member with an unconfirmed address, nor for an invalid address or role', async () => {
    const stranger = await makeMember(tenant.id);
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE email = ?')
      .bind(stranger.email)
      .run();
    const refused = await invite({}, stranger.token);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    for (const wrong of [
      { email: 'dora' },
      { email: 7 },
      { role: 'superadmin' },
      { role: undefined },
    ])
      expect((await invite(wrong)).status).toBe(400);
    expect(await count('staff_invitations')).toBe(0);
    expect(await count('mails')).toBe(0);
  });

  it('is one of at most fifty open ones, even with twenty concurrent requests', async () => {
    const nowMs = Date.now();
    const insert = env.DB.prepare(
      `INSERT INTO staff_invitations
         (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, 'analyst', ?, ?, ?)`,
    );
    const addresses = Array.from({ length: 40 }, (_, n) => `yesterday${n}@cellar.example`);
    await env.DB.batch(
      addresses.map((email) =>
        insert.bind(`inv_${email}`, tenant.id, email, email, email, nowMs, nowMs + 86_400_000),
      ),
    );
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => invite({ email: `m${n}@cellar.example` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await count('staff_invitations')).toBe(50);
    await eventually(async () => expect(await count('mails')).toBe(10));
  });

  it('opens a page that does not use it up, and signs a person who chooses a password in to the console', async () => {
    await invite();
    const [link = ''] = await linksTo(EMAIL, 1);
    const url = 'http://localhost:8787/dashboard/v1/auth/invitation-page';
    const shown = await exports.default.fetch(new Request(`${url}?token=${link}`));
    expect(await shown.text()).toContain(link);
    const submit = (password: string, origin = 'http://localhost:8787') =>
      exports.default.fetch(
        new Request(url, {
          method: 'POST',
          headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ token: link, new_password: password }).toString(),
          redirect: 'manual',
        }),
      );
    for (const refused of [
      await submit('short'),
      // Another site cannot sign its visitor in to a team of the site's choice.
      await submit(PASSWORD, 'https://evil.example'),
    ]) {
      expect([403, 422]).toContain(refused.status);
      expect(refused.headers.getSetCookie().join()).not.toContain('xdrt_');
    }
    const joined = await submit(PASSWORD);
    expect([joined.status, joined.headers.get('Location')]).toEqual([303, '/dashboard/joined']);
    const browser = openConsole('dashboard');
    browser.take(joined.headers);
    expect(browser.cookies.get('agate-device')).toBeDefined();
    const session = await browser.post('refresh');
    expect(session.body.data.user).toMatchObject({ name: 'Dora', email_verified: true });
    const again = await submit(PASSWORD);
    expect([again.status, again.headers.get('Location')]).toEqual([303, '/dashboard/joined']);
    const other = await submit('another-harbour-mist-92');
    expect([other.status, (await other.text()).includes('already done')]).toEqual([200, true]);
    expect(other.headers.getSetCookie().join()).not.toContain('xdrt_');
    const signIn = await ask('POST', '/auth/login', undefined, {
      email: EMAIL,
      password: PASSWORD,
    });
    expect(signIn.body.data.user.name).toBe('Dora');
  });
});

describe('a member', () => {
  it('gets a new role with the next request, and loses access once deactivated or removed', async () => {
    const dev = await makeMember(tenant.id, 'developer');
    const path = `/team/${await idOf(dev.token)}`;
    expect((await send('GET', '/api-keys', undefined, dev.token)).status).toBe(200);
    await send('PATCH', path, { role: 'analyst' });
    expect((await send('GET', '/api-keys', undefined, dev.token)).status).toBe(403);
    expect((await send('PATCH', path, { active: false })).body.data.active).toBe(false);
    expect((await send('GET', '/auth/me', undefined, dev.token)).status).toBe(401);
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(404);
    expect((await send('GET', '/auth/me', undefined, dev.token)).status).toBe(404);
  });

  it('changes nothing by a request that began before they were removed and whose body ended after', async () => {
    const { id, token } = await makeMember(tenant.id, 'developer');
    const body = new TextEncoder().encode('{"name":"Mine","kind":"secret","mode":"test"}');
    const { readable, writable } = new FixedLengthStream(body.length);
    const answered = exports.default.fetch('http://localhost:8787/dashboard/v1/api-keys', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      },
      body: readable,
    });
    // When the first byte arrives, the member still has access.
    const writer = writable.getWriter();
    await writer.write(body.subarray(0, 1));
    expect((await send('GET', '/api-keys', undefined, token)).status).toBe(200);
    expect((await send('DELETE', `/team/mem_${id}`)).status).toBe(200);
    await writer.write(body.subarray(1));
    await writer.close();
    expect((await answered).status).toBe(401);
  });

  it('is signed out everywhere by an owner, who sees where, with a reason that is audited', async () => {
    const { token } = await makeMember(tenant.id, 'developer');
    const id = await idOf(token);
    const sessions = await send('GET', `/members/${id}/sessions`);
    expect(sessions.body.data).toMatchObject([{ method: 'password', device: expect.any(String) }]);
    expect(sessions.body.data[0]).not.toHaveProperty('ip');
    const body = { reason: 'A laptop was lost' };
    expect((await send('POST', `/members/${id}/force-logout`, {})).status).toBe(400);
    expect((await send('POST', `/members/${id}/force-logout`, body)).status).toBe(200);
    expect((await ask('GET', '/auth/me', token)).status).toBe(401);
    expect((await send('GET', `/members/${id}/sessions`)).body.data).toEqual([]);
    const [entry] = (await send('GET', '/audit?action=team.force_logout')).body.data;
    expect(entry).toMatchObject({ target_id: id, after: body });
  });

  it('who is the last owner cannot be removed, demoted or deactivated, and another customer’s owner does not count', async () => {
    await makeDashboardTenant();
    await makeMember(tenant.id, 'developer');
    const path = `/team/${await idOf(tenant.owner.token)}`;
    expect((await send('DELETE', path)).status).toBe(409);
    expect((await send('PATCH', path, { role: 'developer' })).status).toBe(409);
    expect((await send('PATCH', path, { active: false })).status).toBe(409);
    expect((await send('PATCH', path, { name: 'Vera' })).body.data.name).toBe('Vera');
    await makeMember(tenant.id, 'owner');
    expect((await send('DELETE', path)).status).toBe(200);
  });

  it('stays owner, one of ten who demote each other at the same time', async () => {
    const owners = [tenant.owner];
    for (let n = 1; n < 10; n += 1) owners.push(await makeMember(tenant.id, 'owner'));
    const ids = await Promise.all(owners.map(({ token }) => idOf(token)));
    await Promise.all(
      owners.map(({ token }, n) =>
        ask('PATCH', `/team/${ids[(n + 1) % 10]}`, token, { role: 'reviewer' }),
      ),
    );
    const left = await env.DB.prepare(
      "SELECT COUNT(*) AS n FROM staff WHERE role = 'owner' AND tenant_id = ?",
    )
      .bind(tenant.id)
      .first<{ n: number }>();
    expect(left?.n).toBeGreaterThanOrEqual(1);
  });

  it('is not changed by invalid fields', async () => {
    const dev = await makeMember(tenant.id, 'developer');
    const path = `/team/${await idOf(dev.token)}`;
    const before = (await send('GET', path)).body.data;
    for (const wrong of [
      { role: 'root' },
      { role: null },
      { name: '' },
      { name: 'x'.repeat(101) },
      { active: 'no' },
    ])
      expect((await send('PATCH', path, wrong)).status).toBe(400);
    expect((await send('PATCH', path, '[]')).status).toBe(400);
    expect((await send('PATCH', path, {})).body.data).toEqual(before);
    expect(await count('audit_entries')).toBe(0);
  });
});

describe('an owner’s changes to the team', () => {
  it('are in the customer’s audit log, with what changed and without addresses', async () => {
    const dev = await makeMember(tenant.id, 'developer');
    const id = await idOf(dev.token);
    const made = await invite();
    await send('DELETE', `/team/invitations/${made.body.data.id}`);
    await send('PATCH', `/team/${id}`, { role: 'analyst' });
    await send('DELETE', `/team/${id}`);
    const { results } = await env.DB.prepare(
      'SELECT tenant_id, staff_id, action, target_id, before, after FROM audit_entries ORDER BY id',
    ).all();
    const by = { tenant_id: tenant.id, staff_id: tenant.owner.id };
    expect(results).toMatchObject([
      { ...by, action: 'team.invite', target_id: made.body.data.id },
      { ...by, action: 'team.revoke_invitation', target_id: made.body.data.id },
      {
        ...by,
        action: 'team.update',
        target_id: id,
        before: '{"role":"developer"}',
        after: '{"role":"analyst"}',
      },
      { ...by, action: 'team.remove', target_id: id },
    ]);
    expect(JSON.stringify(results)).not.toContain('@');
  });
});
