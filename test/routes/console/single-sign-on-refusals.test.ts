import { env } from 'cloudflare:workers';
import { generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { CLIENT } from '../../support/staff/puppet-provider.ts';
import { makeSsoTenant, nameDomain, SsoBrowser } from '../../support/staff/single-sign-on.ts';
import { ARRIVED, refused, SsoWorld, membersOf, everybody } from '../../support/staff/sso-world.ts';

let world: SsoWorld;

beforeEach(async () => {
  world = await SsoWorld.begin();
});

afterEach(() => world.end());

describe('a sign-in through the provider is refused and changes nothing', () => {
  it.each([
    [
      'with an address of another customer’s domain',
      { email: 'dora@rival.example' },
      'foreign_domain',
    ],
    ['with an address of an unknown domain', { email: 'dora@nowhere.example' }, 'foreign_domain'],
    ['with an address of a subdomain', { email: 'dora@mail.company.example' }, 'foreign_domain'],
    ['with an unverified address', { email_verified: false }, 'email_unverified'],
    ['with an address without email_verified', { email_verified: undefined }, 'email_unverified'],
    ['without an address', { email: undefined }, 'email_missing'],
    ['with a malformed address', { email: 'dora' }, 'email_missing'],
    ['with another audience', { aud: 'another-client' }, 'token_not_valid'],
    ['with two audiences', { aud: [CLIENT, 'another-client'] }, 'token_not_valid'],
    ['with another issuer', { iss: 'https://other.example' }, 'token_not_valid'],
    ['with another nonce', { nonce: 'of-another-sign-in' }, 'token_not_valid'],
    ['without a nonce', { nonce: undefined }, 'token_not_valid'],
    ['with a token that has expired', { exp: 1_700_000_000 }, 'token_expired'],
    ['without a subject', { sub: undefined }, 'token_not_valid'],
    ['with a subject that is too long', { sub: 'x'.repeat(256) }, 'token_not_valid'],
  ])('%s', async (_what, claims, fault) => {
    const tenant = await world.setUp({ domain: 'company.example' });
    const rival = await makeSsoTenant({ issuer: 'https://x.example', clientId: 'x', secret: 'x' });
    await nameDomain(rival.id, 'rival.example');
    const before = await everybody();
    if (!('email' in claims) || claims.email === undefined)
      world.provider.userinfo = { sub: 'sub-1' };
    expect(await world.walk(tenant, claims)).toBe(refused(fault));
    expect(await everybody()).toBe(before);
  });

  it('with a signature by another key, and without a signature', async () => {
    const tenant = await world.setUp();
    const { privateKey } = await generateKeyPair('RS256');
    for (const forged of ['key', 'none']) {
      const browser = new SsoBrowser();
      const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
      const nonce = new URL(departure).searchParams.get('nonce');
      const person = { sub: 'sub-1', email: `dora@${tenant.domain}`, email_verified: true, nonce };
      const signed = await world.provider.sign(person, forged === 'key' ? { key: privateKey } : {});
      const [, payload = ''] = signed.split('.');
      const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.`;
      const back = await world.provider.comeBack(
        departure,
        {},
        forged === 'key' ? signed : unsigned,
      );
      expect(await browser.comeBack(back)).toBe(refused('token_not_valid'));
    }
    expect(await membersOf(tenant)).toHaveLength(1);
  });

  it('with the code of another browser, which can still finish its own sign-in', async () => {
    const tenant = await world.setUp();
    const [mine, theirs] = [new SsoBrowser(), new SsoBrowser()];
    await mine.depart(`dora@${tenant.domain}`);
    const departure = (await theirs.depart(`eve@${tenant.domain}`)) ?? '';
    const back = await world.provider.comeBack(departure, {
      sub: 'sub-eve',
      email: `eve@${tenant.domain}`,
    });
    expect(await mine.comeBack(back)).toBe(refused('other_browser'));
    expect(await new SsoBrowser().comeBack(back)).toBe(refused('not_begun'));
    expect(world.provider.exchanges).toEqual([]);
    expect(await theirs.comeBack(back)).toBe(ARRIVED);
  });

  it('with a state that was used', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    const token = browser.console.cookies.get('agate-sso') ?? '';
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    expect(await browser.comeBack(back)).toBe(ARRIVED);
    browser.console.cookies.set('agate-sso', token);
    expect(await browser.comeBack(back)).toBe(refused('not_begun'));
  });

  it('when the provider or its token endpoint refuses', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    const declined = new URL(back);
    declined.searchParams.delete('code');
    declined.searchParams.set('error', 'access_denied');
    expect(await browser.comeBack(declined)).toBe(refused('declined'));
    world.provider.outage = 'refuses';
    expect(await world.walk(tenant)).toBe(refused('provider_refused'));
  });

  it('when the provider fails in between', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    world.provider.outage = 'silent';
    expect(await browser.comeBack(back)).toBe(refused('provider_down'));
  });

  it('when the setting was changed in between', async () => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    await env.DB.prepare("UPDATE tenant_sso SET client_id = 'another'").run();
    expect(await browser.comeBack(back)).toBe(refused('setting_changed'));
  });

  it('for a suspended customer', async () => {
    const tenant = await world.setUp();
    await env.DB.prepare('UPDATE tenants SET suspended_at_ms = 1 WHERE id = ?')
      .bind(tenant.id)
      .run();
    expect(await world.walk(tenant)).toBe(refused('suspended'));
    expect(await membersOf(tenant)).toHaveLength(1);
  });

  it('for a member of another customer', async () => {
    const [tenant, other] = [await world.setUp(), await world.setUp()];
    const { id } = await makeMember(other.id);
    const email = `dora@${tenant.domain}`;
    await env.DB.prepare('UPDATE staff SET email = ?, email_normalized = ? WHERE id = ?')
      .bind(email, email, id)
      .run();
    expect(await world.walk(tenant)).toBe(refused('other_team'));
  });

  it('for a deactivated member', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant);
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE email = ?')
      .bind(`dora@${tenant.domain}`)
      .run();
    expect(await world.walk(tenant)).toBe(refused('deactivated'));
  });

  it('for an address that the provider has given to another subject, until an owner removes the link', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant);
    expect(await world.walk(tenant, { sub: 'sub-2' })).toBe(refused('subject_changed'));
    const { body } = await ask('GET', '/sso/links', tenant.owner.token);
    expect(body.data).toHaveLength(1);
    await ask('DELETE', `/sso/links/${body.data[0].id}`, tenant.owner.token);
    expect(await world.walk(tenant, { sub: 'sub-2' })).toBe(ARRIVED);
    expect(await membersOf(tenant)).toHaveLength(2);
  });

  it('for a lapsed domain, except for those who are already linked', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant);
    await env.DB.prepare("UPDATE sso_domains SET state = 'lapsed'").run();
    expect(await world.walk(tenant)).toBe(ARRIVED);
    const stranger = { sub: 'sub-2', email: `eve@${tenant.domain}` };
    expect(await world.walk(tenant, stranger)).toBe(refused('domain_lapsed'));
    const rival = await makeSsoTenant({ issuer: 'https://x.example', clientId: 'x', secret: 'x' });
    const browser = new SsoBrowser();
    const departure = (await browser.depart(`dora@${tenant.domain}`)) ?? '';
    await nameDomain(rival.id, tenant.domain);
    const back = await world.provider.comeBack(departure, { email: `dora@${tenant.domain}` });
    expect(await browser.comeBack(back)).toBe(refused('foreign_domain'));
  });

  it('and is in the customer’s audit log, without an address', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant, { email_verified: false });
    const { body } = await ask('GET', '/audit', tenant.owner.token);
    expect(body.data[0]).toMatchObject({
      action: 'auth.sso_refused',
      after: { fault: 'email_unverified' },
    });
  });
});
