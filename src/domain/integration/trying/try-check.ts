// Use case: a customer's staff try the check from their console (D-115). What begins is a test session as of a test key, under
// the same settings and limits; what they pass looks and asks as a visitor's would.
import type { Context } from '../../../context.ts';
import { RESULT_TOKEN } from '../../../crypto/token-prefixes.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import type { Principal } from '../../verification/customer.ts';
import { principalOfMember } from '../../customers/tenants/api-keys.ts';
import type { SessionInput } from '../../verification/apply-settings.ts';
import { createSession } from '../../verification/backend-session.ts';
import { makeToken } from '../../verification/tokens.ts';

/** How the page looks instead of as the settings say, before they are saved. */
interface Appearance {
  name?: string | undefined;
  color?: string | null | undefined;
  logo?: string | null | undefined;
  controllerName?: string | null | undefined;
  contact?: string | null | undefined;
  privacyUrl?: string | null | undefined;
  alternativeUrl?: string | null | undefined;
}

interface TestSession extends Pick<SessionInput, 'locale' | 'theme' | 'mode' | 'userId'> {
  gate: number;
  appearance?: Appearance | undefined;
  /** Whether a page of ours may show it in a frame. */
  isFramed: boolean;
}

/** Where whoever tried it comes back to: a page of the console that needs nobody signed in. */
const RETURN_PATH = '/dashboard/tried';

/**
 * The audit comes first: an entry whose session was not made harms nobody.
 * @param isProven whether the member's address is confirmed; until then sessions are few (D-64)
 * @returns `xtk_…`, and the link of the page
 * @throws AppError as createSession; NOT_FOUND when the customer has ended
 */
export async function tryCheck(
  ctx: Context,
  actor: TenantActor,
  isProven: boolean,
  { gate, appearance, isFramed, ...wish }: TestSession,
): Promise<{ token: string; verifyUrl: string }> {
  const { tenantId } = actor;
  const member = await principalOfMember(ctx, { tenantId, test: true, isProven });
  const { tenant, rules, ...rest } = member;
  const principal: Principal = {
    ...rest,
    tenant: {
      ...looksLike(tenant, appearance),
      embedOrigins: isFramed ? [new URL(ctx.config.baseUrl).origin] : [],
    },
    // The address is ours, not one that a request names.
    ...(rules && { rules: { ...rules, callbackOrigins: [] } }),
  };
  await recordAudit(ctx, {
    actor,
    action: 'session.try',
    target: { type: 'tenant', id: tenantId },
    after: { min_age: gate },
  });
  const input: SessionInput = {
    ...wish,
    gate,
    callbackUrl: `${ctx.config.baseUrl}${RETURN_PATH}`,
    purpose: 'age_verification',
    difficulty: 'medium',
  };
  const { sessionId, verifyUrl } = await createSession(ctx, principal, input);
  return { token: (await makeToken(ctx, RESULT_TOKEN, sessionId)).token, verifyUrl };
}

/** null takes away what the settings have. What is not published is marked as a preview, in this session alone (D-123). */
function looksLike(
  tenant: Principal['tenant'],
  appearance: Appearance | undefined,
): Principal['tenant'] {
  if (appearance === undefined) return tenant;
  const { color, logo, controllerName, contact, alternativeUrl, ...rest } = tenant;
  const { privacyUrl, ...draft } = appearance;
  const shown = { color, logo, controllerName, contact, alternativeUrl, ...given(draft) };
  return {
    ...rest,
    name: draft.name ?? tenant.name,
    ...(typeof shown.color === 'string' && { color: shown.color }),
    ...(typeof shown.logo === 'string' &&
      (shown.logo === logo ? { logo } : { triedLogo: shown.logo })),
    ...(typeof shown.controllerName === 'string' && { controllerName: shown.controllerName }),
    ...(typeof shown.contact === 'string' && { contact: shown.contact }),
    ...(typeof shown.alternativeUrl === 'string' && { alternativeUrl: shown.alternativeUrl }),
    preview: privacyUrl === undefined ? {} : { privacyUrl },
  };
}

/** Without what was not said. */
const given = <T extends object>(draft: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
