// The groups of a customer's directory, which correspond to the roles (RFC 7643 4.2, RFC 7644
// 3.5.2; D-160), tested with the requests that Entra and Okta document. The last owner remains an
// owner, no matter what a directory requests, even in fifty concurrent requests.
import { beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../../src/domain/customers/team/rights.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import {
  ERROR,
  makeDirectory,
  operations,
  type Directory,
} from '../../support/directory/directory.ts';

let directory: Directory;
beforeEach(async () => {
  directory = await makeDirectory();
});

const patch = (role: string, ...list: object[]) =>
  directory.send('PATCH', `/Groups/${role}`, operations(...list));
const patchUser = (id: string, ...list: object[]) =>
  directory.send('PATCH', `/Users/${id}`, operations(...list));
const idOf = ({ id }: { id: number }) => `mem_${id}`;
const membersOf = async (role: string): Promise<string[]> => {
  const group = await directory.send('GET', `/Groups/${role}`);
  return group.body.members.map(({ value }: { value: string }) => value);
};
const member = (role: 'owner' | 'developer' | 'analyst' | 'reviewer' = 'analyst') =>
  makeMember(directory.tenant.id, role);
const log = async () => (await ask('GET', '/audit', directory.tenant.owner.token)).body.data;

describe('groups', () => {
  it('are the roles, found by name in any case, without members if those are excluded', async () => {
    const owner = idOf(directory.tenant.owner);
    const all = await directory.send('GET', '/Groups?startIndex=1&count=100');
    expect(all.body.Resources.map(({ id }: { id: string }) => id)).toEqual(ROLES);
    expect(all.body.Resources[0]).toMatchObject({
      displayName: 'owner',
      members: [{ value: owner, display: 'Vera Vintner' }],
    });
    const query = `excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Developer"')}`;
    const entra = await directory.send('GET', `/Groups?${query}`);
    expect(entra.body).toMatchObject({ totalResults: 1, Resources: [{ id: 'developer' }] });
    expect(entra.body.Resources[0].members).toBeUndefined();
    const inIt = encodeURIComponent(`id eq "owner" and members eq "${owner}"`);
    expect((await directory.send('GET', `/Groups?filter=${inIt}`)).body.totalResults).toBe(1);
    const notInIt = encodeURIComponent(`id eq "analyst" and members eq "${owner}"`);
    expect((await directory.send('GET', `/Groups?filter=${notInIt}`)).body.totalResults).toBe(0);
    const page = await directory.send('GET', '/Groups?startIndex=4&count=2');
    expect(page.body).toMatchObject({ totalResults: 4, itemsPerPage: 1, startIndex: 4 });
  });

  it('are fixed: none can be created, renamed or removed', async () => {
    const made = await directory.send('POST', '/Groups', { displayName: 'Staff', members: [] });
    expect([made.status, made.body.schemas]).toEqual([403, [ERROR]]);
    const there = await directory.send('POST', '/Groups', { displayName: 'Owner' });
    expect([there.status, there.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await directory.send('DELETE', '/Groups/analyst')).status).toBe(403);
    const renamed = await patch('analyst', { op: 'Replace', path: 'displayName', value: 'Staff' });
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability']);
    // Okta sends the group's name with every membership change.
    const same = await patch('analyst', {
      op: 'replace',
      value: { id: 'analyst', displayName: 'Analyst' },
    });
    expect([same.status, same.body]).toEqual([204, undefined]);
    expect((await directory.send('GET', '/Groups/staff')).status).toBe(404);
  });
});

describe('membership', () => {
  it('sets the role as Entra and Okta send it, and its removal leaves the default role of the token', async () => {
    const [one, two] = [await member('analyst'), await member('reviewer')];
    const add = { $ref: null, value: idOf(one) };
    expect((await patch('developer', { op: 'Add', path: 'members', value: [add] })).status).toBe(
      204,
    );
    const okta = await patch(
      'developer',
      { op: 'remove', path: `members[value eq "${idOf(one)}"]` },
      { op: 'add', path: 'members', value: [{ value: idOf(two), display: 'test' }] },
    );
    expect(okta.status).toBe(204);
    expect([await membersOf('developer'), await membersOf('analyst')]).toEqual([
      [idOf(two)],
      [idOf(one)],
    ]);
    expect((await ask('GET', '/api-keys', two.token)).status).toBe(200);
    const remove = { op: 'Remove', path: 'members', value: [{ $ref: null, value: idOf(two) }] };
    await patch('developer', remove);
    expect((await ask('GET', '/api-keys', two.token)).status).toBe(403);
    const whole = [{ value: idOf(one) }, { value: idOf(two) }];
    await patch('reviewer', { op: 'replace', path: 'members', value: whole });
    expect(await membersOf('reviewer')).toEqual([idOf(one), idOf(two)]);
    const put = await directory.send('PUT', '/Groups/reviewer', {
      displayName: 'reviewer',
      members: [{ value: idOf(two) }],
    });
    expect(put.body.members).toEqual([expect.objectContaining({ value: idOf(two) })]);
    await patch('reviewer', { op: 'remove', path: 'members' });
    expect(await membersOf('analyst')).toEqual([idOf(one), idOf(two)]);
    expect((await log())[0]).toMatchObject({
      action: 'team.update',
      by: 'scim',
      target_id: idOf(two),
      before: { role: 'reviewer' },
      after: { role: 'analyst' },
    });
  });

  it('is not lost by a late removal from a group that the member had already left', async () => {
    const one = await member('reviewer');
    await patch('developer', { op: 'add', path: 'members', value: [{ value: idOf(one) }] });
    const late = await patch('reviewer', {
      op: 'remove',
      path: `members[value eq "${idOf(one)}"]`,
    });
    expect([late.status, await membersOf('developer')]).toEqual([204, [idOf(one)]]);
  });

  it('removed from an owner revokes the invitations that they sent', async () => {
    const second = await member('owner');
    await ask('POST', '/team/invitations', second.token, {
      email: 'dora@cellar.example',
      role: 'owner',
    });
    const { token } = directory.tenant.owner;
    expect((await ask('GET', '/team/invitations', token)).body.data).toHaveLength(1);
    await patch('analyst', { op: 'add', path: 'members', value: [{ value: idOf(second) }] });
    expect((await ask('GET', '/team/invitations', token)).body.data).toEqual([]);
  });

  it('for an unknown user, one of another customer, or too many is refused as a whole', async () => {
    const [one, other] = [await member(), await makeDirectory()];
    const strangers: [unknown, string][] = [
      [[{ value: idOf(one) }, { value: idOf(other.tenant.owner) }], 'noTarget'],
      [[{ value: idOf(one) }, { value: 'mem_0' }], 'noTarget'],
      [[{ value: 7 }], 'invalidValue'],
      [['x', null], 'noTarget'],
      [Array.from({ length: 1_001 }, () => ({ value: idOf(one) })), 'invalidValue'],
    ];
    for (const [value, scimType] of strangers) {
      const refused = await patch('developer', { op: 'add', path: 'members', value });
      expect([refused.status, refused.body.scimType]).toEqual([400, scimType]);
    }
    const path = 'members[display eq "x"]';
    expect((await patch('developer', { op: 'remove', path })).body.scimType).toBe('invalidPath');
    expect((await patch('developer')).body.scimType).toBe('invalidSyntax');
    expect(await membersOf('developer')).toEqual([]);
    const gone = await patch('developer', {
      op: 'remove',
      path: 'members',
      value: [{ value: 'x' }],
    });
    expect(gone.status).toBe(204);
  });
});

describe('the last active owner', () => {
  it('cannot be suspended, removed or taken out of the group', async () => {
    const id = idOf(directory.tenant.owner);
    const ways = [
      patchUser(id, { op: 'Replace', path: 'active', value: 'False' }),
      patch('owner', { op: 'remove', path: `members[value eq "${id}"]` }),
      patch('owner', { op: 'replace', path: 'members', value: [] }),
      patch('analyst', { op: 'add', path: 'members', value: [{ value: id }] }),
    ];
    for (const refused of await Promise.all(ways))
      expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability']);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(409);
    expect((await ask('GET', '/auth/me', directory.tenant.owner.token)).body.data.role).toBe(
      'owner',
    );
    expect((await log()).filter(({ by }: { by?: string }) => by === 'scim')).toEqual([]);
  });

  it('may not be one who was only invited or is suspended; another owner can take the place in the same request', async () => {
    const id = idOf(directory.tenant.owner);
    const invited = (await directory.send('POST', '/Users', { userName: 'new@cellar.example' }))
      .body;
    const suspended = await member('owner');
    await patchUser(idOf(suspended), { op: 'replace', path: 'active', value: false });
    const add = { op: 'add', path: 'members', value: [{ value: invited.id }] };
    expect((await patch('owner', add)).status).toBe(204);
    expect((await patchUser(id, { op: 'replace', path: 'active', value: false })).status).toBe(400);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(409);
    const only = [{ value: invited.id }, { value: idOf(suspended) }];
    const refused = await patch('owner', { op: 'replace', path: 'members', value: only });
    expect(refused.body.scimType).toBe('mutability');
    const heir = await member('developer');
    const swap = { op: 'replace', path: 'members', value: [{ value: idOf(heir) }] };
    expect((await patch('owner', swap)).status).toBe(204);
    expect(await membersOf('owner')).toEqual([idOf(heir)]);
  });

  it('remains after fifty concurrent requests that would remove all owners', async () => {
    const owners = [directory.tenant.owner, await member('owner'), await member('owner')];
    const act = (index: number) => {
      const id = idOf(owners[index % owners.length]!);
      const ways = [
        () => patchUser(id, { op: 'replace', value: { active: false } }),
        () => directory.send('DELETE', `/Users/${id}`),
        () => patch('owner', { op: 'remove', path: `members[value eq "${id}"]` }),
        () => patch('analyst', { op: 'add', path: 'members', value: [{ value: id }] }),
      ];
      return ways[index % ways.length]!();
    };
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => act(index)));
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const users = (await directory.send('GET', '/Users?filter=active+eq+true')).body.Resources;
    const active = users.filter(({ groups }: any) => groups[0].value === 'owner');
    expect(active).toHaveLength(1);
    const left = owners.find((one) => idOf(one) === active[0].id)!;
    expect((await ask('GET', '/team', left.token)).status).toBe(200);
  });

  it('and fifty concurrent moves of one member leave one role, with an audit entry for each move', async () => {
    const one = await member('analyst');
    const add = { op: 'add', path: 'members', value: [{ value: idOf(one) }] };
    const roles = ['developer', 'reviewer', 'analyst'];
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patch(roles[index % 3]!, add)),
    );
    expect(replies.filter(({ status }) => ![204, 409].includes(status))).toEqual([]);
    const held = await Promise.all(ROLES.map(membersOf));
    expect(held.flat().filter((id) => id === idOf(one))).toHaveLength(1);
    const moves = (await ask('GET', '/audit?per_page=100', directory.tenant.owner.token)).body.data
      .filter(({ by }: { by?: string }) => by === 'scim')
      .toReversed();
    for (const [index, move] of moves.entries())
      expect(move.before.role).toBe(index === 0 ? 'analyst' : moves[index - 1].after.role);
  });
});
