// Request and response schemas for settings.
import { z } from '@hono/zod-openapi';
import { JURISDICTION_CODE } from '../../config/jurisdiction.ts';
import { CONTEXTS } from '../../config/law-contexts.ts';
import { DOCUMENT_TYPES } from '../../vision/documents/document-facts.ts';
import { isEmbedOrigin } from '../../domain/customers/tenants/embed-origin.ts';
import {
  MAX_ATTEMPT_CAP,
  MAX_HISTORY_DAYS,
  MAX_KEEP_FACES_DAYS,
  MAX_MARGIN_YEARS,
  MAX_RETENTION_DAYS,
} from '../../domain/customers/tenants/settings.ts';
import { ASSURANCES, LIVENESS_LEVELS } from '../../domain/terms/age-proof.ts';
import { RECHECKS } from '../../domain/terms/recheck.ts';
import { parseEmailAddress } from '../../domain/terms/email-address.ts';
import { SUPPORTED_LOCALES } from '../../domain/terms/locale.ts';
import { ACCEPT_METHODS } from '../../domain/verification/rules/methods.ts';
import { DOCUMENT_FIELDS } from '../../domain/verification/rules/document/document-state.ts';
import { AGE_TARGETS } from '../../domain/verification/rules/age/age-margin.ts';
import { givenName, orNull } from '../../http/fields.ts';
import { policyFields, marginFields } from '../staff/policy-fields.ts';
import { residencyShape, residencyFixedMessage } from '../staff/residency-fields.ts';
import { choice } from './schemas.ts';

const MAX_LOGO = 16 * 1024;
const MAX_ORIGINS = 50;
const THEMES = ['light', 'dark', 'system'] as const;
const METHODS = ['document', 'facial'] as const;

