// Wire shapes of settings.
import { z } from '@hono/zod-openapi';
import { isEmbedOrigin } from '../../domain/tenants/embed-origin.ts';
import { SUPPORTED_LOCALES } from '../../domain/terms/locale.ts';
import { givenName } from '../../http/fields.ts';
import { choice } from './schemas.ts';

const MAX_LOGO = 16 * 1024;
const MAX_ORIGINS = 50;
const THEMES = ['light', 'dark', 'system'] as const;
const METHODS = ['document', 'facial'] as const;
export const MAX_MARGIN_YEARS = 20;

export const SettingsData = z
  .object({
    name: z.string().openapi({ description: 'Shown to visitors.', example: 'Vineyard' }),
    color: z.string().nullable().openapi({ example: '#8c2f5b' }),
    logo: z.string().nullable().openapi({ description: 'A `data:` URL.' }),
    alternative_url: z
      .string()
      .nullable()
      .openapi({ description: 'URL of an alternative for people who cannot do the check.' }),
    default_locale: z
      .string()
      .nullable()
      .openapi({ description: 'null: from the visitor’s browser.' }),
    default_theme: z.enum(THEMES).nullable().openapi({ description: 'null: `system`.' }),
    callback_origins: z
      .array(z.string())
      .openapi({ description: 'Allowed origins of callback URLs; empty: any.' }),
    embed_origins: z
      .array(z.string())
      .openapi({ description: 'Origins that may embed the check and use publishable keys.' }),
    age_margin_years: z.number().nullable().openapi({ description: 'null: the service default.' }),
    effective_age_margin_years: z.number(),
    retention_days: z.int().openapi({ description: 'How long results are kept.' }),
    required_method: z
      .enum(METHODS)
      .nullable()
      .openapi({ description: 'Overrides the mode of every request.' }),
  })
  .openapi('Settings');

const ORIGIN_RULE =
  'must be a list of at most 50 origins such as https://shop.example: https, or http on localhost, without a path.';

const origins = (name: string) =>
  z
    .array(z.string({ error: `${name} ${ORIGIN_RULE}` }), { error: `${name} ${ORIGIN_RULE}` })
    .max(MAX_ORIGINS, `${name} ${ORIGIN_RULE}`)
    .refine((list) => list.every(isEmbedOrigin), `${name} ${ORIGIN_RULE}`)
    .transform((list) => [...new Set(list)])
    .optional();

const pattern = (name: string, rule: RegExp, max: number, says: string) =>
  z
    .string({ error: `${name} ${says}` })
    .max(max, `${name} ${says}`)
    .regex(rule, `${name} ${says}`)
    .nullable()
    .optional();

export const marginRule = (name: string) =>
  `${name} must be a number from 0 to ${MAX_MARGIN_YEARS}.`;
const MARGIN_RULE = marginRule('age_margin_years');
const DAYS_RULE = 'retention_days must be a whole number from 1 to 365.';

export const SettingsChangesBody = z
  .object({
    name: givenName('name').optional(),
    color: pattern('color', /^#[0-9a-f]{6}$/i, 7, 'must look like #8c2f5b.'),
    logo: pattern(
      'logo',
      /^data:image\/(svg\+xml|png|jpeg|webp)(;[a-z0-9=-]+)*,[\x21-\x7e]+$/,
      MAX_LOGO,
      'must be a data: URL of an SVG, PNG, JPEG or WebP picture of at most 16 KiB.',
    ),
    alternative_url: pattern(
      'alternative_url',
      /^https:\/\/[^\s/@#]+(\/[^\s#]*)?$/,
      2048,
      'must be an https address of at most 2048 characters.',
    ),
    default_locale: choice('default_locale', SUPPORTED_LOCALES).nullable().optional(),
    default_theme: choice('default_theme', THEMES).nullable().optional(),
    callback_origins: origins('callback_origins'),
    embed_origins: origins('embed_origins'),
    age_margin_years: z
      .number({ error: MARGIN_RULE })
      .min(0, MARGIN_RULE)
      .max(MAX_MARGIN_YEARS, MARGIN_RULE)
      .nullable()
      .optional(),
    retention_days: z.int({ error: DAYS_RULE }).min(1, DAYS_RULE).max(365, DAYS_RULE).optional(),
    required_method: choice('required_method', METHODS).nullable().optional(),
  })
  .openapi('SettingsChanges');

const share = z.number().openapi({ description: '0 to 1.', example: 0.213 });

export const MarginPreview = z
  .object({
    min_age: z.int(),
    margin_years: z.number(),
    error_years: z.number().openapi({ description: 'Measured: the mean absolute error.' }),
    passes_from: z.number().openapi({ description: 'Estimates of at least this age pass.' }),
    fails_below: z.number().openapi({ description: 'Estimates below this age fail.' }),
    ages: z
      .array(z.object({ age: z.int(), passed: share, failed: share, inconclusive: share }))
      .openapi({ description: 'Expected shares of people by their true age.' }),
  })
  .openapi('AgeMarginPreview');
