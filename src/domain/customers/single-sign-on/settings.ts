// Use cases: owners read, set and remove single sign-on for their team (D-159), and superadmins do
// so for the operators (D-162).
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAudit, type Actor, type AuditFields } from '../../platform/audit/record.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { untilWritten } from '../../terms/until-written.ts';
import { ProviderDown } from '../identity-provider/provider-fetch.ts';
import { readProvider } from '../identity-provider/provider.ts';
import type { StaffScope } from '../staff/member.ts';
import { requireFreshStaff, type SignedInStaff } from '../staff/sessions.ts';
import { sealClientSecret } from './client-secret.ts';
import { DOMAINS_RULE, MAX_DOMAINS, parseDomain } from './domain-name.ts';
import { listDomains } from './domain-store.ts';
import type { SsoDomain } from './sso-domain.ts';
import { targetOf, TOP_ROLES, type SsoSetting } from './sso-setting.ts';
import { canBreakGlass, deleteSetting, findSetting, putSetting } from './store.ts';

/**
 * Paths, relative to the base URL, that a provider redirects browsers to and sends its logout
 * tokens to.
 */
export const callbackPathOf = ({ audience }: Pick<StaffScope, 'audience'>): string =>
  `/console/v1/${audience}/sso/callback`;
export const logoutPathOf = ({ audience, tenantId }: StaffScope): string =>
  `/console/v1/${audience}/sso/${tenantId === undefined ? '' : `${tenantId}/`}backchannel-logout`;

interface SingleSignOn {
  setting: SsoSetting | undefined;
  /** The domains that a customer has claimed; empty for operators. */
  domains: SsoDomain[];
  /** Whether the break-glass member could sign in now. */
  isGlassReady: boolean;
}

export async function readSingleSignOn(ctx: Context, scope: StaffScope): Promise<SingleSignOn> {
  const { tenantId } = scope;
  const [setting, domains] = await Promise.all([
    findSetting(ctx.db, scope),
    tenantId === undefined ? [] : listDomains(ctx.db, tenantId),
  ]);
  const { breakGlassId = null } = setting ?? {};
  const isGlassReady = breakGlassId !== null && (await canBreakGlass(ctx.db, scope, breakGlassId));
  return { setting, domains, isGlassReady };
}

/**
 * The values that an owner or superadmin sends; absent values keep their stored value or, in a new
 * setting, get a default.
 */
export interface SsoSettingsInput extends Partial<
  Omit<SsoSetting, 'scope' | 'sealedSecret' | 'breakGlassUsedAtMs'>
> {
  clientSecret?: string;
}

const NOTHING_YET = {
  issuer: '',
  clientId: '',
  sealedSecret: '',
  domains: [],
  defaultRole: null,
  roleClaim: null,
  roleMap: [],
  factorValues: [],
  enforce: false,
  breakGlassId: null,
} as const;

/**
 * Changes the single sign-on setting. A new issuer is checked with the provider first. Turning
 * enforcement on ends the sessions that were begun without the provider, except the sessions of the
 * caller and of the break-glass member. If another change is written first, this change is applied
 * on top of it.
 * @throws AppError VALIDATION_FAILED; FRESH_SIGN_IN_REQUIRED, because a stolen access token must
 *   not be enough to change who can sign in
 */
export async function changeSingleSignOn(
  ctx: Context,
  signedIn: SignedInStaff,
  by: Actor,
  input: SsoSettingsInput,
): Promise<void> {
  requireFreshStaff(ctx, signedIn);
  await untilWritten(async () => {
    const { setting: before, domains } = await readSingleSignOn(ctx, scopeOf(signedIn));
    const after = await settingAfter(ctx, scopeOf(signedIn), { before, proven: domains }, input);
    const changed = differences(before === undefined ? {} : describe(before), {
      ...describe(after),
      ...(input.clientSecret !== undefined && { client_secret: 'replaced' }),
    });
    if (changed === undefined) return after;
    const { statement, announce } = prepareAudit(ctx, {
      actor: by,
      action: before === undefined ? 'sso.set' : 'sso.update',
      target: targetOf(after.scope),
      ...changed,
    });
    const begins = after.enforce && before?.enforce !== true;
    const kept = begins ? { keptId: signedIn.sessionId } : undefined;
    if (!(await putSetting(ctx.db, { before, after }, ctx.now(), statement, kept)))
      return undefined;
    announce();
    return after;
  });
}

