// Creates an operator at the first sign-in with the identity provider, if the single sign-on
// setting admits people who have not been added beforehand (D-162).
import type { Context } from '../../../context.ts';
import { prepareAuditOfInsert } from '../../platform/audit/record.ts';
import type { SsoSetting } from '../single-sign-on/sso-setting.ts';
import { linkOwnerAfterChange } from '../staff/identity-store.ts';
import type { Caller } from '../staff/member.ts';
import type { ProviderProof } from '../staff/provider-proof.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import type { ProviderClaims } from './exchange-code.ts';
import { SsoRefused } from './faults.ts';
import { addressOf, namesOf, roleOf } from './person-claims.ts';
import { insertNewOperator } from './store.ts';

/**
 * @returns undefined when another request has created the operator in the meantime
 * @throws SsoRefused when the setting has no role for people who have not been added beforehand
 */
export async function makeOperator(
  ctx: Context,
  setting: SsoSetting,
  proof: ProviderProof,
  claims: ProviderClaims,
  caller: Caller,
): Promise<StaffRow | undefined> {
  const given = setting.defaultRole === null ? undefined : roleOf(claims, setting);
  const role = given ?? setting.defaultRole;
  if (role === null) throw new SsoRefused('not_invited');
  const address = addressOf(claims);
  const { written: email, normalized: emailNormalized } = address;
  const [name] = namesOf(claims, address);
  const entry = {
    actor: { ...caller, audience: 'admin' as const },
    action: 'admin.join',
    target: { type: 'admin' },
    after: { role, issuer: setting.issuer },
  };
  const { statement, announce } = prepareAuditOfInsert(ctx, entry, 'target');
  const nowMs = ctx.now();
  const link = linkOwnerAfterChange(ctx.db, proof, emailNormalized, nowMs);
  const newcomer = { email, emailNormalized, name, role };
  const row = await insertNewOperator(ctx.db, newcomer, nowMs, [statement, link]);
  if (row !== undefined) announce();
  return row;
}
