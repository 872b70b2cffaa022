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
  .openapi({ description: 'Of the pairs, with the 95 % interval.' });
const limits = z
  .object({ same: z.number(), other: z.number() })
  .openapi({ description: 'One person up to `same`, two people above `other`.' });
const pairs = z.int().openapi({ description: 'How many pairs were counted.' });

const FaceRatesData = z
  .object({
    measured_on: z.string().openapi({ format: 'date', example: '2026-11-28' }),
    limits: z
      .object({ portrait: limits, enrolled: limits })
      .openapi({ description: 'What the shares were counted at.' }),
    in_force: z.boolean().openapi({
      description:
        'Whether these are the limits in force. false: the operator has set others, whose rates are not known here.',
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
                'Two people of the group: how often the portrait of one passes for the other, how often one would sign in as the other, and how often a portrait is at least in doubt.',
            }),
          own: z
            .object({ pairs, portrait_again: rate, portrait_other: rate, enrolled_refused: rate })
            .nullable()
            .openapi({
              description:
                'Two pictures of one person, of other days: how often a portrait is asked for again, how often it is said to be of somebody else, and how often sign-in asks for another way. null: there was one picture of each.',
            }),
        }),
      )
      .openapi({
        description:
          'People who have set no limit. First the group of whose strangers most may match, by the end of the interval.',
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
    'By origin and sex, with sizes and 95 % intervals, of labelled pictures that were there for the measurement only. The same figures as in /docs/face.',
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

/** Upper bound of the share of strangers whose portrait matches. */
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
