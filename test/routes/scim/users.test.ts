// Users of a customer's directory (RFC 7643, RFC 7644; D-160), tested with the requests that Entra
// and Okta document.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { linksTo } from '../../support/account/mails.ts';
import {
  ERROR,
  makeDirectory,
  operations,
  USER,
  type Directory,
} from '../../support/directory/directory.ts';

const EMAIL = 'Test.User@cellar.example';
const PASSWORD = 'walnut-harbour-mist-92';

let directory: Directory;
beforeEach(async () => {
  directory = await makeDirectory();
});

/** The request to create a user, as Okta documents it. */
const OKTA_USER = {
  schemas: [USER],
  userName: EMAIL,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: EMAIL, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};
/** The request to create a user, as Entra documents it, with an email address as the user name. */
const ENTRA_USER = {
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: EMAIL,
  active: true,
  emails: [{ primary: true, type: 'work', value: 'other@testuser.com' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
};

const create = (fields: object = {}) =>
  directory.send('POST', '/Users', { ...OKTA_USER, ...fields });
const patch = (id: string, ...list: object[]) =>
  directory.send('PATCH', `/Users/${id}`, operations(...list));
const entries = async () => {
  const log = await ask('GET', '/audit', directory.tenant.owner.token);
  return log.body.data.filter(({ by }: { by?: string }) => by === 'scim');
};
const accept = (token: string) =>
  ask('POST', '/auth/accept-invitation', undefined, { token, password: PASSWORD });

describe('a user that is created', () => {
  it('is invited by mail, joins by the link, and keeps id, role and names', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.headers.get('Content-Type')).toBe('application/scim+json');
    expect(made.headers.get('Location')).toBe(made.body.meta.location);
    expect(made.body).toMatchObject({
      schemas: [USER],
      id: expect.stringMatching(/^mem_\d+$/),
      externalId: OKTA_USER.externalId,
      userName: EMAIL,
      displayName: 'Test User',
      name: { formatted: 'Test User', givenName: 'Test', familyName: 'User' },
      active: true,
      emails: [{ value: EMAIL, type: 'work', primary: true }],
      groups: [{ value: 'analyst' }],
      meta: { resourceType: 'User' },
    });
    const { id } = made.body;
    const { token } = directory.tenant.owner;
    expect((await ask('GET', `/team/${id}`, token)).body.data).toMatchObject({
      state: 'invited',
      role: 'analyst',
      email_verified: false,
    });
    const [link = ''] = await linksTo(EMAIL, 1);
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(link)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.user.id}`))).toEqual(
      new Set([`200 ${id}`]),
    );
    expect(replies[0]!.body.data.user).toMatchObject({
      name: 'Test User',
      role: 'analyst',
      state: 'active',
      email_verified: true,
    });
    expect((await directory.send('GET', `/Users/${id}`)).body).toEqual(made.body);
    expect(await entries()).toMatchObject([
      {
        action: 'team.provision',
        member_id: null,
        target_type: 'member',
        target_id: id,
        after: { name: 'Test User', role: 'analyst', active: true },
      },
    ]);
  });

  it('is created as Entra sends it, and the address in emails is ignored', async () => {
    const made = await directory.send('POST', '/Users', ENTRA_USER);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      userName: EMAIL,
      externalId: ENTRA_USER.externalId,
      displayName: 'givenName familyName',
      emails: [{ value: EMAIL }],
    });
  });

  it('and already exists is a conflict, in any case, and one of five concurrent requests succeeds', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
    const again = await create({ userName: EMAIL.toUpperCase() });
    expect(again.body).toEqual({
      schemas: [ERROR],
      scimType: 'uniqueness',
      detail: expect.any(String),
      status: '409',
    });
    const colleague = await makeMember(directory.tenant.id, 'developer');
    expect((await create({ userName: colleague.email })).status).toBe(409);
    expect(await linksTo(EMAIL, 1)).toHaveLength(1);
  });

  it('with an address that another customer’s member has confirmed gets a mail without a link, which the answer does not reveal', async () => {
    const other = await makeDashboardTenant();
    const made = await create({ userName: other.owner.email });
    expect(made.status).toBe(201);
    const { results } = await env.DB.prepare('SELECT template FROM mails WHERE recipient = ?')
      .bind(other.owner.email)
      .all<{ template: string }>();
    expect(results).toEqual([{ template: 'invitation_taken' }]);
    expect((await ask('GET', '/auth/me', other.owner.token)).body.data.tenant_id).toBe(other.id);
  });

  it('as inactive gets no mail, and can join once it is active', async () => {
    const { id } = (await create({ active: false })).body;
    const mails = () =>
      env.DB.prepare('SELECT COUNT(*) AS n FROM mails WHERE recipient = ?')
        .bind(EMAIL)
        .first<number>('n');
    expect(await mails()).toBe(0);
    await patch(id, { op: 'Replace', path: 'active', value: 'True' });
    const [link = ''] = await linksTo(EMAIL, 1);
    // Activating a member again sends no more emails.
    await patch(id, { op: 'Replace', path: 'active', value: 'True' });
    expect(await mails()).toBe(1);
    await patch(id, { op: 'replace', value: { active: false } });
    expect((await accept(link)).status).toBe(400);
    await patch(id, { op: 'replace', value: { active: true } });
    const links = await linksTo(EMAIL, 2);
    const outcomes = await Promise.all(links.map(accept));
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe('a user that is suspended', () => {
  /**
   * Requests that suspend a user: Entra's, with and without its flag `aadOptscim062020`, and
   * Okta's, by PATCH and by PUT.
   */
  const SUSPENSIONS: [
    string,
    (id: string, userName: string) => Promise<{ status: number; body: any }>,
  ][] = [
    ['Entra', (id) => patch(id, { op: 'Replace', path: 'active', value: 'False' })],
    ['Entra, compliant', (id) => patch(id, { op: 'replace', path: 'active', value: false })],
    ['Okta', (id) => patch(id, { op: 'replace', value: { active: false } })],
    [
      'Okta, whole',
      (id, userName) =>
        directory.send('PUT', `/Users/${id}`, { ...OKTA_USER, id, userName, active: false }),
    ],
  ];

  it.each(SUSPENSIONS)(
    'by %s is signed out by the same request, and what they made remains',
    async (_, end) => {
      const member = await makeMember(directory.tenant.id, 'developer');
      const me = await ask('GET', '/auth/me', member.token);
      expect(me.status).toBe(200);
      const key = await ask('POST', '/api-keys', member.token, { name: 'Shop' });
      const answer = await end(me.body.data.id, member.email);
      expect([answer.status, answer.body.active]).toEqual([200, false]);
      expect((await ask('GET', '/auth/me', member.token)).status).toBe(401);
      expect((await ask('GET', '/api-keys', member.token)).status).toBe(401);
      const keys = await ask('GET', '/api-keys', directory.tenant.owner.token);
      expect(
        keys.body.data.find(({ id }: { id: string }) => id === key.body.data.id),
      ).toMatchObject({
        name: 'Shop',
      });
      await patch(me.body.data.id, { op: 'replace', path: 'active', value: true });
      expect((await ask('GET', '/auth/me', member.token)).status).toBe(401);
      expect((await entries())[0]).toMatchObject({
        action: 'team.update',
        before: { active: false },
        after: { active: true },
      });
    },
  );

  it('or removed leaves nothing but the audit log', async () => {
    const member = await makeMember(directory.tenant.id, 'developer');
    const { id } = (await ask('GET', '/auth/me', member.token)).body.data;
    const gone = await directory.send('DELETE', `/Users/${id}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    expect((await ask('GET', '/auth/me', member.token)).status).toBe(404);
    expect((await ask('GET', '/api-keys', member.token)).status).toBe(401);
    const again = await directory.send('DELETE', `/Users/${id}`);
    expect([again.status, again.body.schemas]).toEqual([404, [ERROR]]);
    const { body } = await create();
    await directory.send('DELETE', `/Users/${body.id}`);
    const [link = ''] = await linksTo(EMAIL, 1);
    expect((await accept(link)).status).toBe(400);
  });
});

