// Staff use cases under faults.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/crypto/password.ts';
import { randomToken } from '../../src/crypto/random.ts';
import {
  issueMailLink,
  readMailLink,
  type LinkPurpose,
} from '../../src/domain/platform/mail/mail-link.ts';
import { resetStaffPassword } from '../../src/domain/customers/staff-authentication/reset-password.ts';
import {
  disownSignUp,
  verifyStaffEmail,
} from '../../src/domain/customers/staff-authentication/verify-email.ts';
import type { Context } from '../../src/context.ts';
import { makeContext } from '../support/installation/context.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { PASSWORD } from '../support/staff/staff.ts';
import {
  findPartialStates,
  type UseCase,
  type World,
} from '../support/faults/find-partial-states.ts';

const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

interface Linked {
  staffId: number;
  token: string;
  /** The customers that signed up with the same email address. */
  tenants?: string[];
}

const insertStaff = (tenantId: string | null, email: string, hash: string) =>
  env.DB.prepare(
    `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, created_at_ms, password_hash)
     VALUES (?1, ?2, ?3, ?3, 'Ada', ?4, ?5, ?6) RETURNING id`,
  )
    .bind(
      tenantId === null ? 'admin' : 'dashboard',
      tenantId,
      email,
      tenantId === null ? 'support' : 'owner',
      Date.now(),
      hash,
    )
    .first<number>('id');

/**
 * Creates two customers that signed up with the same email address; the first customer's owner has
 * been emailed a link.
 */
async function signedUpTwice({ ctx }: World): Promise<Linked> {
  const email = `${randomToken(6).toLowerCase()}@cellar.example`;
  const [own, other] = [await makeTenant(), await makeTenant()];
  const hash = await hashPassword(PASSWORD);
  const staffId = (await insertStaff(own.id, email, hash)) ?? 0;
  await insertStaff(other.id, email, hash);
  const purpose = { kind: 'staff_email', staffId, emailNormalized: email } as const;
  const token = await issueMailLink(ctx, { purpose, lifetimeMs: 24 * 3_600_000 });
  return { staffId, token, tenants: [own.id, other.id] };
}

/**
 * Reads the state of both customers: whether they have ended, whether their owners' addresses are
 * confirmed, and how many valid API keys and audit entries they have; if neither has ended, also
 * whether the link is still valid.
 */
async function customersOf({ tenants = [], token }: Linked) {
  const states = tenants.map(async (tenantId) =>
    env.DB.prepare(
      `SELECT ended_at_ms IS NOT NULL AS isEnded,
         (SELECT group_concat(email_verified_at_ms IS NOT NULL) FROM staff WHERE tenant_id = ?1) AS owners,
         (SELECT count(*) FROM api_keys WHERE tenant_id = ?1 AND revoked_at_ms IS NULL) AS keys,
         (SELECT count(*) FROM audit_entries WHERE tenant_id = ?1) AS entries
       FROM tenants WHERE id = ?1`,
    )
      .bind(tenantId)
      .first(),
  );
  const found = await Promise.all(states);
  const isDone = found.some((state) => state?.['isEnded'] === 1);
  return {
    found,
    ...(!isDone && { isLinkGood: (await readMailLink(makeContext(), token)) !== undefined }),
  };
}

/**
 * Returns a function that creates an operator and a link as it would be emailed to the operator.
 */
const linked =
  (purposeOf: (staffId: number, emailNormalized: string) => LinkPurpose) =>
  async ({ ctx }: World): Promise<Linked> => {
    const email = `${randomToken(6).toLowerCase()}@ops.example`;
    const staffId = await insertStaff(null, email, await hashPassword(PASSWORD));
    const purpose = purposeOf(staffId ?? 0, email);
    const token = await issueMailLink(ctx, { purpose, lifetimeMs: 24 * 3_600_000 });
    return { staffId: staffId ?? 0, token };
  };

/**
 * Reads what the link changes, and the number of audit entries; if the change has not been made,
 * also whether the link is still valid.
 */
async function stateOf({ staffId, token }: Linked) {
  const row = await env.DB.prepare(
    `SELECT password_hash IS NOT NULL AS hasPassword, email_verified_at_ms IS NOT NULL AS isVerified,
       sessions_revoked_at_ms > 0 AS isSignedOut,
       (SELECT count(*) FROM audit_entries WHERE target_type = 'staff' AND target_id = CAST(?1 AS TEXT)) AS entries
     FROM staff WHERE id = ?1`,
  )
    .bind(staffId)
    .first();
  const isDone = row?.['isVerified'] === 1;
  return {
    ...row,
    ...(!isDone && { isLinkGood: (await readMailLink(makeContext(), token)) !== undefined }),
  };
}

const of = (
  prepare: UseCase<Linked>['prepare'],
  act: (ctx: Context, token: string) => Promise<unknown>,
): UseCase<Linked> => ({ prepare, act: (ctx, { token }) => act(ctx, token), observe: stateOf });

const TABLE: Record<string, UseCase<Linked>> = {
  resetStaffPassword: of(
    linked((staffId) => ({ kind: 'staff_reset', audience: 'admin', staffId, generation: 0 })),
    (ctx, token) =>
      resetStaffPassword(ctx, 'admin', { token, password: 'amber-kettle-77-harbour' }, CALLER),
  ),
  verifyStaffEmail: {
    prepare: signedUpTwice,
    act: (ctx, { token }) => verifyStaffEmail(ctx, { token, password: PASSWORD }, CALLER),
    observe: customersOf,
  },
  disownSignUp: {
    prepare: signedUpTwice,
    act: (ctx, { token }) => disownSignUp(ctx, token, CALLER),
    observe: customersOf,
  },
};

describe('is completed fully or not at all:', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, useCase) => {
    expect(await findPartialStates(useCase)).toEqual([]);
  });
});
