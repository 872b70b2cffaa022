// Use case: a customer's staff try the check from their console (D-115). The session is like a
// session that is created with a test key, and has the same settings and limits, but the staff
// choose its appearance, age gate, verification mode, language and theme.
import type { Context } from '../../../context.ts';
import { RESULT_TOKEN } from '../../../crypto/token-prefixes.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import type { Principal } from '../../verification/customer.ts';
import { principalOfMember } from '../../customers/tenants/api-keys.ts';
import type { SessionInput } from '../../verification/apply-settings.ts';
import { createSession } from '../../verification/backend-session.ts';
import { makeToken } from '../../verification/tokens.ts';

/** A draft of the page's appearance that overrides the saved settings. */
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
  /** Whether one of our own pages may embed the check in a frame. */
  isFramed: boolean;
}

/** The page of the console that the tester returns to; it needs no sign-in. */
const RETURN_PATH = '/dashboard/tried';

/**
 * Starts the check. The audit entry is written first: an entry without a session does no harm.
 * @param isProven whether the member's email address is confirmed; until then only a few sessions
 *   are allowed (D-64)
 * @returns the session's token, `xtk_…`, and the link to its page
 * @throws AppError as in createSession; NOT_FOUND when the customer has ended
 */
export async function beginTestSession(
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
    // The return address is ours, so the customer's list of origins does not apply.
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

/**
 * Applies a draft to the tenant's appearance, for this session only; null removes a saved value. A
 * session with a draft is marked as a preview (D-123).
 */
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

/** Removes the fields that are undefined. */
const given = <T extends object>(draft: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
