// The law's requirements for a customer's checks: by place, kind of content, and day (D-157).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { JURISDICTION_CODE } from '../../config/jurisdiction.ts';
import { CONTEXTS } from '../../config/law-contexts.ts';
import { notFound } from '../../errors.ts';
import { findCustomer } from '../../domain/customers/tenants/api-keys.ts';
import {
  noteLawSeen,
  readLawChanges,
  type LawChanges,
} from '../../domain/customers/seen-law/seen-law.ts';
import { dayOf } from '../../domain/terms/locate-page.ts';
import {
  previewLaw,
  type PlacePreview,
  type RulePreview,
} from '../../domain/verification/preview-law.ts';
import { ACCEPT_METHODS } from '../../domain/verification/rules/methods.ts';
import { ASSURANCES, LIVENESS_LEVELS } from '../../domain/terms/age-proof.ts';
import { RECHECKS } from '../../domain/terms/recheck.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { choice } from './schemas.ts';

const DAY_RULE = 'date must be a day such as 2027-01-31.';
const PLACE_RULE =
  'jurisdiction must be an ISO 3166-1 or 3166-2 code in capitals, such as GB or US-TX.';

const isDay = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && dayOf(ms) === text;
};

const Place = z.object({
  jurisdiction: z.string().openapi({ example: 'FR' }),
  name: z.string().openapi({ example: 'France' }),
  version: z.string().openapi({ description: 'Version as in results.' }),
  rules: z.array(z.string()).openapi({ description: 'Rules in force on that day.' }),
  asks: z
    .object({
      min_age: z.int().optional(),
      methods: z.array(z.enum(ACCEPT_METHODS)).optional(),
      refuse_methods: z.array(z.enum(ACCEPT_METHODS)).optional(),
      min_assurance: z.enum(ASSURANCES).optional(),
      liveness_level: z.enum(LIVENESS_LEVELS).optional(),
      max_proof_age_days: z.int().optional(),
      recheck: z.array(z.enum(RECHECKS)).optional(),
      offer_at_least: z.int().optional(),
      must_offer: z.array(z.string()),
      per_access: z.boolean(),
      contest: z.boolean(),
      retention_days_max: z.int().optional(),
      records: z.array(z.string()),
    })
    .openapi({ description: 'Combined requirements of the rules in force.' }),
  session: z
    .object({
      min_age: z.int().optional(),
      verification_mode: z.enum(['auto', 'document', 'facial']),
      methods: z.array(z.enum(ACCEPT_METHODS)),
    })
    .optional()
    .openapi({
      description: 'Your usual session at this place. Absent if it cannot meet the law.',
    }),
  missing: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .openapi({ description: 'Missing requirements, as init would report them.' }),
});

const Rule = z.object({
  id: z.string(),
  name: z.string().openapi({ example: 'France' }),
  version: z.string().openapi({ description: 'SHA-256 of this rule’s data, hex.' }),
  holds: z.boolean().openapi({ description: 'Whether the rule is in force on that day.' }),
  status: z.enum(['in_force', 'draft']).openapi({ description: 'A draft is never applied.' }),
  effective_from: z.string().nullable(),
  effective_to: z.string().optional(),
  note: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string(), read_on: z.string() })),
  reviewed_by: z
    .string()
    .nullable()
    .openapi({ description: 'Who reviewed the rule. null: nobody yet.' }),
});

const Changes = z
  .object({
    version: z
      .string()
      .openapi({ description: 'SHA-256 of all rules of the context as they are now, hex.' }),
    seen_at: z.string().optional().openapi({
      description: 'When a member last confirmed the rules or chose the policy. Absent: never.',
    }),
    added: z.array(z.string()).openapi({ description: 'Ids of rules that are new since then.' }),
    changed: z.array(
      z.object({
        id: z.string(),
        members: z
          .array(
            z.object({
              name: z.string().openapi({ example: 'gate' }),
              before: z.string().nullable().openapi({ example: '16' }),
              after: z.string().nullable().openapi({ example: '18' }),
            }),
          )
          .openapi({
            description: 'Values as JSON; null where the rule does not have the member.',
          }),
      }),
    ),
    removed: z.array(z.string()),
  })
  .openapi('LawChanges');

const LawData = z
  .object({
    context: z.enum(CONTEXTS),
    date: z.string().openapi({ format: 'date' }),
    places: z.array(Place),
    rules: z
      .array(Rule)
      .openapi({ description: 'All rules of the context, including future ones and drafts.' }),
    changes: Changes.openapi({ description: 'Changes since your team last confirmed the rules.' }),
  })
  .openapi('Law');

