// The service as its own tenant, for the checks that people perform for their own accounts; this
// tenant has no row and no API key.
import type { Context } from '../../context.ts';
import type { Principal } from './customer.ts';
import { FIRST_PARTY_TENANT_ID } from './rules/age/account-age.ts';
import { ACCOUNT_ATTEMPT_CAP } from './rules/session/attempts.ts';

/**
 * How many days the result is kept. It contains nothing about the person, and a day is long enough
 * for the person to return from the page.
 */
const RETENTION_DAYS = 1;

export const firstPartyPrincipal = (ctx: Context): Principal => ({
  kind: 'secret',
  test: false,
  isProven: true,
  tenant: {
    id: FIRST_PARTY_TENANT_ID,
    name: ctx.config.serviceName,
    residency: 'none',
    embedOrigins: [],
    attemptCap: ACCOUNT_ATTEMPT_CAP,
    retentionDays: RETENTION_DAYS,
    ageMarginYears: ctx.config.keptAges.marginYears,
  },
});
