// Previews, before an age margin is saved, how it would affect people of each age, according to the
// age error table in force.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { AgeErrorTable } from '../../config/age-error.ts';
import { readSettings } from '../../domain/customers/tenants/settings.ts';
import {
  AGE_TARGETS,
  marginOf,
  marginWarnings,
  toAgeTarget,
  type MarginPolicy,
} from '../../domain/verification/rules/age/age-margin.ts';
import {
  detailedOutlook,
  errorAtAge,
  groupedOutlook,
  passesBy,
  type AgeQuestion,
  type Outlook,
} from '../../domain/verification/rules/age/age-outlook.ts';
import { failYearsAt } from '../../domain/verification/rules/age/age-rule.ts';
import { MEASURED, type Measured } from '../../domain/terms/age-proof.ts';
import { marginPolicy, usualPlace } from '../../domain/verification/session-margin.ts';
import { MAX_MARGIN_YEARS } from '../../domain/customers/tenants/settings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { orNull } from '../../http/fields.ts';
import { choice } from './schemas.ts';
import { marginRule } from './settings-schemas.ts';

const TARGET_RULE = `age_target must be one of: ${AGE_TARGETS.join(', ')}.`;
const DEFAULT_RULE = 'service_default must be true or false.';
const ONE_RULE = {
  error: 'service_default excludes margin_years and age_target.',
  path: ['service_default'],
};
const AGE_RULE = 'min_age must be an integer from 1 to 99.';

const share = z.number().openapi({ description: '0 to 1.', example: 0.213 });
const interval = z
  .tuple([share, share])
  .openapi({ description: 'The 95 % interval.', example: [0.17, 0.26] });
const outcomes = {
  passed: share,
  passed_interval: interval,
  failed: share,
  failed_interval: interval,
  inconclusive: share,
  inconclusive_interval: interval,
};

const populations = z
  .array(z.object({ name: z.string(), people: z.int(), passed: share, passed_interval: interval }))
  .openapi({
    description:
      'At the edge, the same figures for each measured population, widest interval first. Empty on a device.',
  });

const MarginPreview = z
  .object({
    min_age: z.int(),
    measured: z.enum(MEASURED),
    age_target: z
      .literal(AGE_TARGETS)
      .nullable()
      .openapi({
        ...orNull(AGE_TARGETS),
        description:
          'Target share from which the margin is computed. null: the margin is set in years.',
      }),
    margin_years: z.number(),
    fail_margin_years: z.number(),
    error_years: z.number().openapi({
      description: 'Measured mean absolute error of one model at the age of the gate.',
    }),
    passes_from: z.number().openapi({ description: 'Estimates of at least this age pass.' }),
    fails_below: z.number().openapi({ description: 'Estimates below this age fail.' }),
    warnings: z
      .array(
        z.object({
          code: z.enum(['age_estimate_unsuitable', 'age_target_unreachable']),
          message: z.string(),
        }),
      )
      .openapi({ description: 'Notes on this gate, as in the warnings of init. Usually empty.' }),
    decided_by: z.enum(['one_net', 'two_nets', 'head']).openapi({
      description:
        'The rule that decides. On a device: one model. At the edge at gates 13 to 20: the age head, which lets as many people below the gate pass as a margin of margin_years with two models. At the edge at other gates: two models.',
    }),
    measured_on: z.string().openapi({
      description: 'Date of the measurement behind the shares.',
      example: '2026-11-28',
    }),
    groups: z
      .array(z.object({ ages: z.tuple([z.int(), z.int()]), ...outcomes, populations }))
      .openapi({
        description:
          'Expected shares of people up to five years below the gate, of those who have just reached it, and of other adults up to 60. Ages are weighted by how often they were measured.',
      }),
    ages: z
      .array(z.object({ age: z.int(), ...outcomes }))
      .openapi({ description: 'Expected shares of people by their true age.' }),
  })
  .openapi('AgeMarginPreview');