const route = createRoute({
  tags: ['Dashboard settings'],
  security: [{ bearer: [] }],
  method: 'get',
  path: '/law',
  operationId: 'dashboardReadLaw',
  summary: 'Read the legal requirements',
  description:
    'Returns the requirements by place, for one context and day, and what your usual session becomes there under your settings. Reference data with sources, not legal advice.',
  middleware: allowed('settings.read'),
  request: {
    query: z.object({
      context: choice('context', CONTEXTS)
        .optional()
        .openapi({ description: 'Default: the context in your settings, else `adult_content`.' }),
      date: z
        .string()
        .refine(isDay, DAY_RULE)
        .optional()
        .openapi({ format: 'date', description: 'Default: today.' }),
      jurisdiction: z
        .string()
        .regex(JURISDICTION_CODE, PLACE_RULE)
        .optional()
        .openapi({ description: 'Default: every jurisdiction with a rules file.', example: 'FR' }),
    }),
  },
  responses: { ...ok('The law.', LawData), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const VERSION_RULE = 'version must be the version in changes: 64 hex digits.';

const seenRoute = createRoute({
  tags: ['Dashboard settings'],
  security: [{ bearer: [] }],
  method: 'post',
  path: '/law/seen',
  operationId: 'dashboardNoteLawSeen',
  summary: 'Confirm that your team has seen the rules of a context',
  description:
    'Applies to the whole team: later changes are listed relative to these rules. 409 if the rules have changed since `version` was read. Recorded in the audit log.',
  middleware: [...allowed('settings.write'), requireJsonObject],
  request: {
    body: bodyOf(
      z.strictObject({
        context: choice('context', CONTEXTS),
        version: z.string({ error: VERSION_RULE }).regex(/^[0-9a-f]{64}$/, VERSION_RULE),
      }),
    ),
  },
  responses: {
    ...ok('The rules are confirmed; the list of changes is empty.', Changes),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

export function registerLaw(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(route, async (c) => {
    const ctx = c.get('ctx');
    const query = c.req.valid('query');
    const customer = await findCustomer(ctx, tenantOf(c), false);
    if (customer === undefined) throw notFound();
    const context = query.context ?? customer.rules?.policy?.context ?? 'adult_content';
    const day = query.date ?? dayOf(ctx.now());
    const { jurisdiction } = query;
    const [{ places, rules }, changes] = await Promise.all([
      previewLaw(ctx, customer, { context, day, jurisdiction }),
      readLawChanges(ctx, customer.tenant.id, context),
    ]);
    const data = {
      context,
      date: day,
      places: places.map(presentPlace),
      rules: rules.map(presentRule),
      changes: presentChanges(changes),
    };
    return c.json(succeed(c, data), 200);
  });
  dashboard.openapi(seenRoute, async (c) => {
    const changes = await noteLawSeen(c.get('ctx'), tenantActorOf(c), c.req.valid('json'));
    return c.json(succeed(c, presentChanges(changes)), 200);
  });
}

const presentChanges = ({ version, seenAtMs, added, changed, removed }: LawChanges) => ({
  version,
  ...(seenAtMs !== undefined && { seen_at: toTimestamp(seenAtMs) }),
  added,
  changed: changed.map(({ id, members }) => ({
    id,
    members: members.map(({ name, before, after }) => ({
      name,
      before: asJson(before),
      after: asJson(after),
    })),
  })),
  removed,
});

const asJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

function presentPlace({ jurisdiction, name, version, law, session, missing }: PlacePreview) {
  const { accept } = law;
  return {
    jurisdiction,
    name,
    version,
    rules: law.rules,
    asks: {
      ...(law.gate !== undefined && { min_age: law.gate }),
      ...(accept.methods !== undefined && { methods: [...accept.methods] }),
      ...(accept.refuseMethods !== undefined && { refuse_methods: [...accept.refuseMethods] }),
      ...(accept.minAssurance !== undefined && { min_assurance: accept.minAssurance }),
      ...(accept.livenessLevel !== undefined && { liveness_level: accept.livenessLevel }),
      ...(accept.maxProofAgeDays !== undefined && { max_proof_age_days: accept.maxProofAgeDays }),
      ...(accept.recheck !== undefined && { recheck: [...accept.recheck] }),
      ...(law.offerAtLeast !== undefined && { offer_at_least: law.offerAtLeast }),
      must_offer: [...law.mustOffer],
      per_access: law.perAccess,
      contest: law.contest,
      ...(law.retentionDaysMax !== undefined && { retention_days_max: law.retentionDaysMax }),
      records: law.records,
    },
    ...(session && {
      session: {
        ...(session.gate !== undefined && { min_age: session.gate }),
        verification_mode: session.mode,
        methods: session.methods,
      },
    }),
    missing,
  };
}

const presentRule = ({ rule, name, version, holds }: RulePreview) => ({
  id: rule.id,
  name,
  version,
  holds,
  status: rule.status,
  effective_from: rule.effective_from,
  ...(rule.effective_to !== undefined && { effective_to: rule.effective_to }),
  note: rule.note,
  sources: rule.sources,
  reviewed_by: rule.reviewed_by,
});