export const SettingsData = z
  .object({
    name: z.string().openapi({ description: 'Shown to visitors.', example: 'Vineyard' }),
    residency: residencyShape,
    color: z.string().nullable().openapi({ example: '#8c2f5b' }),
    logo: z.string().nullable().openapi({ description: 'A `data:` URL.' }),
    alternative_url: z
      .string()
      .nullable()
      .openapi({ description: 'URL of an alternative for people who cannot complete the check.' }),
    controller_name: z
      .string()
      .nullable()
      .openapi({ description: 'Data controller named to visitors. null: `name`.' }),
    privacy_contact: z
      .string()
      .nullable()
      .openapi({ description: 'Email or https address for questions about personal data.' }),
    privacy_url: z.string().nullable().openapi({ description: 'URL of your own privacy notice.' }),
    default_locale: z
      .string()
      .nullable()
      .openapi({ description: 'null: the language of the visitor’s browser.' }),
    default_theme: z.enum(THEMES).nullable().openapi({ description: 'null: `system`.' }),
    callback_origins: z
      .array(z.string())
      .openapi({ description: 'Allowed origins of callback URLs; empty: any.' }),
    embed_origins: z
      .array(z.string())
      .openapi({ description: 'Origins that may embed the check and use publishable keys.' }),
    age_margin_years: z.number().nullable().openapi({ description: 'null: the service default.' }),
    age_target: z
      .literal(AGE_TARGETS)
      .nullable()
      .openapi({
        ...orNull(AGE_TARGETS),
        description:
          'Instead of a margin: the percentage of people up to five years below the gate that may pass at most (/docs/age-truth). null: the service default.',
      }),
    ...marginFields,
    attempt_cap: z.int().openapi({
      description:
        'Maximum number of sessions of one user_id that may fail at liveness or age within 24 hours. 0: unlimited.',
    }),
    require_second_factor: z.boolean().openapi({
      description:
        'Whether members need two-factor authentication. Members without it can only set it up.',
    }),
    retention_days: z.int().openapi({ description: 'Retention period of results.' }),
    history_days: z
      .int()
      .openapi({ description: 'How long sessions are listed, without personal data.' }),
    required_method: z
      .enum(METHODS)
      .nullable()
      .openapi({ description: 'Overrides the mode of every request.' }),
    accept_methods: z
      .array(z.enum(ACCEPT_METHODS))
      .nullable()
      .openapi({ description: 'Methods that sessions accept. null: the default of their mode.' }),
    accept_order: z.array(z.enum(ACCEPT_METHODS)).nullable().openapi({
      description: 'Order in which the page offers the methods. null: the default order.',
    }),
    max_proof_age_days: z
      .int()
      .nullable()
      .openapi({ description: 'Maximum age of a proof from an account.' }),
    recheck: z.array(z.enum(RECHECKS)).openapi({
      description:
        'When such an age must also be proven again: once the next age threshold may have been reached, and on a device that signed in since.',
    }),
    min_assurance: z.enum(ASSURANCES).nullable(),
    liveness_level: z.enum(LIVENESS_LEVELS).nullable(),
    document_step_up: z.boolean().openapi({
      description: 'Whether an age that stays inconclusive asks for a document instead of ending.',
    }),
    allowed_documents: z
      .array(z.enum(DOCUMENT_TYPES))
      .openapi({ description: 'Types of documents that sessions accept.' }),
    reviews: z.boolean().openapi({
      description: 'Whether your members may decide document checks that the service could not.',
    }),
    review_second_person: z.boolean().openapi({
      description: 'Whether an approval needs two members. One rejection is always enough.',
    }),
    document_fields: z.array(z.enum(DOCUMENT_FIELDS)).openapi({
      description:
        'Document fields included in results of `id_verification`. Empty: none. Visitors see this list before they consent.',
    }),
    keep_faces_days: z.int().openapi({
      description:
        'Number of days for which the face of a check is stored, encrypted, so that you can block it. 0: not stored. Biometric data (GDPR Art. 9): you need a legal basis and must inform visitors, who read it before they consent.',
    }),
    agate_id: z
      .boolean()
      .openapi({ description: 'Whether an age stored in an account may complete a session.' }),
    agate_id_face: z.boolean().openapi({
      description:
        'Whether visitors who use an account’s age must first show its enrolled face, in checks and to your OAuth clients (D-104).',
    }),
    fall_through: z.boolean().openapi({
      description:
        'Whether to count where visitors leave your checks, by language and device class (D-124). Turning it off deletes the counts.',
    }),
    policy: z.string().openapi({
      description:
        'Legal rules that apply to sessions: `off`, `auto` (the visitor’s country), or a jurisdiction such as `GB` or `US-TX`, which applies in addition to that of a request.',
      example: 'auto',
    }),
    policy_context: z.enum(CONTEXTS).nullable().openapi({
      description: 'What you sell or show, unless a request specifies it.',
    }),
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

/**
 * A URL in the syntax of RFC 3986, so that URLs in responses match the format in the API
 * description.
 */
const WEB_ADDRESS =
  /^https:\/\/[\w.-]+(:\d{1,5})?([/?]([\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/;

const webAddress = (name: string) =>
  pattern(name, WEB_ADDRESS, 2048, 'must be an https URL of at most 2048 ASCII characters.');

const CONTACT_RULE = 'privacy_contact must be an email address or an https URL.';
const mailAddress = z
  .string()
  .refine((text) => parseEmailAddress(text) !== undefined)
  .transform((text) => text.trim());

export const marginRule = (name: string) =>
  `${name} must be a number from 0 to ${MAX_MARGIN_YEARS}.`;
const CAP_RULE = `attempt_cap must be a whole number from 0 to ${MAX_ATTEMPT_CAP}.`;
const METHODS_RULE = `accept_methods must be a list of at least one of: ${ACCEPT_METHODS.join(', ')}.`;
const ORDER_RULE = `accept_order must be a list of ${ACCEPT_METHODS.join(', ')}: at least one, each once.`;
const DOCUMENTS_RULE = `allowed_documents must be a list of at least one of: ${DOCUMENT_TYPES.join(', ')}.`;
const FIELDS_RULE = `document_fields must be a list of any of: ${DOCUMENT_FIELDS.join(', ')}.`;
const PROOF_DAYS_RULE = 'max_proof_age_days must be a whole number from 1 to 365.';
const RECHECK_RULE = `recheck must be a list of any of: ${RECHECKS.join(', ')}.`;
const DAYS_RULE = `retention_days must be a whole number from 1 to ${MAX_RETENTION_DAYS}.`;
const POLICIES = ['off', 'auto'];
const POLICY_RULE = 'policy must be off, auto, or a jurisdiction such as GB or US-TX.';
const FACES_RULE = `keep_faces_days must be a whole number from 0 to ${MAX_KEEP_FACES_DAYS}.`;
const HISTORY_RULE = `history_days must be a whole number from 30 to ${MAX_HISTORY_DAYS}.`;

export const SettingsChangesBody = z
  .strictObject(
    {
      name: givenName('name').optional(),
      color: pattern('color', /^#[0-9a-fA-F]{6}$/, 7, 'must look like #8c2f5b.'),
      logo: pattern(
        'logo',
        /^data:image\/(svg\+xml|png|jpeg|webp)(;[a-z0-9=-]+)*,[\x21-\x7e]+$/,
        MAX_LOGO,
        'must be a data: URL of an SVG, PNG, JPEG or WebP picture of at most 16 KiB.',
      ),
      alternative_url: webAddress('alternative_url'),
      controller_name: givenName('controller_name').nullable().optional(),
      privacy_contact: z
        .union([webAddress('privacy_contact').unwrap(), mailAddress], { error: CONTACT_RULE })
        .optional(),
      privacy_url: webAddress('privacy_url'),
      default_locale: choice('default_locale', SUPPORTED_LOCALES).nullable().optional(),
      default_theme: choice('default_theme', THEMES).nullable().optional(),
      callback_origins: origins('callback_origins'),
      embed_origins: origins('embed_origins'),
      age_margin_years: policyFields.age_margin_years,
      age_target: policyFields.age_target,
      attempt_cap: z
        .int({ error: CAP_RULE })
        .min(0, CAP_RULE)
        .max(MAX_ATTEMPT_CAP, CAP_RULE)
        .optional(),
      require_second_factor: policyFields.require_second_factor,
      retention_days: z
        .int({ error: DAYS_RULE })
        .min(1, DAYS_RULE)
        .max(MAX_RETENTION_DAYS, DAYS_RULE)
        .optional(),
      history_days: z
        .int({ error: HISTORY_RULE })
        .min(30, HISTORY_RULE)
        .max(MAX_HISTORY_DAYS, HISTORY_RULE)
        .optional(),
      required_method: choice('required_method', METHODS).nullable().optional(),
      accept_methods: z
        .array(choice('accept_methods', ACCEPT_METHODS), { error: METHODS_RULE })
        .min(1, METHODS_RULE)
        .transform((list) => [...new Set(list)])
        .nullable()
        .optional(),
      accept_order: z
        .array(choice('accept_order', ACCEPT_METHODS), { error: ORDER_RULE })
        .min(1, ORDER_RULE)
        .refine((list) => new Set(list).size === list.length, ORDER_RULE)
        .nullable()
        .optional()
        .openapi({ uniqueItems: true }),
      max_proof_age_days: z
        .int({ error: PROOF_DAYS_RULE })
        .min(1, PROOF_DAYS_RULE)
        .max(365, PROOF_DAYS_RULE)
        .nullable()
        .optional(),
      recheck: z
        .array(choice('recheck', RECHECKS), { error: RECHECK_RULE })
        .transform((list) => [...new Set(list)])
        .optional(),
      min_assurance: choice('min_assurance', ASSURANCES).nullable().optional(),
      liveness_level: choice('liveness_level', LIVENESS_LEVELS).nullable().optional(),
      document_step_up: z.boolean({ error: 'document_step_up must be true or false.' }).optional(),
      allowed_documents: z
        .array(choice('allowed_documents', DOCUMENT_TYPES), { error: DOCUMENTS_RULE })
        .min(1, DOCUMENTS_RULE)
        .transform((list) => [...new Set(list)])
        .optional(),
      reviews: z.boolean({ error: 'reviews must be true or false.' }).optional(),
      review_second_person: z
        .boolean({ error: 'review_second_person must be true or false.' })
        .optional(),
      document_fields: z
        .array(choice('document_fields', DOCUMENT_FIELDS), { error: FIELDS_RULE })
        .transform((list) => [...new Set(list)])
        .optional(),
      keep_faces_days: z
        .int({ error: FACES_RULE })
        .min(0, FACES_RULE)
        .max(MAX_KEEP_FACES_DAYS, FACES_RULE)
        .optional(),
      agate_id: z.boolean({ error: 'agate_id must be true or false.' }).optional(),
      agate_id_face: z.boolean({ error: 'agate_id_face must be true or false.' }).optional(),
      fall_through: z.boolean({ error: 'fall_through must be true or false.' }).optional(),
      policy: z
        .string({ error: POLICY_RULE })
        .refine((text) => POLICIES.includes(text) || JURISDICTION_CODE.test(text), POLICY_RULE)
        .optional(),
      policy_context: choice('policy_context', CONTEXTS).nullable().optional(),
    },
    { error: residencyFixedMessage },
  )
  .openapi('SettingsChanges');
