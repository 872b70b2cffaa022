// Request and response schemas for the operators' customer routes.
import { z } from '@hono/zod-openapi';
import { TENANT_STATES } from '../../domain/customers/tenant-administration/tenant.ts';
import {
  MAX_ATTEMPT_CAP,
  MAX_HISTORY_DAYS,
  MAX_RETENTION_DAYS,
} from '../../domain/customers/tenants/settings.ts';
import { AGE_TARGETS } from '../../domain/verification/rules/age/age-margin.ts';
import { givenName, orNull, reasonText, text } from '../../http/fields.ts';
import { marginFields, policyFields } from '../staff/policy-fields.ts';
import {
  chosenResidency,
  residencyShape,
  residencyFixedMessage,
} from '../staff/residency-fields.ts';

export const TenantIdParam = z.object({
  id: z
    .string()
    .max(100, 'id must have at most 100 characters.')
    .openapi({ example: 'ten_7pFq0cW4mT2y' }),
});

export const Tenant = z
  .object({
    id: z.string().openapi({ example: 'ten_7pFq0cW4mT2y' }),
    name: z.string(),
    state: z.enum(TENANT_STATES).openapi({
      description:
        '`ended`: the email address was never confirmed; the customer can no longer be used.',
    }),
    residency: residencyShape,
    plan: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .openapi({ description: 'null: free of charge.' }),
    created_at: z.string(),
    suspended_at: z.string().optional(),
    suspension_reason: z.string().optional(),
    ages_trusted: z.boolean().openapi({
      description:
        'Whether ages proven in its checks may be stored in accounts and used elsewhere.',
    }),
    agate_id: z.boolean().openapi({
      description:
        'The customer’s own setting: an age stored in an account may complete its sessions.',
    }),
  })
  .openapi('AdminTenant');

const minor = z.int().openapi({ description: 'In the currency’s minor unit, such as cents.' });

export const PlanData = z
  .object({
    id: z.string(),
    name: z.string(),
    currency: z.string().openapi({ example: 'EUR' }),
    monthly_minor: minor,
    verification_minor: minor.openapi({ description: 'Price of a completed verification.' }),
  })
  .openapi('AdminPlan');

const LIMITS = {
  age_margin_years: z.number().nullable().openapi({ description: 'null: the service default.' }),
  age_target: z.literal(AGE_TARGETS).nullable().openapi(orNull(AGE_TARGETS)),
  attempt_cap: z.int().openapi({
    description:
      'Maximum number of sessions of one user_id that may fail at liveness or age within 24 hours; 0: unlimited.',
  }),
  retention_days: z.int().openapi({ description: 'Retention period of results.' }),
  history_days: z
    .int()
    .openapi({ description: 'How long sessions are listed, without personal data.' }),
  require_second_factor: z
    .boolean()
    .openapi({ description: 'Whether its staff must use two-factor authentication.' }),
};

export const TenantOverview = Tenant.extend({
  ...LIMITS,
  ...marginFields,
  owners: z
    .array(z.object({ name: z.string(), email: z.string(), last_login_at: z.string().optional() }))
    .openapi({ description: 'At most ten, most recent sign-in first.' }),
  counts: z.object({
    members: z.int(),
    keys: z.int().openapi({ description: 'Number of valid API keys.' }),
    clients: z.int(),
    endpoints: z.int(),
  }),
  currency: z
    .string()
    .nullable()
    .openapi({ description: 'Currency of the amounts; null without a plan.' }),
  months: z
    .array(
      z.object({
        month: z.string().openapi({ example: '2026-08' }),
        completed: z.int().openapi({ description: 'Sessions that ended as success or failed.' }),
        amount_minor: minor,
      }),
    )
    .openapi({
      description: 'The last three months, newest first, at the price of the current plan.',
    }),
}).openapi('AdminTenantDetail');

const planId = z
  .string({ error: 'plan_id must be the id of a plan.' })
  .min(1, 'plan_id must be the id of a plan.')
  .max(100, 'plan_id must be the id of a plan.')
  .nullable()
  .openapi({ description: 'null: free of charge.' });

export const NewTenantBody = z
  .strictObject({
    name: givenName('name').openapi({ description: 'Shown to visitors.' }),
    plan_id: planId.default(null),
    residency: chosenResidency,
    owner_email: text('owner_email', 320).openapi({
      description: 'Person who is invited by email as the first owner.',
    }),
    confirm_name: z
      .boolean({ error: 'confirm_name must be true or false.' })
      .default(false)
      .openapi({
        description:
          'true: accept a name that resembles another party’s, which is refused otherwise. The audit log records it.',
      }),
  })
  .openapi('NewTenant');

const whole = (name: string, min: number, max: number) => {
  const rule = `${name} must be a whole number from ${min} to ${max}.`;
  return z.int({ error: rule }).min(min, rule).max(max, rule).optional();
};

export const TenantChangesBody = z
  .strictObject(
    {
      name: givenName('name').optional(),
      plan_id: planId.optional(),
      age_margin_years: policyFields.age_margin_years,
      age_target: policyFields.age_target,
      attempt_cap: whole('attempt_cap', 0, MAX_ATTEMPT_CAP),
      retention_days: whole('retention_days', 1, MAX_RETENTION_DAYS),
      history_days: whole('history_days', 30, MAX_HISTORY_DAYS),
      require_second_factor: policyFields.require_second_factor,
      ages_trusted: z.boolean({ error: 'ages_trusted must be true or false.' }).optional().openapi({
        description:
          'false: ages from its checks are not stored, and stored ones are not used, until this is true again.',
      }),
    },
    { error: residencyFixedMessage },
  )
  .openapi('TenantChanges');

export const SuspensionBody = z
  .strictObject({
    reason: reasonText('Reason for both audit logs; the customer’s staff can read it.'),
  })
  .openapi('TenantSuspension');