/** @throws AppError VALIDATION_FAILED */
async function settingAfter(
  ctx: Context,
  scope: StaffScope,
  { before, proven }: { before: SsoSetting | undefined; proven: readonly SsoDomain[] },
  { clientSecret, ...input }: SsoSettingsInput,
): Promise<SsoSetting> {
  const asked: SsoSetting = { ...NOTHING_YET, ...before, ...input, scope };
  requireWhole(asked, before, clientSecret);
  const domains = scope.audience === 'admin' ? readDomains(asked.domains) : [];
  const issuer =
    asked.issuer === before?.issuer ? asked.issuer : await askIssuer(ctx, asked.issuer);
  await requireGlass(ctx, asked, proven);
  const sealedSecret =
    clientSecret === undefined
      ? asked.sealedSecret
      : await sealClientSecret(ctx.config, scope, clientSecret);
  return { ...asked, domains, issuer, sealedSecret };
}

/**
 * Removes the single sign-on setting. Members' links to the provider are kept for a later setting
 * with the same issuer.
 * @throws AppError NOT_FOUND; FRESH_SIGN_IN_REQUIRED
 */
export async function removeSingleSignOn(
  ctx: Context,
  signedIn: SignedInStaff,
  by: Actor,
): Promise<void> {
  requireFreshStaff(ctx, signedIn);
  const scope = scopeOf(signedIn);
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'sso.remove',
    target: targetOf(scope),
  });
  if (!(await deleteSetting(ctx.db, scope, statement))) throw notFound();
  announce();
}

/** Returns the scope of the caller, who can only change the setting of their own group. */
const scopeOf = ({ member: { audience, tenantId } }: SignedInStaff): StaffScope => ({
  audience,
  ...(tenantId !== undefined && { tenantId }),
});

/**
 * Refuses an incomplete setting. A secret is sent only to the provider that it was issued for, so a
 * new issuer or client needs a new secret.
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
 * Reads the operators' domains. They need no proof, since the installation has only one group of
 * operators and nobody else can claim these domains (D-162).
 * @throws AppError VALIDATION_FAILED
 */
function readDomains(named: readonly string[]): string[] {
  const read = new Set(named.map(parseDomain));
  const domains = [...read].filter((domain) => domain !== undefined);
  const isWhole = domains.length === read.size && domains.length > 0;
  if (!isWhole || domains.length > MAX_DOMAINS) throw wrong('domains', DOMAINS_RULE);
  return domains;
}

/**
 * @returns the issuer as the provider writes it
 * @throws AppError VALIDATION_FAILED
 */
async function askIssuer(ctx: Context, issuer: string): Promise<string> {
  if (!isReceiverUrl(issuer, ctx.config) || issuer.includes('?'))
    throw wrong(
      'issuer',
      'must be a URL that this service may call, such as https on a public host, without a query.',
    );
  try {
    return (await readProvider(ctx, issuer)).issuer;
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    throw wrong(
      'issuer',
      'does not serve the metadata of an OpenID provider with this issuer at /.well-known/openid-configuration.',
    );
  }
}

/**
 * Enforcement requires a break-glass member, so that an outage of the provider does not lock out
 * the whole group. For a customer, it also requires a proven domain, since enforcement would
 * otherwise apply to nobody.
 */
async function requireGlass(
  ctx: Context,
  { scope, enforce, breakGlassId }: SsoSetting,
  proven: readonly SsoDomain[],
): Promise<void> {
  if (!enforce) return;
  const isOfCustomer = scope.audience === 'dashboard';
  if (isOfCustomer && !proven.some(({ state }) => state === 'proven'))
    throw wrong('enforce', 'requires a domain with a verified DNS record.');
  const isReady = breakGlassId !== null && (await canBreakGlass(ctx.db, scope, breakGlassId));
  const role = TOP_ROLES[scope.audience];
  if (!isReady)
    throw wrong(
      'break_glass',
      `must be an active ${role} with a password and an authenticator app, or a passkey.`,
    );
}

const wrong = (field: string, says: string): AppError => {
  const message = `${field} ${says}`;
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
};

/** Describes the setting as it is recorded in the audit log. */
const describe = (setting: SsoSetting): AuditFields => ({
  issuer: setting.issuer,
  client_id: setting.clientId,
  ...(setting.scope.audience === 'admin' && { domains: setting.domains.join(' ') }),
  default_role: setting.defaultRole,
  role_claim: setting.roleClaim,
  role_map: setting.roleMap.map(({ value, role }) => `${value}=${role}`).join(' '),
  factor_values: setting.factorValues.join(' '),
  enforce: setting.enforce,
  break_glass: setting.breakGlassId,
});
