// The service as a tenant of itself: people's own checks of their age run under it.
import type { Context } from '../../context.ts';
import { FIRST_PARTY_TENANT_ID } from '../verification/account-age.ts';
import type { Principal } from './api-keys.ts';
import { insertTenant } from './store.ts';

/** The account keeps what was shown; the check itself is soon forgotten. */
const RETENTION_DAYS = 1;

/** @returns who begins and reads such checks; the tenant's row is made when it is missing */
export async function firstPartyPrincipal(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<Principal> {
  const tenant = {
    id: FIRST_PARTY_TENANT_ID,
    name: ctx.config.serviceName,
    retentionDays: RETENTION_DAYS,
  };
  await insertTenant(ctx.db, { ...tenant, createdAtMs: ctx.now() });
  return { kind: 'secret', test: false, tenant };
}
