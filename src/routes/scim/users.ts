import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  readUser as readAttributes,
  readUserOperations,
  type Fields,
} from '../../domain/customers/provisioning/user-attributes.ts';
import {
  changeUser,
  createUser,
  findUsers,
  readUser,
  removeUser,
  USER_FILTERS,
} from '../../domain/customers/provisioning/users.ts';
import type { StaffMember } from '../../domain/customers/staff/member.ts';
import { formatMemberId } from '../../domain/customers/team/member-id.ts';
import { ScimError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { answerScim } from '../../http/scim-errors.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { filterOf, listOf, sliceOf, trim } from './query.ts';
import { USER_SCHEMA } from './schemas.ts';

export function registerUsers(scim: OpenAPIHono<AppEnv>): void {
  scim.get('/Users', async (c) => {
    const [filter, slice] = [filterOf(c, USER_FILTERS), sliceOf(c)];
    const { rows, total } = await findUsers(c.get('ctx'), c.get('provisioner'), filter, slice);
    const users = rows.map((member) => trim(c, present(c, member)));
    return answerScim(c, listOf(users, total, slice.offset));
  });

  scim.post('/Users', async (c) => {
    const said = readAttributes(await c.req.json<Fields>());
    const user = present(c, await createUser(c.get('ctx'), c.get('provisioner'), said));
    c.header('Location', user.meta.location);
    return answerScim(c, trim(c, user), 201);
  });

  scim.get('/Users/:id', async (c) => {
    const member = await readUser(c.get('ctx'), c.get('provisioner'), c.req.param('id'));
    return answerScim(c, trim(c, present(c, member)));
  });

  scim.put('/Users/:id', async (c) => {
    const said = readAttributes(await c.req.json<Fields>());
    if (said.userName === undefined) throw new ScimError('invalidValue', 'userName is required.');
    // A PUT clears omitted attributes, except `active`: an omission must not admit anybody or lock
    // anybody out.
    const whole = { externalId: null, givenName: null, familyName: null, ...said };
    const { id } = c.req.param();
    const member = await changeUser(c.get('ctx'), c.get('provisioner'), id, whole);
    return answerScim(c, trim(c, present(c, member)));
  });

  scim.patch('/Users/:id', async (c) => {
    const said = readUserOperations(await c.req.json<Fields>());
    const { id } = c.req.param();
    const member = await changeUser(c.get('ctx'), c.get('provisioner'), id, said);
    return answerScim(c, trim(c, present(c, member)));
  });

  scim.delete('/Users/:id', async (c) => {
    await removeUser(c.get('ctx'), c.get('provisioner'), c.req.param('id'));
    return c.body(null, 204);
  });
}

export const addressOf = (c: HonoContext<AppEnv>, path: string): string =>
  `${c.get('ctx').config.baseUrl}/scim/v2${path}`;

function present(c: HonoContext<AppEnv>, member: StaffMember) {
  const id = formatMemberId(member.id);
  const { givenName, familyName, externalId, name, email, role } = member;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== undefined && { externalId }),
    userName: email,
    displayName: name,
    name: {
      formatted: name,
      ...(givenName !== undefined && { givenName }),
      ...(familyName !== undefined && { familyName }),
    },
    active: member.deactivatedAtMs === undefined,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: [{ value: role, display: role, $ref: addressOf(c, `/Groups/${role}`), type: 'direct' }],
    meta: {
      resourceType: 'User',
      created: toTimestamp(member.createdAtMs),
      location: addressOf(c, `/Users/${id}`),
    },
  };
}