describe('a change', () => {
  it('with several operations, as Entra sends it, is made at once, and attributes that are not stored are ignored', async () => {
    const { id } = (await create()).body;
    const answer = await patch(
      id,
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@test.microsoft.com' },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Add', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
        value: 'Eqpj',
      },
    );
    expect(answer.body).toMatchObject({
      displayName: 'Pvlo',
      name: { formatted: 'Pvlo', givenName: 'Gtfd', familyName: 'Pkqf' },
      externalId: 'Eqpj',
      userName: EMAIL,
    });
    const compliant = await patch(id, {
      op: 'replace',
      value: {
        'name.givenName': 'Kkom',
        'name.familyName': 'Unua',
        [`${USER}:externalId`]: 'Bjfe',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber': 'Aklq',
      },
    });
    expect(compliant.body).toMatchObject({ displayName: 'Kkom Unua', externalId: 'Bjfe' });
    const removed = await patch(id, { op: 'Remove', path: 'externalId' });
    expect(removed.body.externalId).toBeUndefined();
  });

  it('of a whole user clears what it leaves out, but leaves the user active', async () => {
    const { id } = (await create()).body;
    const whole = { schemas: [USER], userName: EMAIL.toLowerCase(), displayName: 'Tess' };
    const answer = await directory.send('PUT', `/Users/${id}`, whole);
    expect(answer.body).toMatchObject({ userName: EMAIL, displayName: 'Tess', active: true });
    expect(answer.body.externalId).toBeUndefined();
    expect(answer.body.name).toEqual({ formatted: 'Tess' });
    expect((await directory.send('PUT', `/Users/${id}`, { displayName: 'T' })).status).toBe(400);
  });

  it('that changes nothing is not audited', async () => {
    const { id } = (await create()).body;
    await patch(id, { op: 'replace', path: 'displayName', value: 'Test User' });
    expect(await entries()).toHaveLength(1);
  });

  it.each([
    ['another address', { op: 'replace', path: 'userName', value: 'x@y.example' }, 'mutability'],
    ['the id', { op: 'replace', path: 'id', value: 'mem_1' }, 'mutability'],
    ['groups', { op: 'add', path: 'groups', value: [{ value: 'owner' }] }, 'mutability'],
    ['no active', { op: 'remove', path: 'active' }, 'mutability'],
    ['a word for active', { op: 'replace', path: 'active', value: 'no' }, 'invalidValue'],
    ['a number for active', { op: 'replace', path: 'active', value: 0 }, 'invalidValue'],
    ['a list for a name', { op: 'replace', path: 'displayName', value: ['a'] }, 'invalidValue'],
    ['a long name', { op: 'replace', path: 'displayName', value: 'a'.repeat(101) }, 'invalidValue'],
    ['a hidden letter', { op: 'replace', path: 'displayName', value: 'a\u202eb' }, 'invalidValue'],
    ['a control', { op: 'replace', path: 'externalId', value: 'a\nb' }, 'invalidValue'],
    ['no path and a text', { op: 'replace', value: 'x' }, 'invalidValue'],
    ['no path to remove', { op: 'remove' }, 'noTarget'],
    ['a malformed path', { op: 'replace', path: 'a b', value: 1 }, 'invalidPath'],
    ['an unknown operation', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
  ])('to %s is refused as a whole', async (_, operation, scimType) => {
    const { id, displayName } = (await create()).body;
    const refused = await patch(id, { op: 'add', path: 'displayName', value: 'Else' }, operation);
    expect([refused.status, refused.body.scimType]).toEqual([400, scimType]);
    expect(refused.headers.get('Content-Type')).toBe('application/scim+json');
    expect((await directory.send('GET', `/Users/${id}`)).body.displayName).toBe(displayName);
  });
});
