import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  applyGroupOperations,
  readGroup as readWhole,
} from '../../domain/customers/provisioning/group-changes.ts';
import {
  changeGroup,
  findGroups,
  GROUP_FILTERS,
  groupsAreFixed,
  readGroup,
  refuseNewGroup,
  type Group,
} from '../../domain/customers/provisioning/groups.ts';
import type { Fields } from '../../domain/customers/provisioning/user-attributes.ts';
import { formatMemberId } from '../../domain/customers/team/member-id.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { answerScim } from '../../http/scim-errors.ts';
import { filterOf, listOf, sliceOf, trim, wants } from './query.ts';
import { GROUP_SCHEMA } from './schemas.ts';
import { addressOf } from './users.ts';

export function registerGroups(scim: OpenAPIHono<AppEnv>): void {
  scim.get('/Groups', async (c) => {
    const [filter, { offset, limit }] = [filterOf(c, GROUP_FILTERS), sliceOf(c)];
    const all = await findGroups(c.get('ctx'), c.get('provisioner'), filter, wants(c, 'members'));
    const groups = all.slice(offset, offset + limit).map((group) => trim(c, present(c, group)));
    return answerScim(c, listOf(groups, all.length, offset));
  });

  scim.post('/Groups', async (c) =>
    refuseNewGroup((await c.req.json<{ displayName?: unknown }>()).displayName),
  );

  scim.get('/Groups/:id', async (c) => {
    const { id } = c.req.param();
    const group = await readGroup(c.get('ctx'), c.get('provisioner'), id, wants(c, 'members'));
    return answerScim(c, trim(c, present(c, group)));
  });

  scim.put('/Groups/:id', async (c) => {
    const [{ id }, body] = [c.req.param(), await c.req.json<Fields>()];
    const [ctx, provisioner] = [c.get('ctx'), c.get('provisioner')];
    await changeGroup(ctx, provisioner, id, (before) => readWhole(id.toLowerCase(), before, body));
    return answerScim(c, trim(c, present(c, await readGroup(ctx, provisioner, id))));
  });

  // The response omits the group: directories do not need it, and it may have many members.
  scim.patch('/Groups/:id', async (c) => {
    const [{ id }, body] = [c.req.param(), await c.req.json<Fields>()];
    await changeGroup(c.get('ctx'), c.get('provisioner'), id, (before) =>
      applyGroupOperations(id.toLowerCase(), before, body),
    );
    return c.body(null, 204);
  });

  scim.delete('/Groups/:id', () => {
    throw groupsAreFixed();
  });
}

const present = (c: HonoContext<AppEnv>, { role, members }: Group) => ({
  schemas: [GROUP_SCHEMA],
  id: role,
  displayName: role,
  members: members.map(({ id, name }) => ({
    value: formatMemberId(id),
    display: name,
    $ref: addressOf(c, `/Users/${formatMemberId(id)}`),
  })),
  meta: { resourceType: 'Group', location: addressOf(c, `/Groups/${role}`) },
});
