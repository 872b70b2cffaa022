// Use cases: owners read, set and remove single sign-on with their own identity provider (D-159).
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAudit, type AuditFields, type TenantActor } from '../../platform/audit/record.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { ProviderDown } from '../identity-provider/provider-fetch.ts';
import { readProvider } from '../identity-provider/provider.ts';
import { requireFreshStaff, type SignedInStaff } from '../staff/sessions.ts';
import { sealClientSecret } from './client-secret.ts';
import { listDomains } from './domain-store.ts';
import type { SsoDomain } from './sso-domain.ts';
import type { SsoSetting } from './sso-setting.ts';
import { canBreakGlass, deleteSetting, findSetting, putSetting } from './store.ts';

/**
 * The path below the base URL to which the provider sends browsers back, and a customer's provider
 * its logout tokens.
 */
export const CALLBACK_PATH = '/console/v1/dashboard/sso/callback';
export const logoutPathOf = (tenantId: string): string =>
  `/console/v1/dashboard/sso/${tenantId}/backchannel-logout`;

interface SingleSignOn {
  setting: SsoSetting | undefined;
  domains: SsoDomain[];
  /** Whether the break-glass owner could sign in today. */
  isGlassReady: boolean;
}

export async function readSingleSignOn(ctx: Context, tenantId: string): Promise<SingleSignOn> {
  const [setting, domains] = await Promise.all([
    findSetting(ctx.db, tenantId),
    listDomains(ctx.db, tenantId),
  ]);
  const { breakGlassId = null } = setting ?? {};
  const isGlassReady =
    breakGlassId !== null && (await canBreakGlass(ctx.db, tenantId, breakGlassId));
  return { setting, domains, isGlassReady };
}

/**
 * The fields that an owner sends; others stay as they are, or have the defaults of a new setting.
 */
export interface SsoWish extends Partial<
  Omit<SsoSetting, 'tenantId' | 'sealedSecret' | 'breakGlassUsedAtMs'>
> {
  clientSecret?: string;
}

const NOTHING_YET = {
  issuer: '',
  clientId: '',
  sealedSecret: '',
  defaultRole: null,
  roleClaim: null,
  roleMap: [],
  factorValues: [],
  enforce: false,
  breakGlassId: null,
} as const;

/**
 * Changes the setting, after asking the provider whether it is the issuer. Enforcing it ends
 * sessions that began otherwise, except the caller's own and those of the break-glass owner.
 * @throws AppError VALIDATION_FAILED; FRESH_SIGN_IN_REQUIRED: a stolen access token must not decide
 *   who signs in
 */
export async function changeSingleSignOn(
  ctx: Context,
  signedIn: SignedInStaff,
  by: TenantActor,
  { clientSecret, ...wish }: SsoWish,
): Promise<void> {
  requireFreshStaff(ctx, signedIn);
  const { tenantId } = by;
  const { setting: before, domains } = await readSingleSignOn(ctx, tenantId);
  const asked: SsoSetting = { ...NOTHING_YET, ...before, ...wish, tenantId };
  requireWhole(asked, before, clientSecret);
  const issuer =
    asked.issuer === before?.issuer ? asked.issuer : await askIssuer(ctx, asked.issuer);
  await requireGlass(ctx, asked, domains);
  const sealed =
    clientSecret === undefined
      ? undefined
      : await sealClientSecret(ctx.config, tenantId, clientSecret);
  const after = { ...asked, issuer, sealedSecret: sealed ?? asked.sealedSecret };
  const changed = differences(before === undefined ? {} : describe(before), {
    ...describe(after),
    ...(sealed !== undefined && { client_secret: 'replaced' }),
  });
  if (changed === undefined) return;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: before === undefined ? 'sso.set' : 'sso.update',
    target: { type: 'tenant', id: tenantId },
    ...changed,
  });
  const begins = after.enforce && before?.enforce !== true;
  const kept = begins ? { keptId: signedIn.sessionId } : undefined;
  await putSetting(ctx.db, after, ctx.now(), statement, kept);
  announce();
}

/**
 * Removes the setting. Links of members stay, for a later setting with the same issuer.
 * @throws AppError NOT_FOUND; FRESH_SIGN_IN_REQUIRED
 */
export async function removeSingleSignOn(
  ctx: Context,
  signedIn: SignedInStaff,
  by: TenantActor,
): Promise<void> {
  requireFreshStaff(ctx, signedIn);
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'sso.remove',
    target: { type: 'tenant', id: by.tenantId },
  });
  if (!(await deleteSetting(ctx.db, by.tenantId, statement))) throw notFound();
  announce();
}

/**
 * A secret is sent only to the provider for which it was given, so a new issuer or client needs a
 * new one.
 */
function requireWhole(
  { issuer, clientId, roleClaim, roleMap }: SsoSetting,
  before: SsoSetting | undefined,
  clientSecret: string | undefined,
): void {
  if (issuer === '') throw wrong('issuer', 'is required.');
  if (clientId === '') throw wrong('client_id', 'is required.');
  const isSame = issuer === before?.issuer && clientId === before.clientId;
  if (clientSecret === undefined && !isSame)
    throw wrong('client_secret', 'is required, because the issuer or the client changed.');
  if (roleClaim === null && roleMap.length > 0)
    throw wrong('role_claim', 'is required, because role_map contains its values.');
}

/**
 * @returns the issuer as the provider writes it
 * @throws AppError VALIDATION_FAILED
 */
async function askIssuer(ctx: Context, issuer: string): Promise<string> {
  if (!isReceiverUrl(issuer, ctx.config) || issuer.includes('?'))
    throw wrong('issuer', 'must be an https URL on a public host, without a query.');
  try {
    return (await readProvider(ctx, issuer)).issuer;
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    throw wrong(
      'issuer',
      'does not respond as an OpenID provider of this name at /.well-known/openid-configuration.',
    );
  }
}

/**
 * Enforcing requires a proven domain, to concern anybody at all, and a break-glass owner, so that a
 * failing provider locks nobody out.
 */
async function requireGlass(
  ctx: Context,
  { enforce, breakGlassId, tenantId }: SsoSetting,
  domains: readonly SsoDomain[],
): Promise<void> {
  if (!enforce) return;
  if (!domains.some(({ state }) => state === 'proven'))
    throw wrong('enforce', 'requires a verified domain.');
  const isReady = breakGlassId !== null && (await canBreakGlass(ctx.db, tenantId, breakGlassId));
  if (!isReady)
    throw wrong('break_glass', 'must be an active owner with an authenticator app or a passkey.');
}

const wrong = (field: string, says: string): AppError => {
  const message = `${field} ${says}`;
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
};

/** The setting as the audit records it. */
const describe = (setting: SsoSetting): AuditFields => ({
  issuer: setting.issuer,
  client_id: setting.clientId,
  default_role: setting.defaultRole,
  role_claim: setting.roleClaim,
  role_map: setting.roleMap.map(({ value, role }) => `${value}=${role}`).join(' '),
  factor_values: setting.factorValues.join(' '),
  enforce: setting.enforce,
  break_glass: setting.breakGlassId,
});
