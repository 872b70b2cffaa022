// Request and response schemas for single sign-on, shared by customers' owners and operators; only
// the roles that a provider may assign differ.
import { z } from '@hono/zod-openapi';
import type { SsoSettingsInput } from '../../domain/customers/single-sign-on/settings.ts';
import type { GivenRole, SsoSetting } from '../../domain/customers/single-sign-on/sso-setting.ts';
import { NO_CONTROLS, NO_CONTROLS_PATTERN, text } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const MAX_MAPPED = 50;
const MAX_FACTORS = 10;

/** @param roles the roles that a provider may assign */
export const ssoFields = <R extends GivenRole>(roles: readonly R[]) => ({
  issuer: z.string().nullable().openapi({ description: 'null: single sign-on is not set up.' }),
  client_id: z.string().nullable(),
  has_client_secret: z.boolean().openapi({ description: 'The secret is not shown again.' }),
  default_role: z.enum(roles).nullable().openapi({
    description: 'Role of people whom nobody invited. null: only invited people may sign in.',
  }),
  role_claim: z.string().nullable(),
  role_map: z.array(z.object({ value: z.string(), role: z.enum(roles) })),
  factor_values: z.array(z.string()).openapi({
    description:
      'Values of amr or acr that count as a second factor. Empty: this service asks for its own.',
  }),
  enforce: z.boolean(),
  break_glass_ready: z.boolean().openapi({
    description: 'Whether the person of `break_glass` is active and has a second factor.',
  }),
  break_glass_used_at: z.string().optional(),
  redirect_uri: z.string().openapi({ description: 'Redirect URI to register with the provider.' }),
  backchannel_logout_uri: z.string(),
});

/** @returns the fields of ssoFields that describe the stored single sign-on setting */
export const presentSetting = <R extends GivenRole>(
  setting: SsoSetting | undefined,
  isGlassReady: boolean,
  roles: readonly R[],
) => ({
  issuer: setting?.issuer ?? null,
  client_id: setting?.clientId ?? null,
  has_client_secret: setting !== undefined,
  default_role: roles.find((role) => role === setting?.defaultRole) ?? null,
  role_claim: setting?.roleClaim ?? null,
  role_map: (setting?.roleMap ?? []).flatMap(({ value, role: said }) => {
    const role = roles.find((each) => each === said);
    return role === undefined ? [] : [{ value, role }];
  }),
  factor_values: [...(setting?.factorValues ?? [])],
  enforce: setting?.enforce ?? false,
  break_glass_ready: isGlassReady,
  ...(setting?.breakGlassUsedAtMs !== undefined && {
    break_glass_used_at: toTimestamp(setting.breakGlassUsedAtMs),
  }),
});

const FACTOR_RULE = `factor_values must be a list of at most ${MAX_FACTORS} values of amr or acr.`;

const line = (name: string, max: number) =>
  text(name, max)
    .regex(NO_CONTROLS, `${name} must not have control characters.`)
    .openapi({ pattern: NO_CONTROLS_PATTERN });

/** @param roles the roles that a provider may assign */
export function ssoChanges<R extends GivenRole>(roles: readonly R[]) {
  const names = roles.join(', ');
  const mapRule = `role_map must be a list of at most ${MAX_MAPPED} values of the claim, each with a role of: ${names}.`;
  const role = (error: string) => z.enum(roles, { error });
  return {
    issuer: line('issuer', 512).optional(),
    client_id: line('client_id', 255).optional(),
    client_secret: line('client_secret', 1024).optional().openapi({
      description: 'Required for the first setup, and whenever issuer or client_id change.',
    }),
    default_role: role(`default_role must be one of: ${names}.`).nullable().optional(),
    role_claim: line('role_claim', 100).nullable().optional(),
    role_map: z
      .array(
        z.strictObject({
          value: z.string({ error: mapRule }).min(1, mapRule).max(255, mapRule),
          role: role(mapRule),
        }),
        { error: mapRule },
      )
      .max(MAX_MAPPED, mapRule)
      .optional()
      .openapi({ description: 'If several values match, the first one applies.' }),
    factor_values: z
      .array(z.string({ error: FACTOR_RULE }).min(1, FACTOR_RULE).max(255, FACTOR_RULE), {
        error: FACTOR_RULE,
      })
      .max(MAX_FACTORS, FACTOR_RULE)
      .transform((list) => [...new Set(list)])
      .optional(),
    enforce: z.boolean({ error: 'enforce must be true or false.' }).optional(),
  };
}

interface Changes {
  issuer?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  default_role?: GivenRole | null | undefined;
  role_claim?: string | null | undefined;
  role_map?: { value: string; role: GivenRole }[] | undefined;
  factor_values?: string[] | undefined;
  enforce?: boolean | undefined;
}

/**
 * @param own the values that operators and customers' owners send in different formats
 * @returns only the values that were sent; settings that were not sent stay unchanged
 */
export function toInput(
  body: Changes,
  own: { breakGlassId: number | null | undefined; domains?: string[] | undefined },
): SsoSettingsInput {
  const input = {
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    defaultRole: body.default_role,
    roleClaim: body.role_claim,
    roleMap: body.role_map,
    factorValues: body.factor_values,
    enforce: body.enforce,
    ...own,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The fields of a linked person, apart from the id. */
export const LINK_FIELDS = {
  name: z.string(),
  email: z.string(),
  linked_at: z.string(),
  last_used_at: z.string(),
};

export const presentLink = (link: {
  name: string;
  email: string;
  linkedAtMs: number;
  lastUsedAtMs: number;
}) => ({
  name: link.name,
  email: link.email,
  linked_at: toTimestamp(link.linkedAtMs),
  last_used_at: toTimestamp(link.lastUsedAtMs),
});
