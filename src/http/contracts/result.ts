// Response schemas of a session's result and status, for every surface that returns them (D-11,
// D-13).
import { z } from '@hono/zod-openapi';
import { CONTEXTS } from '../../config/law-contexts.ts';
import type { LightVerdict } from '../../domain/verification/rules/evidence/judge-light.ts';
import type {
  CoarseReason,
  SessionReason,
} from '../../domain/verification/rules/session/reasons.ts';
import type { LivenessLevel } from '../../domain/terms/age-proof.ts';
import type { PassClass } from '../../domain/terms/pass-class.ts';
import { listAll } from '../../domain/terms/list-all.ts';
import type { LivenessTest } from '../../domain/verification/rules/liveness/liveness-tested.ts';
import type { VerificationType } from '../../domain/verification/rules/methods.ts';
import type { ShownProof } from '../../domain/verification/rules/session/result.ts';

export const TYPES = listAll<VerificationType>()([
  'age_check',
  'full',
  'agate_id',
  'eu_wallet',
  'agate_pass',
  'agate_key',
]);

/**
 * The reason for a result. An open set: the type lists the values of this version, while the API
 * description only promises a string.
 */
export const Reason = z
  .custom<SessionReason>((value) => typeof value === 'string')
  .openapi({
    type: 'string',
    example: 'age_below_threshold',
  });

const LIGHT_VERDICTS = [
  'answers',
  'contradicts',
  'cannot_tell',
] as const satisfies readonly LightVerdict[];

const LEVELS = ['standard', 'strict'] as const satisfies readonly LivenessLevel[];

/** A liveness test; an open set, like `Reason`. */
const Tested = z
  .custom<LivenessTest>((value) => typeof value === 'string')
  .openapi({ type: 'string', example: 'movements' });

const PROOFS = ['wallet', 'pass', 'key'] as const satisfies readonly ShownProof['method'][];

const CLASSES = ['standard', 'high'] as const satisfies readonly PassClass[];

const Check = z.object({ performed: z.boolean(), passed: z.boolean() });
export const STATUSES = [
  'pending',
  'in_progress',
  'pending_tenant_review',
  'awaiting_retake',
  'success',
  'failed',
  'canceled',
  'expired',
  'retaken',
] as const;

/** The legal requirements that applied to a session (D-157). */
export const Policy = z.object({
  jurisdiction: z.string().optional().openapi({
    description:
      'Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings, else the visitor’s country. Absent if unknown.',
    example: 'FR',
  }),
  context: z.enum(CONTEXTS),
  version: z
    .string()
    .openapi({ description: 'SHA-256 of the data of these rules, hex (/docs/jurisdictions).' }),
  rules: z.array(z.string()).openapi({
    description: 'The rules that applied. Empty if no law is known for the place.',
    example: ['EU-adult_content-2025-07-14', 'FR-adult_content-2025-04-11'],
  }),
  per_access: z
    .literal(true)
    .optional()
    .openapi({ description: 'Whether the law requires a new proof for each access.' }),
  missing: z
    .array(z.string())
    .optional()
    .openapi({
      description:
        'Requirements that could not be met at the visitor’s location. The session ended with `assistance_needed`.',
      example: ['policy.double_anonymous'],
    }),
});

