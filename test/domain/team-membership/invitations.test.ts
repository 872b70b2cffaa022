import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { findMember } from '../../../src/domain/staff/membership.ts';
import { inviteToTeam } from '../../../src/domain/team-membership/invitations.ts';
import { makeContext } from '../../support/context.ts';
import { ask, makeDashboardTenant } from '../../support/dashboard.ts';
import { makeMember } from '../../support/members.ts';

it.each([
  ['another role', 'PATCH', { role: 'developer' }],
  ['switched off', 'PATCH', { active: false }],
  ['sent away', 'DELETE', undefined],
])('whoever loses the right while the call runs invites nobody: %s', async (_, method, change) => {
  const tenant = await makeDashboardTenant();
  const { id } = await makeMember(tenant.id);
  const ctx = makeContext();
  const inviter = (await findMember(ctx, { audience: 'dashboard', tenantId: tenant.id }, id))!;
  const lost = await ask(method, `/team/mem_${id}`, tenant.owner.token, change);
  expect(lost.status).toBe(200);
  const by = { audience: 'dashboard', staffId: id, tenantId: tenant.id } as const;
  const wish = { email: 'dora@cellar.example', role: 'owner' } as const;
  await expect(inviteToTeam(ctx, by, inviter, wish, 'en')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  for (const table of ['staff_invitations', 'mails'])
    expect(await env.DB.prepare(`SELECT * FROM ${table}`).first()).toBeNull();
});
