// Use case: a browser returns from a staff identity provider, and the person is signed in or must
// still provide a factor. Any fault ends the sign-in and changes nothing (D-159, D-162).
import type { Context } from '../../../context.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { completeSignInOf } from '../staff-authentication/complete-sign-in.ts';
import { issueChallenge } from '../staff-authentication/second-factor.ts';
import { targetOf, TOP_ROLES, type SsoSetting } from '../single-sign-on/sso-setting.ts';
import { findSetting } from '../single-sign-on/store.ts';
import type { Caller, StaffAudience } from '../staff/member.ts';
import { changeMember } from '../staff/membership.ts';
import type { ProviderProof } from '../staff/provider-proof.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import { formatMemberId } from '../team/member-id.ts';
import { isSuspended } from '../tenants/store.ts';
import { exchangeCode, type ProviderClaims } from './exchange-code.ts';
import { SsoRefused } from './faults.ts';
import { findMemberOf } from './find-member.ts';
import { storeSignInState, readBegun, type BegunSignIn } from './pending.ts';
import { roleOf, showsFactor, sidOf, subjectOf } from './person-claims.ts';
import { requiresPasskey } from './store.ts';

type Arrival =
  | { done: true; tokens: StaffTokens }
  /**
   * The token for the cookie, `xso_…`, when the member has to provide a factor of their own first.
   */
  | { done: false; token: string };

/**
 * @param audience the staff group whose sign-in page the browser uses
 * @param token the token from the cookie
 * @param parameters the query of the callback
 * @throws SsoRefused
 */
export async function finishSingleSignOn(
  ctx: Context,
  audience: StaffAudience,
  token: string | undefined,
  parameters: URLSearchParams,
  caller: Caller,
): Promise<Arrival> {
  const begun = await useBegun(ctx, audience, token, parameters.get('state') ?? '');
  const { tenantId } = begun;
  const scope = { audience, ...(tenantId !== undefined && { tenantId }) };
  const setting = await findSetting(ctx.db, scope);
  if (setting?.issuer !== begun.issuer || setting.clientId !== begun.clientId)
    throw new SsoRefused('setting_changed');
  if (tenantId !== undefined && (await isSuspended(ctx.db, tenantId)))
    throw new SsoRefused('suspended');
  const claims = await exchangeCode(ctx, setting, begun, parameters);
  try {
    return await admit(ctx, setting, claims, caller);
  } catch (error) {
    // The provider's response is genuine, so the refusal is worth an audit entry.
    if (error instanceof SsoRefused) noteRefusal(ctx, setting, error, caller);
    throw error;
  }
}

/**
 * Uses up the sign-in that this browser began, so that only one of several callbacks with the same
 * state succeeds. A callback with the state of a different sign-in leaves this browser's sign-in
 * usable.
 */
async function useBegun(
  ctx: Context,
  audience: StaffAudience,
  token: string | undefined,
  state: string,
): Promise<BegunSignIn> {
  const begun = token === undefined ? undefined : await readBegun(ctx, token, audience, 'peek');
  if (token === undefined || begun === undefined) throw new SsoRefused('not_begun');
  if (!equalInConstantTime(begun.state, state)) throw new SsoRefused('other_browser');
  if ((await readBegun(ctx, token, audience, 'redeem')) === undefined)
    throw new SsoRefused('not_begun');
  return begun;
}

async function admit(
  ctx: Context,
  setting: SsoSetting,
  claims: ProviderClaims,
  caller: Caller,
): Promise<Arrival> {
  const { audience, ...group } = setting.scope;
  const { issuer } = setting;
  const sid = sidOf(claims);
  const proof = { ...group, issuer, subject: subjectOf(claims), ...(sid !== undefined && { sid }) };
  const { row, address, how } = await findMemberOf(ctx, setting, proof, claims, caller);
  if (row.deactivated_at_ms !== null) throw new SsoRefused('deactivated');
  const pending = { audience, staffId: row.id, email: address.written, proof };
  if (how === 'own')
    return { done: false, token: await storeSignInState(ctx, { kind: 'link', ...pending }) };
  if (how === 'known') await followRole(ctx, setting, claims, row, caller);
  const method = showsFactor(claims, setting) ? 'sso_mfa' : 'sso';
  const provider: ProviderProof = how === 'bare' ? { ...proof, links: true } : proof;
  const due = method === 'sso' ? await findDueFactor(ctx, row) : undefined;
  if (due !== undefined) {
    const rest = { kind: 'factor' as const, ...pending, ...due, proof: provider };
    return { done: false, token: await storeSignInState(ctx, rest) };
  }
  const tokens = await completeSignInOf(ctx, row, { method, caller, provider }).catch(
    rethrowAsRefusal,
  );
  if (tokens === undefined) throw new SsoRefused('deactivated');
  return { done: true, tokens };
}

/**
 * Finds the second factor that this service must request, because the provider's own factor is not
 * accepted.
 * @returns undefined when none is required
 */
async function findDueFactor(
  ctx: Context,
  row: StaffRow,
): Promise<{ challengeToken?: string } | undefined> {
  if (row.totp_enabled_at_ms !== null) return { challengeToken: await issueChallenge(ctx, row) };
  return (await requiresPasskey(ctx.db, row)) ? {} : undefined;
}

/**
 * Applies the role that the provider now assigns, except to owners and superadmins: they keep their
 * role until an owner or superadmin changes it.
 */
async function followRole(
  ctx: Context,
  setting: SsoSetting,
  claims: ProviderClaims,
  row: StaffRow,
  caller: Caller,
): Promise<void> {
  const { scope } = setting;
  const top = TOP_ROLES[scope.audience];
  const role = roleOf(claims, setting);
  const changed = role === undefined ? undefined : differences({ role: row.role }, { role });
  if (role === undefined || changed === undefined || row.role === top) return;
  const isOperator = scope.audience === 'admin';
  await changeMember(ctx, scope, row.id, { role }, top, {
    actor: { ...scope, ...caller, audience: 'system' },
    action: isOperator ? 'admin.update' : 'team.update',
    target: isOperator
      ? { type: 'admin', id: row.id }
      : { type: 'member', id: formatMemberId(row.id) },
    ...changed,
  });
}

function rethrowAsRefusal(error: unknown): never {
  if (error instanceof AppError && error.code === 'TENANT_SUSPENDED')
    throw new SsoRefused('suspended');
  throw error;
}

function noteRefusal(
  ctx: Context,
  { scope }: SsoSetting,
  { fault }: SsoRefused,
  { ip, userAgent }: Caller,
): void {
  const record = (): Promise<void> =>
    recordAudit(ctx, {
      actor: { ...scope, ip, userAgent },
      action: 'auth.sso_refused',
      target: targetOf(scope),
      after: { fault },
    });
  ctx.defer(record().catch(record));
}
