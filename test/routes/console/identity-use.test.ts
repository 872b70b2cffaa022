import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { insertSession } from '../../../src/domain/customers/staff/session-store.ts';
import { withContext } from '../../support/installation/context.ts';
import { makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { linkTo } from '../../support/staff/single-sign-on.ts';

const ISSUER = 'https://login.shop.example';

it('the use of a provider’s identity is recorded with a session only', async () => {
  const { id: tenantId, owner } = await makeDashboardTenant();
  await linkTo(tenantId, owner.id, ISSUER);
  const signIn = (id: string) =>
    withContext(({ db, now }) =>
      insertSession(
        db,
        {
          id,
          staffId: owner.id,
          method: 'sso',
          device: 'Firefox, Linux',
          ip: '192.0.2.1',
          expiresAtMs: now() + 60_000,
          passwordChangedAtMs: undefined,
          language: undefined,
          provider: { issuer: ISSUER, subject: 'sub-1' },
        },
        now(),
        { uses: undefined, also: [] },
      ),
    );
  const lastUse = () =>
    env.DB.prepare('SELECT last_used_at_ms AS at FROM staff_identities').first<number>('at');
  await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?').bind(owner.id).run();
  expect(await signIn('ses_1')).toBeUndefined();
  expect(await lastUse()).toBe(0);
  await env.DB.prepare('UPDATE staff SET deactivated_at_ms = NULL').run();
  expect(await signIn('ses_2')).toBeDefined();
  expect(await lastUse()).toBeGreaterThan(0);
});
