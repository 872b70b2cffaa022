import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { findMember } from '../../../../src/domain/customers/staff/membership.ts';
import { inviteToTeam } from '../../../../src/domain/customers/team-membership/invitations.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../../../support/staff/dashboard.ts';
import { linksTo } from '../../../support/account/mails.ts';
import { makeMember } from '../../../support/staff/members.ts';

it.each([
  ['another role', 'PATCH', { role: 'developer' }],
  ['switched off', 'PATCH', { active: false }],
  ['sent away', 'DELETE', undefined],
])('a member who loses the right during the call invites nobody: %s', async (_, method, change) => {
  const tenant = await makeDashboardTenant();
  const { id } = await makeMember(tenant.id);
  const wish = { email: 'dora@cellar.example', role: 'developer' } as const;
  const { body } = await ask('POST', '/team/invitations', tenant.owner.token, wish);
  await linksTo(wish.email, 1);
  const ctx = makeContext();
  const inviter = (await findMember(ctx, { audience: 'dashboard', tenantId: tenant.id }, id))!;
  const lost = await ask(method, `/team/mem_${id}`, tenant.owner.token, change);
  expect(lost.status).toBe(200);
  const by = { audience: 'dashboard', staffId: id, tenantId: tenant.id } as const;
  const late = inviteToTeam(ctx, by, inviter, { ...wish, role: 'owner' }, 'en');
  await expect(late).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // The owner's earlier invitation to the same address remains valid.
  const open = await ask('GET', '/team/invitations', tenant.owner.token);
  expect(open.body.data).toEqual([body.data]);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM mails').first('n')).toBe(1);
});
