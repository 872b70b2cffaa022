// Request and response schemas for the verification API (D-7 to D-14).
import { z } from '@hono/zod-openapi';
import { JURISDICTION_CODE } from '../../config/jurisdiction.ts';
import { CONTEXTS } from '../../config/law-contexts.ts';
import { ACCEPT_METHODS } from '../../domain/verification/rules/methods.ts';
import { SETTLED_STATUSES } from '../../domain/verification/rules/session/state.ts';
import { isCallbackUrl } from '../../domain/verification/rules/opening/callback-url.ts';
import { parseReason } from '../../domain/verification/rules/session/reasons.ts';
import { VISITOR_REGIONS } from '../../domain/terms/visitor-region.ts';
import { matchLocale } from '../../domain/terms/locale.ts';
import { looksLikeCredential } from '../../crypto/token-prefixes.ts';
import { namesOf } from '../../http/validation.ts';
import { ASSURANCES, LIVENESS_LEVELS } from '../../domain/terms/age-proof.ts';
import { RECHECKS } from '../../domain/terms/recheck.ts';

const CALLBACK_MISSING = 'callback_url is required.';
const URL_RULE =
  'must be an https URL, or http on localhost, without credentials or fragment, of at most 2048 characters.';

/**
 * Whether a value counts as missing. Any other wrong value in a required field is reported as
 * invalid.
 */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '';

const optionalUrl = (name: string) =>
  z
    .string({ error: `${name} ${URL_RULE}` })
    .refine(isCallbackUrl, `${name} ${URL_RULE}`)
    .optional();

const choice = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, { error: `${name} must be one of: ${values.join(', ')}.` });

/** Makes a member optional; null and an empty string count as absent (D-68). */
const unlessAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isAbsent(value) ? undefined : value), schema.optional());

const ACCEPT_RULE =
  'accept must be an object with at least one of: methods, max_proof_age_days, recheck, min_assurance, liveness_level, order.';
const ACCEPT_METHODS_RULE = `accept.methods must be a list of at least one of: ${ACCEPT_METHODS.join(', ')}.`;
const ACCEPT_ORDER_RULE = `accept.order must be a list of ${ACCEPT_METHODS.join(', ')}: at least one, each once.`;
const ACCEPT_RECHECK_RULE = `accept.recheck must be a list of at least one of: ${RECHECKS.join(', ')}.`;
const ACCEPT_DAYS_RULE = 'accept.max_proof_age_days must be an integer from 1 to 365.';

const AcceptFields = z.object(
  {
    methods: unlessAbsent(
      z
        .array(z.enum(ACCEPT_METHODS, { error: ACCEPT_METHODS_RULE }), {
          error: ACCEPT_METHODS_RULE,
        })
        .min(1, ACCEPT_METHODS_RULE)
        .transform((list) => [...new Set(list)]),
    ).openapi({ type: 'array', items: { type: 'string', enum: [...ACCEPT_METHODS] }, minItems: 1 }),
    max_proof_age_days: unlessAbsent(
      z.int({ error: ACCEPT_DAYS_RULE }).min(1, ACCEPT_DAYS_RULE).max(365, ACCEPT_DAYS_RULE),
    ).openapi({ type: 'integer', minimum: 1, maximum: 365 }),
    recheck: unlessAbsent(
      z
        .array(z.enum(RECHECKS, { error: ACCEPT_RECHECK_RULE }), { error: ACCEPT_RECHECK_RULE })
        .min(1, ACCEPT_RECHECK_RULE)
        .transform((list) => [...new Set(list)]),
    ).openapi({
      type: 'array',
      items: { type: 'string', enum: [...RECHECKS] },
      minItems: 1,
      description:
        'Conditions under which an age from an account must be verified again, in addition to `max_proof_age_days`. `next_bracket`: the person may have reached the next age threshold. `new_device`: the browser signed in after the age was verified; age keys are then not accepted.',
    }),
    min_assurance: unlessAbsent(choice('accept.min_assurance', [...ASSURANCES])).openapi({
      type: 'string',
      enum: [...ASSURANCES],
    }),
    order: unlessAbsent(
      z
        .array(z.enum(ACCEPT_METHODS, { error: ACCEPT_ORDER_RULE }), { error: ACCEPT_ORDER_RULE })
        .min(1, ACCEPT_ORDER_RULE)
        .refine((list) => new Set(list).size === list.length, ACCEPT_ORDER_RULE),
    ).openapi({
      type: 'array',
      items: { type: 'string', enum: [...ACCEPT_METHODS] },
      minItems: 1,
      uniqueItems: true,
      description:
        'Order in which the page offers the methods; omitted ones come last. `document` before `face`: a document may be presented immediately, otherwise only after an inconclusive estimate. Overrides the order in your settings, and adds no methods.',
    }),
    liveness_level: unlessAbsent(choice('accept.liveness_level', [...LIVENESS_LEVELS])).openapi({
      type: 'string',
      enum: [...LIVENESS_LEVELS],
    }),
  },
  { error: ACCEPT_RULE },
);

