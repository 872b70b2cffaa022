// Wire shapes of single sign-on.
import { z } from '@hono/zod-openapi';
import { GIVEN_ROLES } from '../../domain/customers/single-sign-on/sso-setting.ts';
import { NO_CONTROLS, NO_CONTROLS_PATTERN, text } from '../../http/fields.ts';

const MAX_MAPPED = 50;
const MAX_FACTORS = 10;

export const SsoDomainData = z
  .object({
    domain: z.string().openapi({ example: 'company.example' }),
    state: z.enum(['pending', 'proven', 'lapsed']).openapi({
      description:
        '`lapsed`: the TXT record is gone. Linked members can still sign in; new ones cannot.',
    }),
    record: z
      .string()
      .openapi({ description: 'TXT record to publish for the domain.', example: 'agate-verify=…' }),
    checked_at: z.string().optional(),
  })
  .openapi('SsoDomain');

export const SsoData = z
  .object({
    issuer: z.string().nullable().openapi({ description: 'null: single sign-on is not set up.' }),
    client_id: z.string().nullable(),
    has_client_secret: z.boolean().openapi({ description: 'The secret itself is never returned.' }),
    default_role: z.enum(GIVEN_ROLES).nullable().openapi({
      description: 'Role of people who were not invited. null: only invited people can join.',
    }),
    role_claim: z.string().nullable(),
    role_map: z.array(z.object({ value: z.string(), role: z.enum(GIVEN_ROLES) })),
    factor_values: z.array(z.string()).openapi({
      description:
        'Values of amr or acr that count as a second factor. Empty: the service asks for its own.',
    }),
    enforce: z.boolean(),
    break_glass: z.string().nullable().openapi({ example: 'mem_7' }),
    break_glass_ready: z
      .boolean()
      .openapi({ description: 'Whether the break-glass owner is active and has a second factor.' }),
    break_glass_used_at: z.string().optional(),
    domains: z.array(SsoDomainData),
    redirect_uri: z.string().openapi({ description: 'URI to register with the provider.' }),
    backchannel_logout_uri: z.string(),
  })
  .openapi('Sso');

const ROLE_RULE = `must be one of: ${GIVEN_ROLES.join(', ')}.`;
const MAP_RULE = `role_map must be a list of at most ${MAX_MAPPED} values of the claim, each with a role of: ${GIVEN_ROLES.join(', ')}.`;
const FACTOR_RULE = `factor_values must be a list of at most ${MAX_FACTORS} values of amr or acr.`;

const line = (name: string, max: number) =>
  text(name, max)
    .regex(NO_CONTROLS, `${name} must not have control characters.`)
    .openapi({ pattern: NO_CONTROLS_PATTERN });

export const SsoBody = z
  .strictObject({
    issuer: line('issuer', 512).optional(),
    client_id: line('client_id', 255).optional(),
    client_secret: line('client_secret', 1024).optional().openapi({
      description: 'Required at setup, and whenever issuer or client_id change.',
    }),
    default_role: z
      .enum(GIVEN_ROLES, { error: `default_role ${ROLE_RULE}` })
      .nullable()
      .optional(),
    role_claim: line('role_claim', 100).nullable().optional(),
    role_map: z
      .array(
        z.strictObject({
          value: z.string({ error: MAP_RULE }).min(1, MAP_RULE).max(255, MAP_RULE),
          role: z.enum(GIVEN_ROLES, { error: MAP_RULE }),
        }),
        { error: MAP_RULE },
      )
      .max(MAX_MAPPED, MAP_RULE)
      .optional()
      .openapi({ description: 'If several values match, the first applies.' }),
    factor_values: z
      .array(z.string({ error: FACTOR_RULE }).min(1, FACTOR_RULE).max(255, FACTOR_RULE), {
        error: FACTOR_RULE,
      })
      .max(MAX_FACTORS, FACTOR_RULE)
      .transform((list) => [...new Set(list)])
      .optional(),
    enforce: z.boolean({ error: 'enforce must be true or false.' }).optional(),
    break_glass: text('break_glass', 40).nullable().optional().openapi({
      description: 'Owner who may sign in without the provider, with a second factor: `mem_…`.',
    }),
  })
  .openapi('SsoChanges');

export const LinkData = z
  .object({
    id: z.string().openapi({ example: 'mem_7' }),
    name: z.string(),
    email: z.string(),
    linked_at: z.string(),
    last_used_at: z.string(),
  })
  .openapi('SsoLink');
