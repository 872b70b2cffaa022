// Suspending an account immediately ends the access that connected sites have to it.
import { describe, expect, it } from 'vitest';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { introspect, readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';

async function connected() {
  const one = await authorizeSite();
  const { access_token, refresh_token } = (await redeem(one)).body as Record<string, string>;
  return { ...one, accessToken: access_token ?? '', refreshToken: refresh_token ?? '' };
}

describe('PATCH /admin/v1/accounts/{id}/suspend', () => {
  it('ends refresh, introspection and userinfo right after it', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { site, account, accessToken, refreshToken } = await connected();
    const other = await connected();
    expect((await ask('PATCH', `/accounts/${account.id}/suspend`, token)).status).toBe(200);
    expect((await refresh(site, refreshToken)).body.error).toBe('invalid_grant');
    expect((await introspect(site, accessToken)).body).toEqual({ active: false });
    expect((await readUserinfo(accessToken)).status).toBe(401);
    expect((await introspect(other.site, other.accessToken)).body.active).toBe(true);
  });

  it('leaves nothing alive that was refreshed at the same moment', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { site, account, refreshToken } = await connected();
    const [suspended, ...refreshed] = await Promise.all([
      ask('PATCH', `/accounts/${account.id}/suspend`, token),
      ...Array.from({ length: 20 }, () => refresh(site, refreshToken)),
    ]);
    expect(suspended.status).toBe(200);
    const issued = refreshed.flatMap(({ body }) => [body.access_token, body.refresh_token]);
    for (const one of issued.filter((text) => text !== undefined))
      expect((await introspect(site, one)).body).toEqual({ active: false });
    expect((await refresh(site, refreshToken)).body.error).toBe('invalid_grant');
  });

  it('does not bring tokens back when it is lifted', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { site, account, accessToken, refreshToken } = await connected();
    await ask('PATCH', `/accounts/${account.id}/suspend`, token);
    expect((await ask('PATCH', `/accounts/${account.id}/unsuspend`, token)).status).toBe(200);
    expect((await introspect(site, accessToken)).body).toEqual({ active: false });
    expect((await refresh(site, refreshToken)).body.error).toBe('invalid_grant');
  });
});

describe('DELETE /admin/v1/accounts/{id}', () => {
  it('ends every token of the account in the Grant objects, too', async () => {
    const { token } = await makeAdmin({ role: 'superadmin' });
    const { site, account, accessToken, refreshToken } = await connected();
    expect((await ask('DELETE', `/accounts/${account.id}`, token)).status).toBe(200);
    expect((await introspect(site, accessToken)).body).toEqual({ active: false });
    expect((await readUserinfo(accessToken)).status).toBe(401);
    expect((await refresh(site, refreshToken)).body.error).toBe('invalid_grant');
  });
});
