// Operators sign in with their own identity provider (D-162): the redirect to the provider, the
// return, and who is admitted.
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ApiDocument } from '../../../scripts/docs-site/description.ts';
import { NO_CONTROLS_PATTERN } from '../../../src/http/fields.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import {
  ARRIVED,
  DOMAIN,
  DOOR,
  makeAda,
  openOperatorConsole,
  readHealth,
  refused,
  useOperatorWorld,
} from '../../support/staff/operator-sign-on.ts';
import { CLIENT } from '../../support/staff/puppet-provider.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const world = useOperatorWorld();
const { setUp, walk } = world;

describe('POST /console/v1/admin/sso/begin', () => {
  it('sends the browser to the one provider of the operators, with PKCE, a nonce and a state', async () => {
    await setUp();
    const browser = openOperatorConsole();
    const url = new URL((await browser.depart('ada@anywhere.example')) ?? '');
    expect(url.origin + url.pathname).toBe(`${world.provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT,
      login_hint: 'ada@anywhere.example',
      redirect_uri: 'http://localhost:8787/console/v1/admin/sso/callback',
      code_challenge_method: 'S256',
    });
    expect(browser.console.lastSet()[0]).toMatch(/^agate-admin-sso=xso_.*HttpOnly; SameSite=Lax/);
    const bare = await openOperatorConsole().console.post('sso/begin');
    expect(new URL(bare.body.data.redirect_to).searchParams.has('login_hint')).toBe(false);
  });

  it.each(['admin', 'dashboard'])(
    'takes any text without control characters as the address, as its description says (D-7): %s',
    async (audience) => {
      const post = (email: string) =>
        exports.default.fetch(
          new Request(`http://localhost:8787/console/v1/${audience}/sso/begin`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              'X-Agate-Console': '1',
              'Sec-Fetch-Site': 'same-origin',
            },
            body: JSON.stringify({ email }),
          }),
        );
      expect((await post('ada')).status).toBe(200);
      expect((await post('ada\u0000')).status).toBe(400);
      const answer = await exports.default.fetch(new Request('http://localhost:8787/openapi.json'));
      const { paths } = await answer.json<ApiDocument>();
      const { requestBody } = paths[`/console/v1/${audience}/sso/begin`]!['post']!;
      const { email } = requestBody!.content['application/json']!.schema.properties!;
      expect(email).toMatchObject({ pattern: NO_CONTROLS_PATTERN });
      expect(email).not.toHaveProperty('format');
    },
  );

  it('begins nothing until it is set up, and says when the provider does not answer', async () => {
    expect(await openOperatorConsole().depart(`ada@${DOMAIN}`)).toBeNull();
    await setUp();
    world.provider.outage = 'silent';
    expect((await openOperatorConsole().console.post('sso/begin')).status).toBe(503);
  });
});

describe('single sign-on lets in', () => {
  it('a stranger of a named domain, with the default role, who still needs a second factor', async () => {
    await setUp();
    const browser = openOperatorConsole();
    expect(await walk({ name: 'Ada Lovelace' }, browser)).toBe(ARRIVED);
    const { body } = await browser.refresh();
    expect(body.data.user).toMatchObject({
      email: `ada@${DOMAIN}`,
      name: 'Ada Lovelace',
      role: 'analyst',
    });
    expect(await readHealth(browser)).toBe(403);
    const { results } = await env.DB.prepare(
      'SELECT action, target_type FROM audit_entries ORDER BY id',
    ).all();
    expect(results).toEqual([
      { action: 'admin.join', target_type: 'admin' },
      { action: 'auth.login', target_type: 'staff' },
    ]);
  });

  it('nobody without a default role, except those whom a superadmin has added without a password', async () => {
    const root = await makeAdmin();
    const made = { email: `ada@${DOMAIN}`, name: 'Ada', role: 'support' };
    const early = await ask('POST', '/admins', root.token, made);
    expect(early.status).toBe(400);
    expect(early.body.error?.details?.[0]?.field).toBe('password');
    await setUp({ defaultRole: undefined as never });
    expect(await walk()).toBe(refused('not_invited'));
    const elsewhere = { ...made, email: 'ada@elsewhere.example' };
    expect((await ask('POST', '/admins', root.token, elsewhere)).status).toBe(400);
    expect((await ask('POST', '/admins', root.token, made)).status).toBe(200);
    expect(await walk()).toBe(ARRIVED);
    expect(await walk({ sub: 'sub-2' })).toBe(refused('subject_changed'));
  });

  it('an operator who has a password, once they have entered it', async () => {
    await setUp();
    const ada = await makeAda();
    const browser = openOperatorConsole();
    expect(await walk({}, browser)).toBe(DOOR);
    expect(await browser.due()).toEqual({ due: 'first_link', email: ada.email });
    expect((await browser.refresh()).status).toBe(401);
    const done = await browser.console.post('login', { email: ada.email, password: PASSWORD });
    expect(done.status).toBe(200);
    expect(await walk()).toBe(ARRIVED);
  });

  it('nobody by the password of a colleague', async () => {
    await setUp();
    await makeAda();
    const { email } = await makeAdmin({ secondFactor: false });
    const browser = openOperatorConsole();
    await walk({}, browser);
    expect((await browser.console.post('login', { email, password: PASSWORD })).status).toBe(200);
    const { results } = await env.DB.prepare('SELECT * FROM staff_identities').all();
    expect(results).toEqual([]);
  });

  it('an operator with the role that the claim names, which never makes a superadmin and never demotes one', async () => {
    await setUp({
      roleClaim: 'groups',
      roleMap: [
        { value: 'desk', role: 'support' },
        { value: 'figures', role: 'analyst' },
      ],
    });
    const roleOf = async () =>
      (await env.DB.prepare('SELECT role FROM staff').first<{ role: string }>())?.role;
    expect(await walk({ groups: ['superadmin', 'desk'] })).toBe(ARRIVED);
    expect(await roleOf()).toBe('support');
    expect(await walk({ groups: ['figures'] })).toBe(ARRIVED);
    expect(await roleOf()).toBe('analyst');
    await env.DB.prepare("UPDATE staff SET role = 'superadmin'").run();
    expect(await walk({ groups: ['figures'] })).toBe(ARRIVED);
    expect(await roleOf()).toBe('superadmin');
  });

  it('of one person in many browsers, all are signed in as one operator', async () => {
    await setUp();
    const ends = await Promise.all(Array.from({ length: 10 }, () => walk()));
    expect(new Set(ends)).toEqual(new Set([ARRIVED]));
    const { results } = await env.DB.prepare('SELECT id FROM staff').all();
    expect(results).toHaveLength(1);
  });
});

describe('races', () => {
  it('of fifty callbacks with one state, one signs in', async () => {
    await setUp();
    const browser = openOperatorConsole();
    const departure = (await browser.depart(`ada@${DOMAIN}`)) ?? '';
    const back = await world.provider.comeBack(departure, { email: `ada@${DOMAIN}` });
    const token = browser.console.cookies.get('agate-admin-sso') ?? '';
    const ends = await Promise.all(
      Array.from({ length: 50 }, () => {
        const one = openOperatorConsole();
        one.console.cookies.set('agate-admin-sso', token);
        return one.comeBack(back);
      }),
    );
    expect(ends.filter((end) => end === ARRIVED)).toHaveLength(1);
    expect(ends.filter((end) => end === refused('not_begun'))).toHaveLength(49);
    expect(world.provider.exchanges).toHaveLength(1);
  });
});
