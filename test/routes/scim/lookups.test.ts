// Users of a customer's directory: how they are looked up, and which requests are refused (RFC 7644
// 3.4.2, 3.12; D-160).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ERROR,
  makeDirectory,
  operations,
  sendScim,
  USER,
  type Directory,
} from '../../support/directory/directory.ts';

const EMAIL = 'Test.User@cellar.example';
const OKTA_USER = {
  schemas: [USER],
  userName: EMAIL,
  displayName: 'Test User',
  externalId: '00ujl29u0le5T6Aj10h7',
  active: true,
};

let directory: Directory;
beforeEach(async () => {
  directory = await makeDirectory();
});

const create = () => directory.send('POST', '/Users', OKTA_USER);
const find = (filter: string) =>
  directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);

describe('users are found', () => {
  it('by address in any case, own id, id and state, a page at a time, always in one order', async () => {
    const { id } = (await create()).body;
    for (const filter of [
      `userName eq "${EMAIL.toLowerCase()}"`,
      `USERNAME EQ "${EMAIL.toUpperCase()}"`,
      `${USER}:userName eq "${EMAIL}"`,
      `externalId eq "${OKTA_USER.externalId}"`,
      `id eq "${id}"`,
      `emails[type eq "work"].value eq "${EMAIL}"`,
      `emails[type eq "work" and value eq "${EMAIL}"]`,
      `emails.value eq "${EMAIL}" and active eq true`,
    ]) {
      const found = await find(filter);
      expect([filter, found.body.totalResults, found.body.Resources?.[0]?.id]).toEqual([
        filter,
        1,
        id,
      ]);
    }
    for (const filter of [
      'userName eq "nobody@cellar.example"',
      'userName eq "no address"',
      `externalId eq "${OKTA_USER.externalId.toLowerCase()}"`,
      'id eq "7"',
      `userName eq "${EMAIL}" and active eq false`,
      'emails.type eq "home"',
    ])
      expect((await find(filter)).body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      });
    const pages = await Promise.all(
      [1, 2, 3].map((start) => directory.send('GET', `/Users?startIndex=${start}&count=1`)),
    );
    expect(pages.map(({ body }) => [body.totalResults, body.itemsPerPage])).toEqual([
      [2, 1],
      [2, 1],
      [2, 0],
    ]);
    expect(pages[1]!.body.Resources[0].id).toBe(id);
    const counted = await directory.send('GET', '/Users?startIndex=-4&count=0');
    expect(counted.body).toMatchObject({ totalResults: 2, startIndex: 1, itemsPerPage: 0 });
    const few = await directory.send('GET', `/Users/${id}?attributes=userName,name.givenName`);
    expect(Object.keys(few.body).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName']);
  });

  it.each([
    'userName sw "a"',
    'userName eq "a" or userName eq "b"',
    'not (active eq true)',
    'password eq "x"',
    'userName eq',
    'userName',
    '',
    'userName eq "a" and '.repeat(40),
    `userName eq "${'\n'.repeat(400)}`,
    `${'('.repeat(240)}active eq true${')'.repeat(240)}`,
    `userName eq "${'a'.repeat(600)}"`,
  ])('by no other filter (%#)', async (filter) => {
    const began = Date.now();
    const refused = await find(filter);
    const deep = filter.startsWith('((');
    expect([refused.status, refused.body.scimType]).toEqual(
      deep ? [200, undefined] : [400, 'invalidFilter'],
    );
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('with each parameter once, and valid numbers', async () => {
    for (const query of ['count=ten', 'startIndex=1.5', 'count=1&count=2', 'count=99999999999'])
      expect([query, (await directory.send('GET', `/Users?${query}`)).body.scimType]).toEqual([
        query,
        'invalidValue',
      ]);
    const twice = 'filter=active+eq+true&filter=active+eq+false';
    expect((await directory.send('GET', `/Users?${twice}`)).body.scimType).toBe('invalidFilter');
  });
});

describe('of another customer', () => {
  it('no user can be found, changed or removed', async () => {
    const other = await makeDirectory();
    const { id } = (await create()).body;
    const bodies: [string, unknown?][] = [
      ['GET'],
      ['PUT', { ...OKTA_USER, id }],
      ['PATCH', operations({ op: 'replace', path: 'active', value: false })],
      ['DELETE'],
    ];
    for (const [method, body] of bodies)
      expect((await other.send(method, `/Users/${id}`, body)).status).toBe(404);
    const found = await other.send('GET', `/Users?filter=id+eq+"${id}"`);
    expect(found.body.totalResults).toBe(0);
    expect((await directory.send('GET', `/Users/${id}`)).body.active).toBe(true);
    for (const none of ['mem_0', 'mem_99999999999999999999', '7', '%00', 'x'.repeat(3_000)])
      expect((await directory.send('GET', `/Users/${none}`)).status).toBe(404);
  });
});

describe('a request', () => {
  it('without a valid token is refused, with an error as SCIM defines it', async () => {
    const late = await makeDirectory(undefined, { expiresInMs: -1 });
    const { owner, testSecret } = directory.tenant;
    const wrong = [undefined, '', 'xsc_x', `xsc_${'a'.repeat(43)}`, owner.token, testSecret];
    for (const token of [...wrong, late.token, `${directory.token}x`]) {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      for (const path of ['/Users', '/ServiceProviderConfig', '/nothing']) {
        const refused = await sendScim('GET', path, undefined, headers);
        expect([token, refused.status, refused.body]).toEqual([
          token,
          401,
          { schemas: [ERROR], detail: expect.any(String), status: '401' },
        ]);
        expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
      }
    }
  });

  it('of a suspended customer is refused', async () => {
    await env.DB.prepare('UPDATE tenants SET suspended_at_ms = 1 WHERE id = ?')
      .bind(directory.tenant.id)
      .run();
    expect((await directory.send('GET', '/Users')).status).toBe(403);
  });

  it.each([
    ['malformed JSON', '{', 400, 'invalidSyntax'],
    ['a list', '[]', 400, 'invalidSyntax'],
    ['nothing', '', 400, 'invalidSyntax'],
    ['no userName', { schemas: [USER] }, 400, 'invalidValue'],
    [
      'a userName that is not an email address',
      { userName: 'Test_User_00aa' },
      400,
      'invalidValue',
    ],
    ['a number for userName', { userName: 7 }, 400, 'invalidValue'],
    ['a text for name', { userName: EMAIL, name: 'Tess' }, 400, 'invalidValue'],
    ['a body that is too large', { userName: EMAIL, title: 'x'.repeat(70_000) }, 413, undefined],
    ['a lone surrogate', '{"userName":"\\ud800@a.example"}', 400, 'invalidSyntax'],
    [
      'a body that is nested too deep',
      `{"a":${'['.repeat(90)}${']'.repeat(90)}}`,
      400,
      'invalidSyntax',
    ],
  ])('with %s is refused', async (_, body, status, scimType) => {
    const refused = await directory.send('POST', '/Users', body);
    expect([refused.status, refused.body.status, refused.body.scimType]).toEqual([
      status,
      String(status),
      scimType,
    ]);
  });

  it('with another content type or method, or to an unknown address is refused', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await directory.send('POST', '/Users', 'a=b', form)).body.scimType).toBe(
      'invalidSyntax',
    );
    const method = await directory.send('DELETE', '/Users');
    expect([method.status, method.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    expect((await directory.send('POST', '/Bulk', {})).status).toBe(404);
    expect((await directory.send('GET', '/Me')).body.schemas).toEqual([ERROR]);
  });
});