const AcceptBody = unlessAbsent(
  AcceptFields.refine(
    (asked) => Object.values(asked).some((value) => value !== undefined),
    ACCEPT_RULE,
  ).openapi({
    minProperties: 1,
    description:
      'Accepted methods, maximum age of an earlier proof and required place of measurement. Narrows your settings.',
  }),
);

/** Removes from a body the members that count as absent (D-68). */
const withoutAbsent = (body: unknown): unknown =>
  isRecord(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => !isAbsent(value)))
    : body;

const JURISDICTION_RULE =
  'jurisdiction must be an ISO 3166-1 or 3166-2 code in capitals, such as GB or US-TX.';
const MIN_AGE_RULE = 'min_age must be an integer from 1 to 99.';

export const CallbackUrl = z
  .string({
    error: ({ input }) => (isAbsent(input) ? CALLBACK_MISSING : `callback_url ${URL_RULE}`),
  })
  .min(1, { error: CALLBACK_MISSING, abort: true })
  .refine(isCallbackUrl, `callback_url ${URL_RULE}`);

const THEMES = ['light', 'dark', 'system'] as const;

const InitFields = z
  .object({
    callback_url: CallbackUrl.openapi({ example: 'https://shop.example/age/return' }),
    success_url: optionalUrl('success_url').openapi({
      description: 'Replaces `callback_url` if the outcome is success.',
    }),
    failed_url: optionalUrl('failed_url').openapi({
      description: 'Replaces `callback_url` if the outcome is failed.',
    }),
    min_age: z
      .int({ error: MIN_AGE_RULE })
      .min(0, MIN_AGE_RULE)
      .max(99, MIN_AGE_RULE)
      .optional()
      .openapi({
        description:
          'Age gate, applied exactly. Required for `age_verification`, unless `context` and `jurisdiction` set one; not needed for `id_verification`.',
        minimum: 1,
        example: 18,
      }),
    purpose: choice('purpose', ['age_verification', 'id_verification']).default('age_verification'),
    verification_mode: choice('verification_mode', ['auto', 'document', 'facial'])
      .default('auto')
      .openapi({
        description:
          '`document`: document and face match, never an estimate. `facial`: on the device only, no image leaves the browser.',
      }),
    liveness_difficulty: choice('liveness_difficulty', ['easy', 'medium', 'hard'])
      .default('medium')
      .openapi({ description: 'Number of movements: 1, 2 or 3.' }),
    user_id: z
      .string({ error: 'user_id must be a string.' })
      .max(255, 'user_id must have at most 255 characters.')
      .refine((text) => !looksLikeCredential(text), 'user_id looks like one of our credentials.')
      .optional()
      .openapi({
        description: 'Your own identifier for the person, returned unchanged.',
        example: 'u-1842',
      }),
    metadata: z
      .string({ error: 'metadata must be a string.' })
      .max(500, 'metadata must have at most 500 characters.')
      .optional()
      .openapi({ description: 'Shown in your dashboard only.' }),
    theme: z
      .string({ error: 'theme must be a string.' })
      .transform((text) => THEMES.find((theme) => theme === text) ?? 'system')
      .optional()
      .openapi({
        type: 'string',
        enum: [...THEMES],
        description:
          'Default: your settings, else `system`. Any other text is treated as `system`.',
      }),
    locale: z
      .string({ error: 'locale must be a string.' })
      .transform(matchLocale)
      .optional()
      .openapi({
        type: 'string',
        description:
          'BCP 47 language tag. The best supported match applies, else `en`. Default: your settings, else the visitor’s browser.',
        example: 'de-AT',
      }),
    accept: AcceptBody,
    context: choice('context', CONTEXTS).optional().openapi({
      description:
        'What you sell or show, for the legal rules (/docs/jurisdictions). Default: your settings.',
      example: 'adult_content',
    }),
    jurisdiction: z
      .string({ error: JURISDICTION_RULE })
      .regex(JURISDICTION_CODE, JURISDICTION_RULE)
      .optional()
      .openapi({
        description:
          'Jurisdiction whose law applies: ISO 3166-1 alpha-2 or 3166-2. Its rules narrow your request: `min_age` may be absent, and a lower one is raised. Default: your setting `policy`.',
        example: 'US-TX',
      }),
    visitor_region: choice('visitor_region', VISITOR_REGIONS).optional().openapi({
      description:
        'Location of the visitor, if it is far from your servers. The session is then stored near the visitor, if Cloudflare can. The value is not stored, and does not guarantee data residency; with your `residency` `eu`, only `weur` and `eeur` have an effect.',
      example: 'oc',
    }),
    display: choice('display', ['page', 'tv']).optional().openapi({
      description:
        '`tv`: for a screen with neither camera nor keyboard. The response has `tv`, a short URL and a code, which a person types on their phone.',
    }),
  })
  .refine(hasGate, { path: ['min_age'], error: MIN_AGE_RULE, when: ({ value }) => isRecord(value) })
  .refine(canBeFacial, {
    path: ['verification_mode'],
    error: 'verification_mode facial cannot serve id_verification.',
    when: ({ value }) => isRecord(value),
  })
  .openapi('InitRequest');

