// Sign-ins that the operators' single sign-on refuses (D-162).
import { env } from 'cloudflare:workers';
import { generateKeyPair } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import {
  ARRIVED,
  DOMAIN,
  openOperatorConsole,
  refused,
  useOperatorWorld,
} from '../../support/staff/operator-sign-on.ts';
import { CLIENT } from '../../support/staff/puppet-provider.ts';
import { everybody } from '../../support/staff/sso-world.ts';

const world = useOperatorWorld();
const { setUp, walk } = world;

describe('a sign-in through the provider is refused and changes nothing', () => {
  it.each([
    ['with an address of another domain', { email: 'ada@rival.example' }, 'foreign_domain'],
    ['with an address of a subdomain', { email: `ada@mail.${DOMAIN}` }, 'foreign_domain'],
    ['with an unverified address', { email_verified: false }, 'email_unverified'],
    ['without an address', { email: undefined }, 'email_missing'],
    ['with another audience', { aud: 'another-client' }, 'token_not_valid'],
    ['with two audiences', { aud: [CLIENT, 'another-client'] }, 'token_not_valid'],
    ['with another issuer', { iss: 'https://other.example' }, 'token_not_valid'],
    ['with another nonce', { nonce: 'of-another-sign-in' }, 'token_not_valid'],
    ['without a nonce', { nonce: undefined }, 'token_not_valid'],
    ['with a token that has expired', { exp: 1_700_000_000 }, 'token_expired'],
    ['without a subject', { sub: undefined }, 'token_not_valid'],
  ])('%s', async (_what, claims, fault) => {
    await setUp();
    world.provider.userinfo = { sub: 'sub-1' };
    const before = await everybody();
    expect(await walk(claims)).toBe(refused(fault));
    expect(await everybody()).toBe(before);
  });

  it('with a signature by another key, and without a signature', async () => {
    await setUp();
    const { privateKey } = await generateKeyPair('RS256');
    for (const forged of ['key', 'none']) {
      const browser = openOperatorConsole();
      const departure = (await browser.depart(`ada@${DOMAIN}`)) ?? '';
      const nonce = new URL(departure).searchParams.get('nonce');
      const person = { sub: 'sub-1', email: `ada@${DOMAIN}`, email_verified: true, nonce };
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
  });

  it('with a state that was used, and with the state of another browser', async () => {
    await setUp();
    const [mine, theirs] = [openOperatorConsole(), openOperatorConsole()];
    await mine.depart(`ada@${DOMAIN}`);
    const departure = (await theirs.depart(`ada@${DOMAIN}`)) ?? '';
    const token = theirs.console.cookies.get('agate-admin-sso') ?? '';
    const back = await world.provider.comeBack(departure, { email: `ada@${DOMAIN}` });
    expect(await mine.comeBack(back)).toBe(refused('other_browser'));
    expect(world.provider.exchanges).toEqual([]);
    expect(await theirs.comeBack(back)).toBe(ARRIVED);
    theirs.console.cookies.set('agate-admin-sso', token);
    expect(await theirs.comeBack(back)).toBe(refused('not_begun'));
  });

  it('for a deactivated operator, and for a domain that is no longer named', async () => {
    await setUp();
    await walk();
    await env.DB.prepare(`UPDATE operator_sso SET domains = '["other.example"]'`).run();
    expect(await walk()).toBe(refused('foreign_domain'));
    await env.DB.prepare(`UPDATE operator_sso SET domains = '["${DOMAIN}"]'`).run();
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1').run();
    expect(await walk()).toBe(refused('deactivated'));
  });

  it('and is audited when the provider has said who it is', async () => {
    const root = await makeAdmin();
    await setUp();
    await walk({ email_verified: false });
    await vi.waitFor(async () => {
      const { body } = await ask('GET', '/audit', root.token);
      expect(body.data[0]).toMatchObject({
        action: 'auth.sso_refused',
        target_type: 'sso',
        target_id: 'operators',
        after: { fault: 'email_unverified' },
      });
    });
  });
});
