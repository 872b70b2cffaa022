// Fields of a customer's policy that both operators and the customer's own staff read or write.
import { z } from '@hono/zod-openapi';
import { AGE_TARGETS } from '../../domain/verification/rules/age/age-margin.ts';
import { MAX_MARGIN_YEARS } from '../../domain/customers/tenants/settings.ts';
import { orNull } from '../../http/fields.ts';

const MARGIN_RULE = `age_margin_years must be a number from 0 to ${MAX_MARGIN_YEARS}.`;
const TARGET_RULE = `age_target must be one of: ${AGE_TARGETS.join(', ')}.`;

/** Read-only margin values that are returned in addition to the setting `age_margin_years`. */
export const marginFields = {
  effective_age_margin_years: z.number().openapi({
    description:
      'Effective margin at min_age 18, for the place where sessions of mode `auto` are measured.',
  }),
  age_margin_floor_years: z.number().openapi({
    description: 'Minimum of `age_margin_years`, set by the operator of this service.',
  }),
};

export const policyFields = {
  age_margin_years: z
    .number({ error: MARGIN_RULE })
    .min(0, MARGIN_RULE)
    .max(MAX_MARGIN_YEARS, MARGIN_RULE)
    .nullable()
    .optional(),
  age_target: z
    .literal(AGE_TARGETS, { error: TARGET_RULE })
    .nullable()
    .optional()
    .openapi(orNull(AGE_TARGETS)),
  require_second_factor: z
    .boolean({ error: 'require_second_factor must be true or false.' })
    .optional(),
};
