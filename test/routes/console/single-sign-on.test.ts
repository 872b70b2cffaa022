import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../support/staff/dashboard.ts';
import { CLIENT } from '../../support/staff/puppet-provider.ts';
import { SsoBrowser } from '../../support/staff/single-sign-on.ts';
import {
  ARRIVED,
  DOOR,
  refused,
  SsoWorld,
  membersOf,
  makeDora,
} from '../../support/staff/sso-world.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

let world: SsoWorld;

beforeEach(async () => {
  world = await SsoWorld.begin();
});

afterEach(() => world.end());

describe('leaving for the identity provider', () => {
  it('asks it with PKCE, a nonce and a state, and keeps them in a cookie of this browser (D-159)', async () => {
    const { domain } = await world.setUp();
    const browser = new SsoBrowser();
    const url = new URL((await browser.depart(`Dora@${domain.toUpperCase()}`)) ?? '');
    expect(url.origin + url.pathname).toBe(`${world.provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:8787/console/v1/dashboard/sso/callback',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)).toHaveLength(43);
    expect(browser.console.lastSet()[0]).toMatch(/^agate-sso=xso_.*HttpOnly; SameSite=Lax/);
  });

  it('does not begin for other domains, unproven domains and malformed addresses', async () => {
    const { domain } = await world.setUp({ state: 'pending' });
    for (const email of [`dora@${domain}`, 'dora@nobody.example', 'dora', `@${domain}`])
      expect(await new SsoBrowser().depart(email)).toBeNull();
  });

  it.each(['silent', 'error', 'redirects'] as const)(
    'says so when the provider fails: %s',
    async (outage) => {
      const { domain } = await world.setUp();
      world.provider.outage = outage;
      const reply = await new SsoBrowser().console.post('sso/begin', { email: `dora@${domain}` });
      expect(reply.status).toBe(503);
      expect(reply.body.error?.code).toBe('UNAVAILABLE');
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    },
  );

  it.each([
    ['another issuer', { issuer: 'https://other.example' }],
    ['a token endpoint in a private network', { token_endpoint: 'https://10.0.0.7/token' }],
    ['keys without encryption', { jwks_uri: 'http://keys.example/jwks' }],
    ['no keys', { jwks_uri: undefined }],
  ])('does not go to a provider with %s', async (_what, metadata) => {
    const { domain } = await world.setUp();
    world.provider.metadata = metadata;
    const reply = await new SsoBrowser().console.post('sso/begin', { email: `dora@${domain}` });
    expect(reply.status).toBe(503);
  });

  it('is refused without the header of our own console', async () => {
    const reply = await new SsoBrowser().console.post('sso/begin', { email: 'a@b.example' }, {});
    expect(reply.status).toBe(403);
  });
});

describe('people whom the customer’s directory created', () => {
  it('sign in through the provider, which uses up their invitation (D-160)', async () => {
    const tenant = await world.setUp({ defaultRole: undefined as never });
    const email = `dora@${tenant.domain}`;
    const { body: made } = await ask('POST', '/scim-tokens', tenant.owner.token, {});
    const directory = {
      Authorization: `Bearer ${made.data.token}`,
      'Content-Type': 'application/scim+json',
    };
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: email };
    const created = await exports.default.fetch(
      new Request('http://localhost:8787/scim/v2/Users', {
        method: 'POST',
        headers: directory,
        body: JSON.stringify(user),
      }),
    );
    expect(created.status).toBe(201);
    expect(await world.walk(tenant)).toBe(ARRIVED);
    const { body } = await ask('GET', '/team', tenant.owner.token);
    expect(body.data.find((one: { email: string }) => one.email === email)).toMatchObject({
      state: 'active',
      email_verified: true,
    });
    const open = await ask('GET', '/team/invitations', tenant.owner.token);
    expect(open.body.data.filter((one: { email: string }) => one.email === email)).toEqual([]);
    expect(await world.walk(tenant)).toBe(ARRIVED);
  });
});

describe('people whom nobody invited', () => {
  it('become members with the default role, signed in, and without a password', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, { name: 'Dora Dean' }, browser)).toBe(ARRIVED);
    const { status, body } = await browser.refresh();
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({
      email: `dora@${tenant.domain}`,
      email_verified: true,
      name: 'Dora Dean',
      role: 'analyst',
      tenant_id: tenant.id,
    });
    const [, dora] = await membersOf(tenant);
    expect(dora?.password_hash).toBeNull();
    expect(browser.console.cookies.has('agate-sso')).toBe(false);
    const { body: trail } = await ask('GET', '/audit', tenant.owner.token);
    const actions = trail.data.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 2)).toEqual(['auth.login', 'team.join']);
  });

  it('sign in again by the subject, even when the address has changed', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant);
    expect(await world.walk(tenant, { email: `dora.dean@${tenant.domain}` })).toBe(ARRIVED);
    expect(await membersOf(tenant)).toHaveLength(2);
  });

  it('are not let in without a default role, unless they were invited', async () => {
    const tenant = await world.setUp({ defaultRole: undefined as never });
    expect(await world.walk(tenant)).toBe(refused('not_invited'));
    expect(await membersOf(tenant)).toHaveLength(1);
    await ask('POST', '/team/invitations', tenant.owner.token, {
      email: `dora@${tenant.domain}`,
      role: 'reviewer',
    });
    expect(await world.walk(tenant)).toBe(ARRIVED);
    expect((await membersOf(tenant))[1]).toMatchObject({ role: 'reviewer' });
    const { body } = await ask('GET', '/team/invitations', tenant.owner.token);
    expect(body.data).toEqual([]);
  });

  it('get the role that the claim names, which never makes an owner', async () => {
    const tenant = await world.setUp({
      roleClaim: 'groups',
      roleMap: [
        { value: 'coders', role: 'developer' },
        { value: 'auditors', role: 'reviewer' },
      ],
    });
    expect(await world.walk(tenant, { groups: ['everyone', 'coders'] })).toBe(ARRIVED);
    expect((await membersOf(tenant))[1]).toMatchObject({ role: 'developer' });
    expect(await world.walk(tenant, { groups: ['auditors'] })).toBe(ARRIVED);
    expect((await membersOf(tenant))[1]).toMatchObject({ role: 'reviewer' });
    expect(await world.walk(tenant, { groups: ['owner'] })).toBe(ARRIVED);
    expect((await membersOf(tenant))[1]).toMatchObject({ role: 'reviewer' });
  });

  it('take the address from userinfo when the ID token has none', async () => {
    const tenant = await world.setUp();
    world.provider.userinfo = {
      sub: 'sub-1',
      email: `dora@${tenant.domain}`,
      email_verified: true,
    };
    const thin = { email: undefined, email_verified: undefined };
    expect(await world.walk(tenant, thin)).toBe(ARRIVED);
    world.provider.userinfo = { ...world.provider.userinfo, sub: 'sub-2' };
    expect(await world.walk(tenant, { ...thin, sub: 'sub-3' })).toBe(refused('token_not_valid'));
  });
});

describe('two customers with one provider', () => {
  it('have separate links, and neither sees the other’s people', async () => {
    const [one, two] = [await world.setUp(), await world.setUp({ defaultRole: 'developer' })];
    expect(await world.walk(one)).toBe(ARRIVED);
    expect(await world.walk(two)).toBe(ARRIVED);
    expect((await membersOf(one))[1]).toMatchObject({
      email: `dora@${one.domain}`,
      role: 'analyst',
    });
    expect((await membersOf(two))[1]).toMatchObject({
      email: `dora@${two.domain}`,
      role: 'developer',
    });
  });
});

describe('a member who existed before', () => {
  it('is linked once, after entering their own password', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant);
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, {}, browser)).toBe(DOOR);
    expect(await browser.due()).toEqual({ due: 'first_link', email: dora.email });
    expect((await browser.refresh()).status).toBe(401);
    const wrong = await browser.console.post('login', { email: dora.email, password: 'wrong' });
    expect(wrong.status).toBe(401);
    const right = await browser.console.post('login', { email: dora.email, password: PASSWORD });
    expect(right.status).toBe(200);
    expect(await browser.due()).toEqual({ due: 'none' });
    expect(await world.walk(tenant)).toBe(ARRIVED);
    const { body } = await ask('GET', '/audit', tenant.owner.token);
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(actions).toContain('auth.sso_link');
  });

  it('is linked after their own passkey', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant);
    const { soft } = await addStaffPasskey(ask, dora.token);
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, {}, browser)).toBe(DOOR);
    const begun = await browser.console.post('passkey/begin');
    const { session_id, options } = begun.body.data;
    const signed = await soft.sign(options);
    const done = await browser.console.post('passkey/finish', { ...signed, session_id });
    expect(done.status).toBe(200);
    expect(await world.walk(tenant)).toBe(ARRIVED);
  });

  it('is not linked by the password of a colleague', async () => {
    const tenant = await world.setUp();
    await makeDora(tenant);
    const browser = new SsoBrowser();
    await world.walk(tenant, {}, browser);
    const { email } = tenant.owner;
    expect((await browser.console.post('login', { email, password: PASSWORD })).status).toBe(200);
    const links = await env.DB.prepare('SELECT * FROM staff_identities').all();
    expect(links.results).toEqual([]);
  });
});

describe('races', () => {
  it('of fifty callbacks with one state, one signs in', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    const token = browser.console.cookies.get('agate-sso') ?? '';
    const ends = await Promise.all(
      Array.from({ length: 50 }, () => {
        const one = new SsoBrowser();
        one.console.cookies.set('agate-sso', token);
        return one.comeBack(back);
      }),
    );
    expect(ends.filter((end) => end === ARRIVED)).toHaveLength(1);
    expect(ends.filter((end) => end === refused('not_begun'))).toHaveLength(49);
    expect(world.provider.exchanges).toHaveLength(1);
    const { results } = await env.DB.prepare(
      'SELECT COUNT(*) AS n FROM staff_sessions WHERE identity_id IS NOT NULL',
    ).all();
    expect(results).toEqual([{ n: 1 }]);
  });

  it('of one person in many browsers, all are signed in as one member', async () => {
    const tenant = await world.setUp();
    const ends = await Promise.all(Array.from({ length: 10 }, () => world.walk(tenant)));
    expect(ends).toEqual(Array.from({ length: 10 }, () => ARRIVED));
    expect(await membersOf(tenant)).toHaveLength(2);
  });
});
