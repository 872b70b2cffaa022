// Use case: a browser returns from a customer's identity provider, and its person is signed in or
// has to show another factor. Any fault ends the sign-in and changes nothing (D-159).
import type { Context } from '../../../context.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { completeSignInOf } from '../staff-authentication/complete-sign-in.ts';
import { issueChallenge } from '../staff-authentication/second-factor.ts';
import type { SsoSetting } from '../single-sign-on/sso-setting.ts';
import { findSetting } from '../single-sign-on/store.ts';
import type { Caller } from '../staff/member.ts';
import { changeMember } from '../staff/membership.ts';
import type { ProviderProof } from '../staff/provider-proof.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import { formatMemberId } from '../team/member-id.ts';
import { isSuspended } from '../tenants/store.ts';
import { exchangeCode, type ProviderClaims } from './exchange-code.ts';
import { SsoRefused } from './faults.ts';
import { findMemberOf } from './find-member.ts';
import { keepOnTheWay, readBegun, type BegunSignIn } from './pending.ts';
import { roleOf, showsFactor, sidOf, subjectOf } from './said-of-person.ts';
import { owesPasskey } from './store.ts';

type Arrival =
  | { done: true; tokens: StaffTokens }
  /** `xso_…`, for the cookie: the member has to show a factor of their own first. */
  | { done: false; token: string };

/**
 * @param token the token in the cookie
 * @param parameters the query that the browser brought back
 * @throws SsoRefused
 */
export async function finishSingleSignOn(
  ctx: Context,
  token: string | undefined,
  parameters: URLSearchParams,
  caller: Caller,
): Promise<Arrival> {
  const begun = await useBegun(ctx, token, parameters.get('state') ?? '');
  const setting = await findSetting(ctx.db, begun.tenantId);
  if (setting?.issuer !== begun.issuer || setting.clientId !== begun.clientId)
    throw new SsoRefused('setting_changed');
  if (await isSuspended(ctx.db, begun.tenantId)) throw new SsoRefused('suspended');
  const claims = await exchangeCode(ctx, setting, begun, parameters);
  try {
    return await admit(ctx, setting, claims, caller);
  } catch (error) {
    // The provider's response is genuine, so the refusal is audited for the customer.
    if (error instanceof SsoRefused) noteRefusal(ctx, setting, error, caller);
    throw error;
  }
}

/**
 * Uses up the sign-in that this browser began: of several returns with one state only one succeeds.
 * A state of another sign-in leaves it untouched.
 */
async function useBegun(
  ctx: Context,
  token: string | undefined,
  state: string,
): Promise<BegunSignIn> {
  const begun = token === undefined ? undefined : await readBegun(ctx, token, 'peek');
  if (token === undefined || begun === undefined) throw new SsoRefused('not_begun');
  if (!equalInConstantTime(begun.state, state)) throw new SsoRefused('other_browser');
  if ((await readBegun(ctx, token, 'redeem')) === undefined) throw new SsoRefused('not_begun');
  return begun;
}

async function admit(
  ctx: Context,
  setting: SsoSetting,
  claims: ProviderClaims,
  caller: Caller,
): Promise<Arrival> {
  const { tenantId, issuer } = setting;
  const sid = sidOf(claims);
  const proof = { tenantId, issuer, subject: subjectOf(claims), ...(sid !== undefined && { sid }) };
  const { row, address, how } = await findMemberOf(ctx, setting, proof, claims, caller);
  if (row.deactivated_at_ms !== null) throw new SsoRefused('deactivated');
  const pending = { staffId: row.id, email: address.written, proof };
  if (how === 'own')
    return { done: false, token: await keepOnTheWay(ctx, { kind: 'link', ...pending }) };
  if (how === 'known') await followRole(ctx, setting, claims, row, caller);
  const method = showsFactor(claims, setting) ? 'sso_mfa' : 'sso';
  const due = method === 'sso' ? await findDueFactor(ctx, row) : undefined;
  if (due !== undefined)
    return { done: false, token: await keepOnTheWay(ctx, { kind: 'factor', ...pending, ...due }) };
  const provider: ProviderProof = how === 'bare' ? { ...proof, links: true } : proof;
  const tokens = await completeSignInOf(ctx, row, { method, caller, provider }).catch(sayWhy);
  if (tokens === undefined) throw new SsoRefused('deactivated');
  return { done: true, tokens };
}

/**
 * Finds the second factor that we have to ask for, since the provider's own does not count here.
 * @returns undefined when none is due
 */
async function findDueFactor(
  ctx: Context,
  row: StaffRow,
): Promise<{ challengeToken?: string } | undefined> {
  if (row.totp_enabled_at_ms !== null) return { challengeToken: await issueChallenge(ctx, row) };
  return (await owesPasskey(ctx.db, row)) ? {} : undefined;
}

/**
 * Takes over the role from the provider's claims, except for owners: only an owner changes that
 * role.
 */
async function followRole(
  ctx: Context,
  setting: SsoSetting,
  claims: ProviderClaims,
  row: StaffRow,
  caller: Caller,
): Promise<void> {
  const role = roleOf(claims, setting);
  const changed = role === undefined ? undefined : differences({ role: row.role }, { role });
  if (role === undefined || changed === undefined || row.role === 'owner') return;
  const { tenantId } = setting;
  const scope = { audience: 'dashboard' as const, tenantId };
  await changeMember(ctx, scope, row.id, { role }, 'owner', {
    actor: { ...caller, audience: 'system', tenantId },
    action: 'team.update',
    target: { type: 'member', id: formatMemberId(row.id) },
    ...changed,
  });
}

function sayWhy(error: unknown): never {
  if (error instanceof AppError && error.code === 'TENANT_SUSPENDED')
    throw new SsoRefused('suspended');
  throw error;
}

function noteRefusal(
  ctx: Context,
  { tenantId }: SsoSetting,
  { fault }: SsoRefused,
  { ip, userAgent }: Caller,
): void {
  const record = (): Promise<void> =>
    recordAudit(ctx, {
      actor: { audience: 'dashboard', tenantId, ip, userAgent },
      action: 'auth.sso_refused',
      target: { type: 'tenant', id: tenantId },
      after: { fault },
    });
  ctx.defer(record().catch(record));
}