const route = createRoute({
  tags: ['Dashboard settings'],
  security: [{ bearer: [] }],
  method: 'get',
  path: '/settings/age-margin',
  operationId: 'dashboardPreviewAgeMargin',
  summary: 'Preview the effect of an age margin',
  description:
    'Returns the shares of people who pass, fail or are too close to decide, by true age, with 95 % intervals, computed from the measured errors that /docs/age-truth shows.',
  middleware: allowed('analytics.read'),
  request: {
    query: z
      .object({
        margin_years: z
          .string()
          .regex(/^\d{1,2}(\.\d{1,2})?$/, marginRule('margin_years'))
          .transform(Number)
          .refine((years) => years <= MAX_MARGIN_YEARS, marginRule('margin_years'))
          .optional()
          .openapi({ type: 'number', minimum: 0, maximum: MAX_MARGIN_YEARS }),
        age_target: z
          .enum(['5', '2', '1'], { error: TARGET_RULE })
          .transform((text) => toAgeTarget(Number(text)))
          .optional()
          .openapi({ type: 'integer', enum: [...AGE_TARGETS] }),
        service_default: z
          .enum(['true', 'false'], { error: DEFAULT_RULE })
          .transform((typed) => typed === 'true')
          .default(false)
          .openapi({
            type: 'boolean',
            default: false,
            description:
              'true: the values that apply if you set neither. false: the saved margin, unless another one is requested.',
          }),
        min_age: z
          .string()
          .regex(/^[1-9]\d?$/, AGE_RULE)
          .default('18')
          .transform(Number)
          .openapi({ type: 'integer', minimum: 1, maximum: 99, default: 18 }),
        measured: choice('measured', [...MEASURED])
          .optional()
          .openapi({
            description:
              'Measurement by one model on the device, or by two at the edge. Default: where your sessions are measured.',
          }),
      })
      .refine(
        ({ service_default: isDefault, margin_years: years, age_target: target }) =>
          !isDefault || (years === undefined && target === undefined),
        ONE_RULE,
      ),
  },
  responses: {
    ...ok('By true age.', MarginPreview),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

export function registerAgeMargin(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(route, async (c) => {
    const ctx = c.get('ctx');
    const query = c.req.valid('query');
    const settings = await readSettings(ctx, tenantOf(c));
    const { margin_years: years = null, age_target: target = null } = query;
    const isSaved = years === null && target === null && !query.service_default;
    const asked = { ageMarginYears: years, ageTarget: target };
    const policy = marginPolicy(ctx, isSaved ? settings : asked);
    const question = {
      gate: query.min_age,
      place: query.measured ?? usualPlace(ctx, settings.requiredMethod),
    };
    return c.json(succeed(c, presentPreview(ctx.config.ageError, question, policy)), 200);
  });
}

function presentPreview(table: AgeErrorTable, question: AgeQuestion, policy: MarginPolicy) {
  const { gate, place } = question;
  const margin = marginOf(table, question, policy);
  const { years: passYears, line } = margin;
  const margins = { passYears, failYears: failYearsAt(gate), line };
  const populations = (ages: readonly [number, number]) =>
    place === 'edge' ? passesBy(table, { gate, passYears, line }, ages) : [];
  return {
    min_age: gate,
    measured: place,
    age_target: policy.target ?? null,
    margin_years: margins.passYears,
    fail_margin_years: margins.failYears,
    error_years: errorAtAge(table, gate),
    passes_from: gate + margins.passYears,
    fails_below: gate - margins.failYears,
    warnings: marginWarnings(table, question, policy, margin),
    decided_by: deciderOf(place, line),
    measured_on: measuredOn(table, line),
    groups: groupedOutlook(table, question, margins).map((outlook) => ({
      ages: [outlook.ages[0], outlook.ages[1]] as [number, number],
      ...presentShares(outlook),
      populations: populations(outlook.ages).map(({ name, people, passed }) => ({
        name,
        people,
        passed: passed.share,
        passed_interval: [passed.low, passed.high] as [number, number],
      })),
    })),
    ages: detailedOutlook(table, question, margins).map((outlook) => ({
      age: outlook.ages[0],
      ...presentShares(outlook),
    })),
  };
}

function deciderOf(place: Measured, line: number | undefined): 'one_net' | 'two_nets' | 'head' {
  if (place === 'device') return 'one_net';
  return line === undefined ? 'two_nets' : 'head';
}

/**
 * Returns the day on which the deciding model was measured. The age head and the nets may have been
 * measured on different days.
 */
const measuredOn = ({ head, measured_on: day }: AgeErrorTable, line: number | undefined): string =>
  line === undefined ? day : (head?.measured_on ?? day);

const presentShares = ({ passed, failed, inconclusive }: Outlook) => ({
  passed: passed.share,
  passed_interval: [passed.low, passed.high] as [number, number],
  failed: failed.share,
  failed_interval: [failed.low, failed.high] as [number, number],
  inconclusive: inconclusive.share,
  inconclusive_interval: [inconclusive.low, inconclusive.high] as [number, number],
});
