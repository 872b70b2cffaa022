// Measured error rates of the face comparison by group, and whether they were measured at the
// limits in force (D-148).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { FaceLimits } from '../../config/face-limits.ts';
import {
  areRatesOf,
  FACE_RATES,
  type FaceRates,
  type GroupRates,
  type Rate,
} from '../../config/face-rates.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';

const share = z.number().openapi({ description: '0 to 1.', example: 0.005 });
const rate = z
  .object({ share, interval: z.tuple([share, share]) })
  .openapi({ description: 'Share of the pairs, with its 95 % interval.' });
const limits = z.object({ same: z.number(), other: z.number() }).openapi({
  description: 'Limits of the comparison: one person up to `same`, two people above `other`.',
});
const pairs = z.int().openapi({ description: 'How many pairs were counted.' });

const FaceRatesData = z
  .object({
    measured_on: z.string().openapi({ format: 'date', example: '2026-11-28' }),
    limits: z
      .object({ portrait: limits, enrolled: limits })
      .openapi({ description: 'Limits at which the shares were measured.' }),
    in_force: z.boolean().openapi({
      description:
        'Whether these limits are in force. false: the operator has set other limits, whose error rates are unknown.',
    }),
    groups: z
      .array(
        z.object({
          group: z.string().openapi({ example: 'LFW: East Asian men' }),
          people: z.int(),
          strangers: z
            .object({ pairs, portrait: rate, enrolled: rate, portrait_unclear: rate })
            .openapi({
              description:
                'Pairs of two different people in the group: how often one person’s portrait is accepted for the other, how often one could sign in as the other, and how often a portrait is at least inconclusive.',
            }),
          own: z
            .object({ pairs, portrait_again: rate, portrait_other: rate, enrolled_refused: rate })
            .nullable()
            .openapi({
              description:
                'Pairs of two pictures of one person, taken on different days: how often the portrait is requested again, how often it is taken for another person, and how often sign-in requires another method. null: there was one picture of each person.',
            }),
        }),
      )
      .openapi({
        description:
          'Ordered by the upper end of the interval for matches between different people, highest first.',
      }),
  })
  .openapi('FaceRates');

const route = createRoute({
  tags: ['Dashboard settings'],
  security: [{ bearer: [] }],
  method: 'get',
  path: '/settings/face-rates',
  operationId: 'dashboardReadFaceRates',
  summary: 'Read the error rates of the face comparison',
  description:
    'Returns rates by origin and sex, with sizes and 95 % intervals, measured on labelled pictures that were used for this measurement only. The same figures are in /docs/face.',
  middleware: allowed('analytics.read'),
  responses: {
    ...ok('By group.', FaceRatesData),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

export function registerFaceRates(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(route, (c) =>
    c.json(succeed(c, presentRates(FACE_RATES, c.get('ctx').config.faceLimits)), 200),
  );
}

const presentRates = (rates: FaceRates, inForce: FaceLimits) => ({
  measured_on: rates.measured_on,
  limits: rates.limits,
  in_force: areRatesOf(rates, inForce),
  groups: rates.groups.toSorted((a, b) => worstOf(b) - worstOf(a)).map(presentGroup),
});

/**
 * Returns the upper bound of the rate at which one person's portrait is accepted for another
 * person.
 */
const worstOf = ({ strangers: { portrait } }: GroupRates): number => portrait[2];

const presentGroup = ({ group, people, strangers, own }: GroupRates) => ({
  group,
  people,
  strangers: {
    pairs: strangers.pairs,
    portrait: presentRate(strangers.portrait),
    enrolled: presentRate(strangers.enrolled),
    portrait_unclear: presentRate(strangers.portrait_unclear),
  },
  own:
    own === undefined
      ? null
      : {
          pairs: own.pairs,
          portrait_again: presentRate(own.portrait_again),
          portrait_other: presentRate(own.portrait_other),
          enrolled_refused: presentRate(own.enrolled_refused),
        },
});

const presentRate = ([part, low, high]: Rate) => ({
  share: part,
  interval: [low, high] as [number, number],
});
