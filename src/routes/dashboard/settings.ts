import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  changeSettings,
  readSettings,
  type Settings,
  type SettingsChanges,
} from '../../domain/tenants/settings.ts';
import {
  MEASURED_ERROR_YEARS,
  previewMargin,
  type MarginOutlook,
} from '../../domain/verification/rules/age-margin.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  marginRule,
  MarginPreview,
  MAX_MARGIN_YEARS,
  SettingsChangesBody,
  SettingsData,
} from './settings-schemas.ts';

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

const AGE_RULE = 'min_age must be an integer from 1 to 99.';

const previewRoute = createRoute({
  ...common,
  method: 'get',
  path: '/settings/age-margin',
  operationId: 'dashboardPreviewAgeMargin',
  summary: 'Preview the effect of an age margin',
  description:
    'The shares of people who pass, fail or are too close to decide, by true age, computed from the measured error of the estimator. Errors are assumed to be normally distributed and unbiased.',
  middleware: allowed('settings.read'),
  request: {
    query: z.object({
      margin_years: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,2})?$/, marginRule('margin_years'))
        .transform(Number)
        .refine((years) => years <= MAX_MARGIN_YEARS, marginRule('margin_years'))
        .optional()
        .openapi({ type: 'number', minimum: 0, maximum: MAX_MARGIN_YEARS }),
      min_age: z
        .string()
        .regex(/^[1-9]\d?$/, AGE_RULE)
        .default('18')
        .transform(Number)
        .openapi({ type: 'integer', minimum: 1, maximum: 99, default: 18 }),
    }),
  },
  responses: {
    ...ok('By true age.', MarginPreview),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

function presentSettings(settings: Settings, defaultMarginYears: number) {
  return {
    name: settings.name,
    color: settings.color,
    logo: settings.logo,
    alternative_url: settings.alternativeUrl,
    default_locale: settings.defaultLocale,
    default_theme: settings.defaultTheme,
    callback_origins: [...settings.callbackOrigins],
    embed_origins: [...settings.embedOrigins],
    age_margin_years: settings.ageMarginYears,
    effective_age_margin_years: settings.ageMarginYears ?? defaultMarginYears,
    retention_days: settings.retentionDays,
    required_method: settings.requiredMethod,
  };
}

const toChanges = (body: z.infer<typeof SettingsChangesBody>): SettingsChanges => ({
  name: body.name,
  color: body.color,
  logo: body.logo,
  alternativeUrl: body.alternative_url,
  defaultLocale: body.default_locale,
  defaultTheme: body.default_theme,
  callbackOrigins: body.callback_origins,
  embedOrigins: body.embed_origins,
  ageMarginYears: body.age_margin_years,
  retentionDays: body.retention_days,
  requiredMethod: body.required_method,
});

const presentPreview = (gate: number, margin: number, outlook: MarginOutlook) => ({
  min_age: gate,
  margin_years: margin,
  error_years: MEASURED_ERROR_YEARS,
  passes_from: outlook.passesFrom,
  fails_below: outlook.failsBelow,
  ages: outlook.ages,
});

export function registerSettings(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(readRoute, async (c) => {
    const ctx = c.get('ctx');
    const settings = await readSettings(ctx, tenantOf(c));
    return c.json(succeed(c, presentSettings(settings, ctx.config.ageMarginYears)), 200);
  });

  dashboard.openapi(changeRoute, async (c) => {
    const ctx = c.get('ctx');
    const settings = await changeSettings(ctx, tenantActorOf(c), toChanges(c.req.valid('json')));
    return c.json(succeed(c, presentSettings(settings, ctx.config.ageMarginYears)), 200);
  });

  dashboard.openapi(previewRoute, async (c) => {
    const ctx = c.get('ctx');
    const { margin_years: asked, min_age: gate } = c.req.valid('query');
    const { ageMarginYears } = await readSettings(ctx, tenantOf(c));
    const margin = asked ?? ageMarginYears ?? ctx.config.ageMarginYears;
    return c.json(succeed(c, presentPreview(gate, margin, previewMargin(gate, margin))), 200);
  });
}
