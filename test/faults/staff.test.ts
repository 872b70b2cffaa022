// Use cases of staff under faults.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/crypto/password.ts';
import { randomToken } from '../../src/crypto/random.ts';
import { issueMailLink, readMailLink, type LinkPurpose } from '../../src/domain/mail/mail-link.ts';
import { resetStaffPassword } from '../../src/domain/staff-authentication/reset-password.ts';
import { verifyStaffEmail } from '../../src/domain/staff-authentication/verify-email.ts';
import type { Context } from '../../src/context.ts';
import { makeContext } from '../support/context.ts';
import { PASSWORD } from '../support/staff.ts';
import { findHalves, type UseCase, type World } from '../support/faults/all-or-healed.ts';

const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

interface Linked {
  staffId: number;
  token: string;
}

/** An operator with a link from a mail. */
const linked =
  (purposeOf: (staffId: number, emailNormalized: string) => LinkPurpose) =>
  async ({ ctx }: World): Promise<Linked> => {
    const email = `${randomToken(6).toLowerCase()}@ops.example`;
    const staffId = await env.DB.prepare(
      `INSERT INTO staff (audience, email, email_normalized, name, role, created_at_ms, password_hash)
       VALUES ('admin', ?1, ?1, 'Ada Operator', 'support', 0, ?2) RETURNING id`,
    )
      .bind(email, await hashPassword(PASSWORD))
      .first<number>('id');
    const purpose = purposeOf(staffId ?? 0, email);
    const token = await issueMailLink(ctx, { purpose, lifetimeMs: 24 * 3_600_000 });
    return { staffId: staffId ?? 0, token };
  };

/** What was done, with its audit entry; a link whose work was not done is good. */
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
  verifyStaffEmail: of(
    linked((staffId, emailNormalized) => ({ kind: 'staff_email', staffId, emailNormalized })),
    (ctx, token) => verifyStaffEmail(ctx, { token, password: PASSWORD }, CALLER),
  ),
};

describe('is done whole or not at all:', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, useCase) => {
    expect(await findHalves(useCase)).toEqual([]);
  });
});
