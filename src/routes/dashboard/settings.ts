import { createRoute, type z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import {
  noticeFields,
  changeSettings,
  readSettings,
  type SettingsChanges,
} from '../../domain/customers/tenants/settings.ts';
import type { Settings } from '../../domain/customers/tenants/tenant-settings.ts';
import { marginOf } from '../../domain/verification/rules/age/age-margin.ts';
import { marginPolicy, usualPlace } from '../../domain/verification/session-margin.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { secondFactorRequired } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { SettingsChangesBody, SettingsData } from './settings-schemas.ts';

const common = { tags: ['Dashboard settings'], security: [{ bearer: [] }] };

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/settings',
  operationId: 'dashboardReadSettings',
  summary: 'Read the settings',
  middleware: allowed('settings.read'),
  responses: { ...ok('The settings.', SettingsData), ...errorResponses(401, 403, 429, 500) },
});

const changeRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/settings',
  operationId: 'dashboardChangeSettings',
  summary: 'Change the given settings',
  description: 'null removes a value. Applies to new sessions within 30 seconds.',
  middleware: [...allowed('settings.write'), requireJsonObject],
  request: { body: bodyOf(SettingsChangesBody) },
  responses: {
    ...ok('The settings.', SettingsData),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

const GATE = 18;

function presentSettings(ctx: Context, settings: Settings) {
  const question = { gate: GATE, place: usualPlace(ctx, settings.requiredMethod) };
  const { years } = marginOf(ctx.config.ageError, question, marginPolicy(ctx, settings));
  return {
    name: settings.name,
    residency: settings.residency,
    color: settings.color,
    logo: settings.logo,
    ...noticeFields(settings),
    callback_origins: [...settings.callbackOrigins],
    embed_origins: [...settings.embedOrigins],
    age_margin_years: settings.ageMarginYears,
    age_target: settings.ageTarget,
    effective_age_margin_years: years,
    age_margin_floor_years: ctx.config.ageMarginFloorYears,
    attempt_cap: settings.attemptCap,
    require_second_factor: settings.requireSecondFactor,
    retention_days: settings.retentionDays,
    history_days: settings.historyDays,
    required_method: settings.requiredMethod,
    accept_methods: settings.acceptMethods === null ? null : [...settings.acceptMethods],
    accept_order: settings.acceptOrder === null ? null : [...settings.acceptOrder],
    max_proof_age_days: settings.maxProofAgeDays,
    recheck: [...settings.recheck],
    min_assurance: settings.minAssurance,
    liveness_level: settings.livenessLevel,
    document_step_up: settings.documentStepUp,
    allowed_documents: [...settings.allowedDocuments],
    reviews: settings.reviews,
    review_second_person: settings.reviewSecondPerson,
    document_fields: [...settings.documentFields],
    keep_faces_days: settings.keepFacesDays,
    agate_id: settings.agateId,
    agate_id_face: settings.agateIdFace,
    fall_through: settings.fallThrough,
    policy: settings.policy,
    policy_context: settings.policyContext,
  };
}

const toChanges = (body: z.infer<typeof SettingsChangesBody>): SettingsChanges => ({
  name: body.name,
  color: body.color,
  logo: body.logo,
  alternativeUrl: body.alternative_url,
  controllerName: body.controller_name,
  privacyContact: body.privacy_contact,
  privacyUrl: body.privacy_url,
  defaultLocale: body.default_locale,
  defaultTheme: body.default_theme,
  callbackOrigins: body.callback_origins,
  embedOrigins: body.embed_origins,
  ageMarginYears: body.age_margin_years,
  ageTarget: body.age_target,
  attemptCap: body.attempt_cap,
  requireSecondFactor: body.require_second_factor,
  retentionDays: body.retention_days,
  historyDays: body.history_days,
  requiredMethod: body.required_method,
  acceptMethods: body.accept_methods,
  acceptOrder: body.accept_order,
  maxProofAgeDays: body.max_proof_age_days,
  recheck: body.recheck,
  minAssurance: body.min_assurance,
  livenessLevel: body.liveness_level,
  documentStepUp: body.document_step_up,
  allowedDocuments: body.allowed_documents,
  reviews: body.reviews,
  reviewSecondPerson: body.review_second_person,
  documentFields: body.document_fields,
  keepFacesDays: body.keep_faces_days,
  agateId: body.agate_id,
  agateIdFace: body.agate_id_face,
  fallThrough: body.fall_through,
  policy: body.policy,
  policyContext: body.policy_context,
});

export function registerSettings(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(readRoute, async (c) => {
    const ctx = c.get('ctx');
    const settings = await readSettings(ctx, tenantOf(c));
    return c.json(succeed(c, presentSettings(ctx, settings)), 200);
  });

  dashboard.openapi(changeRoute, async (c) => {
    const ctx = c.get('ctx');
    const changes = toChanges(c.req.valid('json'));
    // Members who signed in without a second factor would lock themselves out by requiring one.
    if (changes.requireSecondFactor === true && !c.get('staff').showedSecondFactor)
      throw secondFactorRequired();
    const settings = await changeSettings(ctx, tenantActorOf(c), changes);
    return c.json(succeed(c, presentSettings(ctx, settings)), 200);
  });
}