export const Result = z
  .object({
    token: z.string().openapi({ description: 'Result token, `xtk_…`.' }),
    status: z.enum(STATUSES),
    verified: z.boolean().openapi({ description: 'True exactly when `status` is `success`.' }),
    reason: Reason.optional(),
    verification_type: z.enum(TYPES).optional(),
    ip_country: z.string().optional().openapi({ example: 'NL' }),
    external_user_id: z.string().optional(),
    checks: z.object({
      liveness: Check.extend({
        light: z.enum(LIGHT_VERDICTS).optional().openapi({
          description:
            'Whether the face reflected the light of the screen, where the check was measured at the edge.',
        }),
        level: z.enum(LEVELS).optional().openapi({
          description:
            'The liveness level that applied. Present once liveness was decided. `strict` requires reflected light, pictures taken halfway through the movements and a camera report.',
        }),
        tested: z
          .array(Tested)
          .optional()
          .openapi({
            description:
              'The tests that contributed to the liveness decision: `movements`, `device_numbers`, `edge_pictures`, `between_pictures`, `light`, `texture`, `camera_report`. Present once liveness has been decided. The list may grow.',
            example: [
              'movements',
              'edge_pictures',
              'between_pictures',
              'light',
              'texture',
              'camera_report',
            ],
          }),
      }),
      age: Check.extend({ gate: z.int().optional() }),
      document: Check.extend({
        document_type: z
          .enum(['passport', 'id_card', 'drivers_license', 'residence_permit'])
          .optional(),
        country: z.string().optional(),
      }),
      face_match: Check,
      eu_wallet: Check,
      aml: Check,
    }),
    proof: z
      .object({
        method: z.enum(PROOFS),
        bracket: z.string().openapi({
          description: 'The age bracket that was proven, nothing more.',
          example: '18+',
        }),
        class: z.enum(CLASSES).optional().openapi({
          description:
            'Assurance class of a pass or a key. `high`: the age was read from a document or a wallet.',
        }),
        issued: z.string().optional().openapi({
          description: 'For a pass, its month; for a key, the month of the check behind it.',
          example: '2026-11',
        }),
        credential: z.string().optional().openapi({
          description: 'Type of the document that the wallet presented.',
          example: 'eu.europa.ec.av.1',
        }),
        issuer_country: z.string().optional().openapi({ example: 'NL' }),
      })
      .optional()
      .openapi({ description: 'An age that was proven without a camera.' }),
    risk: z.object({ band: z.enum(['low', 'medium', 'high']) }).optional(),
    measured: z.enum(['edge', 'device']).optional().openapi({
      description:
        'Where liveness and age were measured. Absent before that. `device`: the measurements are the page’s own.',
    }),
    handed_over: z.literal(true).optional().openapi({
      description:
        'Whether a phone completed the check instead of the device that opened the link.',
    }),
    reviewed: z
      .literal(true)
      .optional()
      .openapi({ description: 'Whether a reviewer at the customer made the decision.' }),
    overturned: z.literal(true).optional().openapi({
      description:
        'Whether a document reversed an estimate that was too low, in this chain of sessions.',
    }),
    policy: Policy.optional().openapi({
      description:
        'The legal rules that applied to the session. Present if `context` or your settings request them.',
    }),
    receipt: z.string().optional().openapi({
      description:
        'URL of the signed deletion receipt. Present once pictures were received and the session has ended. It requires no key.',
    }),
    previous: z.string().optional().openapi({
      description:
        'Token of the session that this one retakes, `xtk_…`. The status of that session is `retaken`.',
    }),
    created_at: z.string(),
    completed_at: z.string().optional(),
    expires_at: z.string(),
    test: z.literal(true).optional(),
  })
  .openapi('Result');

const COARSE_REASONS = [
  'liveness',
  'age',
  'document',
  'test_mode',
  'other',
] as const satisfies readonly CoarseReason[];

export const StatusData = z
  .object({
    token: z.string(),
    status: z.enum(STATUSES),
    verified: z.boolean(),
    reason: z
      .enum(COARSE_REASONS)
      .optional()
      .openapi({ description: 'The check that ended the session, without details.' }),
    created_at: z.string(),
    expires_at: z.string(),
    test: z.literal(true).optional(),
  })
  .openapi('Status');

export const TokenParam = z.object({
  token: z.string().openapi({ description: '`xtk_…` from the callback, or `xit_…` from init.' }),
});

/** Examples of `data` for the OpenAPI document. */
const performed = { performed: true, passed: true };
const skipped = { performed: false, passed: false };

export const RESULT_EXAMPLE: z.infer<typeof Result> = {
  token: 'xtk_…',
  status: 'success',
  verified: true,
  verification_type: 'age_check',
  ip_country: 'NL',
  external_user_id: 'u-1842',
  checks: {
    liveness: {
      ...performed,
      light: 'answers',
      level: 'standard',
      tested: [
        'movements',
        'edge_pictures',
        'between_pictures',
        'light',
        'texture',
        'camera_report',
      ],
    },
    age: { ...performed, gate: 18 },
    document: skipped,
    face_match: skipped,
    eu_wallet: skipped,
    aml: skipped,
  },
  created_at: '2026-08-13T09:30:00Z',
  completed_at: '2026-08-13T09:30:41Z',
  expires_at: '2026-08-13T09:45:00Z',
};

export const STATUS_EXAMPLE: z.infer<typeof StatusData> = {
  token: 'xtk_…',
  status: 'in_progress',
  verified: false,
  created_at: '2026-08-13T09:30:00Z',
  expires_at: '2026-08-13T09:45:00Z',
};