export const InitBody = z.preprocess(withoutAbsent, InitFields);

/**
 * @returns the members of a body that init ignores; members of `accept` are named `accept.…`
 *   (D-132)
 */
export function ignoredMembers(body: object): string[] {
  const { accept } = body as { accept?: unknown };
  return [
    ...namesOf(unknownOf(body, InitFields.shape)),
    ...(isRecord(accept) ? namesOf(unknownOf(accept, AcceptFields.shape), ['accept']) : []),
  ];
}

const unknownOf = (value: object, known: object): string[] =>
  Object.keys(value).filter((name) => !Object.hasOwn(known, name));

type Loose = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Whether the body sets an age threshold, leaves the threshold to a legal rule, or has a `purpose`
 * that needs none. Rules that involve several fields read the raw values: they run even when
 * individual fields are invalid, so that all errors are reported together.
 */
function hasGate(body: Loose): boolean {
  const { purpose, min_age: minAge, context, jurisdiction } = body;
  const needsGate = purpose === undefined || purpose === 'age_verification';
  // A legal rule may set the threshold; if none does, law-of-session.ts refuses the session.
  const mayBeOfLaw = context !== undefined || jurisdiction !== undefined;
  return !needsGate || mayBeOfLaw || (minAge !== undefined && minAge !== 0);
}

function canBeFacial(body: Loose): boolean {
  return !(body['verification_mode'] === 'facial' && body['purpose'] === 'id_verification');
}

export const InitData = z
  .object({
    token: z.string().openapi({ description: 'Init token, `xit_…`: single use, 10 minutes.' }),
    verify_url: z.string().openapi({ description: 'URL to which to send the visitor’s browser.' }),
    tv: z
      .object({
        url: z.string().openapi({ example: 'https://verify.example/device' }),
        code: z
          .string()
          .openapi({ description: 'Two groups of four letters.', example: 'BDFG-KLMN' }),
        url_with_code: z
          .string()
          .openapi({ description: 'URL that contains the code, for a QR code beside the text.' }),
        expires_in: z.int().openapi({ description: 'Seconds.', example: 600 }),
      })
      .optional()
      .openapi({
        description:
          'For `display` `tv`: what the screen shows. Poll the status with `token`, or wait for the webhook.',
      }),
    warnings: z
      .array(
        z.object({
          code: z.enum([
            'age_estimate_unsuitable',
            'age_target_unreachable',
            'min_age_raised',
            'policy_not_applied',
            'policy_unsatisfiable',
            'unknown_member',
          ]),
          message: z.string(),
          field: z.string().optional().openapi({
            description: 'Name of the ignored member, for `unknown_member`.',
            example: 'webhook_url',
          }),
        }),
      )
      .optional()
      .openapi({
        description:
          'Reasons for attention although the session exists: an age estimate is unsuitable for this `min_age`, the law has changed your request or cannot be met in some countries, or an unknown member of the body was ignored.',
      }),
  })
  .openapi('InitData');

export const RetakeData = z
  .object({
    token: z.string().openapi({ description: 'Init token of the new session, `xit_…`.' }),
    verify_url: z.string().openapi({ description: 'URL to which to send the visitor’s browser.' }),
    previous: z
      .string()
      .openapi({ description: 'Token of the session that this one retakes, `xtk_…`.' }),
  })
  .openapi('RetakeData');

export const SandboxOutcomeBody = z
  .object({
    status: choice('status', SETTLED_STATUSES),
    reason: z
      .string({ error: 'reason must be a string.' })
      .regex(/^[a-z][a-z_]{0,63}$/, 'reason must be lower-case words joined by underscores.')
      .transform(parseReason)
      .optional(),
  })
  .openapi('SandboxOutcome');

/** Examples of `data` for the API description. */
export const INIT_EXAMPLE = {
  token: 'xit_8yYVrb3kRfWcQ1nT',
  verify_url: 'https://verify.example/v/xit_8yYVrb3kRfWcQ1nT',
};
export const RETAKE_EXAMPLE = { ...INIT_EXAMPLE, previous: 'xtk_…' };
