// Concurrent changes to a single sign-on setting (D-159, D-162).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import {
  changeSingleSignOn,
  type SsoSettingsInput,
} from '../../../../src/domain/customers/single-sign-on/settings.ts';
import { toMember } from '../../../../src/domain/customers/staff/staff-row.ts';
import { findStaff } from '../../../../src/domain/customers/staff/store.ts';
import { beforeWrite } from '../../../support/faults/before-write.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { ask, makeAdmin } from '../../../support/staff/admins.ts';
import { CLIENT_SECRET, CLIENTS } from '../../../support/staff/company/clients.ts';
import { ask as askDashboard, makeDashboardTenant } from '../../../support/staff/dashboard.ts';
import type { TestStaff } from '../../../support/staff/staff.ts';

let wish: Record<string, unknown>;
beforeEach(() => {
  wish = { issuer: inject('company'), client_id: CLIENTS[0], client_secret: CLIENT_SECRET };
});

/** Makes a change to the setting, and runs `act` just before that change's first write. */
async function changeAfter(
  act: () => Promise<{ status: number }>,
  { id }: TestStaff,
  asked: SsoSettingsInput,
): Promise<void> {
  const ctx = makeContext();
  const member = toMember((await findStaff(ctx.db, id))!);
  const sessionId = await env.DB.prepare('SELECT id FROM staff_sessions WHERE staff_id = ?')
    .bind(id)
    .first<string>('id');
  const signedIn = {
    member,
    sessionId: sessionId!,
    provenAtMs: Date.now(),
    showedSecondFactor: true,
    needsSecondFactor: false,
    hasSecondFactor: true,
  };
  const late = beforeWrite(ctx, async () => {
    expect((await act()).status).toBe(200);
  });
  await changeSingleSignOn(late, signedIn, { audience: member.audience, staffId: id }, asked);
  await ctx.settle();
}

describe('the operators’ setting', () => {
  let root: TestStaff;
  const own = (method: string, path: string, body?: unknown) => ask(method, path, root.token, body);
  const setting = async () => (await own('GET', '/sso')).body.data;
  const trail = async () => (await own('GET', '/audit')).body.data;

  beforeEach(async () => {
    root = await makeAdmin();
    Object.assign(wish, { domains: ['ops.example'] });
  });

  it('keeps the enforcement that another request set between the read and the write of a change', async () => {
    await own('PATCH', '/sso', wish);
    const demand = { enforce: true, break_glass: root.id };
    await changeAfter(() => own('PATCH', '/sso', demand), root, { defaultRole: 'support' });
    expect(await setting()).toMatchObject({ ...demand, default_role: 'support' });
    expect(await trail()).toMatchObject([
      { action: 'sso.update', before: { default_role: null }, after: { default_role: 'support' } },
      { action: 'sso.update', after: demand },
      { action: 'sso.set' },
    ]);
  });

  it('enforces SSO and ends sessions when another change comes first', async () => {
    await own('PATCH', '/sso', wish);
    const other = await makeAdmin();
    const demand = { enforce: true, breakGlassId: root.id };
    await changeAfter(
      () => own('PATCH', '/sso', { domains: ['ops.example', 'desk.example'] }),
      root,
      demand,
    );
    expect(await setting()).toMatchObject({ enforce: true, break_glass: root.id });
    expect((await setting()).domains).toEqual(['ops.example', 'desk.example']);
    expect((await ask('GET', '/auth/me', other.token)).status).toBe(401);
    expect((await own('GET', '/auth/me')).status).toBe(200);
  });

  it('is created only once: if another request created it meanwhile, that one is changed', async () => {
    const first = { ...wish, default_role: 'analyst' };
    await changeAfter(() => own('PATCH', '/sso', first), root, {
      issuer: inject('company'),
      clientId: CLIENTS[0],
      clientSecret: CLIENT_SECRET,
      domains: ['desk.example'],
    });
    expect(await setting()).toMatchObject({ default_role: 'analyst', domains: ['desk.example'] });
    expect(await trail()).toMatchObject([
      { action: 'sso.update', before: { domains: 'ops.example' } },
      { action: 'sso.set' },
    ]);
  });

  it('is not created again by a change that comes after its removal', async () => {
    await own('PATCH', '/sso', wish);
    const removed = () => own('DELETE', '/sso');
    await expect(changeAfter(removed, root, { defaultRole: 'support' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await setting()).toMatchObject({ issuer: null });
  });
});

it('a customer’s setting keeps what another request wrote between the read and the write', async () => {
  const { owner } = await makeDashboardTenant();
  const own = (method: string, path: string, body?: unknown) =>
    askDashboard(method, path, owner.token, body);
  await own('PATCH', '/sso', wish);
  const mapped = { role_claim: 'groups', role_map: [{ value: 'coders', role: 'developer' }] };
  await changeAfter(() => own('PATCH', '/sso', mapped), owner, { factorValues: ['mfa'] });
  expect((await own('GET', '/sso')).body.data).toMatchObject({ ...mapped, factor_values: ['mfa'] });
});
