// Request and response schemas for the hosted page's own API (/v/sessions). `npm run generate:wire`
// generates the page's types from them.
import { z } from '@hono/zod-openapi';
import { CONSENT_SCOPES } from '../../domain/verification/rules/session/consent-state.ts';
import { SETTLED_STATUSES } from '../../domain/verification/rules/session/state.ts';
import { parseReason } from '../../domain/verification/rules/session/reasons.ts';
import { REPEATED_STEPS } from '../../domain/verification/rules/review/review-state.ts';
import { DOCUMENT_FIELDS } from '../../domain/verification/rules/document/document-state.ts';
import { DOCUMENT_TYPES } from '../../vision/documents/document-facts.ts';
import { MAX_AGE_SAMPLES } from '../../vision/face/age-evidence.ts';
import { GESTURES, MAX_POSE_SAMPLES, MOVES } from '../../vision/face/challenge.ts';
import { MAX_COMMITMENTS } from '../../vision/face/face-wire.ts';
import { LIGHT_STEPS, SCREEN_COLOUR_NAMES } from '../../vision/face/screen-colours.ts';
import { Reason, STATUSES } from '../../http/contracts/result.ts';
import { STEPS } from '../../domain/verification/rules/methods.ts';
import { FaceTerms } from './consent-schemas.ts';
import { OTHER_WAYS } from './ways-schemas.ts';

const finite = (low: number, high: number) => z.number().min(low).max(high);

const Problem = z
  .enum([
    'no_face',
    'movement_not_seen',
    'wrong_movement',
    'too_fast',
    'timed_out',
    'light_unclear',
    'pictures_late',
    'not_accepted',
    'age_unclear',
    'document_unclear',
    'document_not_accepted',
    'document_expired',
    'document_birth_date',
    'document_not_live',
    'front_not_a_document',
    'front_unclear',
    'front_unread',
    'portrait_unclear',
    'portrait_differs',
    'face_unclear',
    'wallet_declined',
    'wallet_untrusted',
    'wallet_expired',
    'wallet_not_accepted',
  ])
  .openapi({ description: 'Why the last attempt did not count, in actionable terms.' });

export const SessionView = z
  .object({
    id: z.string(),
    status: z.enum(STATUSES).exclude(['pending', 'retaken']),
    test: z.boolean(),
    preview: z.literal(true).optional().openapi({
      description: 'True for a preview of unpublished texts. The page must say so.',
    }),
    step: z.enum([...STEPS, 'done']).openapi({
      description:
        '`review`: a reviewer at the site may decide, or (`awaiting_retake`) has asked for more. `done`: nothing is left to do here.',
    }),
    review_again: z.array(z.enum(REPEATED_STEPS)).optional().openapi({
      description: 'Steps that a reviewer at the site asked to repeat.',
    }),
    can_show_again: z.literal(true).optional().openapi({
      description: 'At `review`: a page that no longer has the pictures may take them again.',
    }),
    site: z.object({
      name: z.string(),
      host: z.string().openapi({ description: 'Host of `callback_url`.' }),
      return_hosts: z.array(z.string()).optional().openapi({
        description:
          'All hosts to which the visitor may return. Present if `success_url` or `failed_url` has another host.',
      }),
      color: z.string().optional().openapi({ example: '#3b5bdb' }),
      logo: z
        .string()
        .optional()
        .openapi({
          description: 'URL of `readLogo`, or a `data:` URL if a logo is previewed.',
          example: `/v/logos/ten_9f2c41d07b/${'5e'.repeat(32)}`,
        }),
      alternative_url: z.string().optional().openapi({
        description: 'URL for a person who cannot do what the check asks.',
      }),
    }),
    request: z.object({
      purpose: z.enum(['age_verification', 'id_verification', 'face_check']),
      face: z.enum(['enroll', 'verify']).optional().openapi({
        description: 'For `face_check`: store the face, or compare it with the stored one.',
      }),
      mode: z.enum(['auto', 'document', 'facial']),
      gate: z.int().optional().openapi({ description: 'Age gate of the session.', example: 18 }),
    }),
    privacy: z.object({
      notice: z.string().openapi({ description: 'Version of the privacy notice.', example: '1' }),
      controller: z.string().openapi({ description: 'Data controller of this check.' }),
      operator: z.string().openapi({ description: 'Operator of the service.' }),
      retention_days: z.int().openapi({ description: 'Retention period of the result.' }),
      path: z.string().openapi({ description: 'Path of the notice, with the customer’s part.' }),
      scopes: z
        .array(z.enum(CONSENT_SCOPES))
        .openapi({ description: 'Scopes of the consent: everything that may be pictured.' }),
      document_fields: z.array(z.enum(DOCUMENT_FIELDS)).optional().openapi({
        description: 'Document fields that the site receives. Absent: none.',
      }),
      faces: FaceTerms.extend({
        site: z.string(),
        use: z.enum(['enroll', 'verify']).optional(),
        contact: z.string().optional(),
      })
        .optional()
        .openapi({ description: 'Further use of the face by the site. Absent: none.' }),
    }),
    theme: z.enum(['light', 'dark', 'system']),
    locale: z.string().optional().openapi({
      description: 'Language that the customer requested. Absent: the browser’s language.',
      example: 'de',
    }),
    attempts_left: z.object({
      liveness: z.int(),
      age: z.int(),
      document: z.int().optional().openapi({
        description: 'Present if the document step is still ahead.',
      }),
    }),
    document_need: z.enum(['may', 'will']).optional().openapi({
      description: 'Document check. `may`: if the age stays unclear. Absent: never.',
    }),
    document: z
      .object({
        nonce: z.string().openapi({ description: 'Single-use identifier of this attempt.' }),
        allowed: z.array(z.enum(DOCUMENT_TYPES)).openapi({ description: 'Accepted types.' }),
        country: z.string().optional().openapi({
          description: 'Likely country for preselection. ISO 3166-1 alpha-2.',
        }),
        take_required: z.literal(true).optional().openapi({
          description: 'True if only one continuous camera take counts, no files.',
        }),
        times: z.array(z.number()).optional().openapi({
          description:
            'Times of the small pictures to send. Present once the page has committed; empty without a take.',
        }),
      })
      .optional()
      .openapi({ description: 'Document to present at the step `document`.' }),
    ...OTHER_WAYS,
    device: z
      .enum(['computer', 'phone'])
      .openapi({ description: 'Role of this browser. A phone joined by a hand-off link.' }),
    active: z.boolean().openapi({ description: 'Whether this device may act now.' }),
    handoff: z
      .object({
        state: z.enum(['offered', 'joined', 'confirmed']),
        code: z.string().optional().openapi({
          description: 'Four digits to type on the phone. Sent to the computer only.',
        }),
        tries_left: z.int().openapi({ description: 'Remaining attempts to enter the code.' }),
        computer: z.string().openapi({ example: 'Chrome, Windows' }),
        offered_ms_ago: z.int(),
      })
      .optional(),
    extensions_left: z.int(),
    age_nonce: z.string().optional().openapi({
      description: 'Single-use identifier of this age attempt.',
    }),
    measured: z.enum(['device', 'edge']).optional().openapi({
      description: 'Place of measurement. Absent: `device`.',
    }),
    light_required: z.literal(true).optional().openapi({
      description: 'True if the site rejects checks with inconclusive screen light.',
    }),
    reveal: z
      .object({
        step: z.enum(['liveness', 'age', 'face']),
        times: z.array(z.number()).openapi({
          description: 'When the pictures to send were taken, in ms.',
        }),
        due_in_ms: z.int(),
      })
      .optional()
      .openapi({ description: 'Pictures that the page committed to and must send now.' }),
    problem: Problem.optional(),
    outcome: z
      .object({
        status: z.enum(['success', 'failed', 'canceled', 'expired', 'pending_tenant_review']),
        reason: Reason.optional(),
        incomplete: z.object({ contact: z.string().optional() }).optional().openapi({
          description: 'Contact for questions. No further details are given.',
        }),
        return_url: z.string(),
        receipt: z.literal(true).optional().openapi({
          description: 'True if a deletion receipt can be downloaded.',
        }),
        can_contest: z.literal(true).optional().openapi({
          description: 'True if a document may be presented instead of the estimate.',
        }),
      })
      .optional(),
    witness: z
      .object({
        site_key: z.string(),
        script: z.string().openapi({ description: 'URL of Turnstile, for explicit rendering.' }),
        action: z
          .string()
          .openapi({ description: 'Turnstile `action`; `cData` is the session’s `id`.' }),
      })
      .optional()
      .openapi({
        description:
          'Present at `consent` if the service also uses Cloudflare Turnstile to check for a real browser.',
      }),
    expires_in_ms: z.int(),
  })
  .openapi('HostedSession');

/** The token of the page's link, or of a hand-off link. */
export const LinkBody = z
  .object({
    token: z.string().max(200),
    embedded: z.boolean().optional().openapi({ description: 'Whether the page is in a frame.' }),
    touch: z.boolean().optional().openapi({
      description: 'Whether the screen is multi-touch, to tell an iPad from a Mac.',
    }),
    attempt: z.string().min(22).max(64).optional().openapi({
      description:
        'Random value of this page. A repeated request with it within a minute, after a lost response, succeeds.',
    }),
  })
  .openapi('HostedRedeem');
export const ContestBody = z
  .object({
    embedded: z.boolean().optional().openapi({ description: 'Whether the page is in a frame.' }),
  })
  .openapi('HostedContest');
export const ContestLink = z
  .object({ verify_url: z.string().openapi({ description: 'Opens in this browser only.' }) })
  .openapi('HostedContestLink');
export const EmptyBody = z.object({}).openapi('HostedEmpty');
export const ChallengeBody = z
  .object({
    relaxed: z.boolean().optional().openapi({ description: 'Three minutes instead of one.' }),
    gestures: z.array(z.enum(GESTURES)).max(GESTURES.length).optional().openapi({
      description: 'Gestures that this page supports besides turns and nods. Absent: none.',
    }),
    without: z.array(z.enum(GESTURES)).max(GESTURES.length).optional().openapi({
      description: 'Gestures that the person cannot make, excluded for this session.',
    }),
  })
  .openapi('HostedChallengeRequest');

export const HandoffCode = z
  .object({ code: z.string().regex(/^\d{4}$/, 'code must be four digits.') })
  .openapi('HostedHandoffCode');
export const HandoffLink = z
  .object({ url: z.string(), code: z.string(), expires_in_ms: z.int() })
  .openapi('HostedHandoffLink');

/** The page's report about its camera. */
const camera = z
  .object({
    virtual_label: z.boolean().openapi({ description: 'Whether the camera is named as virtual.' }),
    repeated_frames: finite(0, 1).openapi({
      description: 'Share of frames that equal the previous frame.',
    }),
    interval_variation: finite(0, 1_000).openapi({
      description: 'Coefficient of variation of the intervals between frames.',
    }),
  })
  .transform((report) => ({
    virtualLabel: report.virtual_label,
    repeatedFrames: report.repeated_frames,
    intervalVariation: report.interval_variation,
  }))
  .optional();

export const Challenge = z
  .object({
    challenge_id: z.string(),
    nonce: z.string().optional().openapi({
      description: 'Nonce for picture hashes. Present if measured at the edge.',
    }),
    actions: z.array(z.enum(MOVES)).min(1).max(4),
    aside_degrees: z.int().optional().openapi({
      description: 'How far the head must turn to a side, in degrees, if further than 15.',
      example: 25,
    }),
    light: z.array(z.enum(SCREEN_COLOUR_NAMES)).optional().openapi({
      description:
        'Colours for the whole screen. Present if the check is measured at the edge: three before the first movement, the others after it.',
    }),
    expires_in_ms: z.int().openapi({ example: 60000 }),
  })
  .openapi('HostedChallenge');

/** Commitments to the pictures of the samples, if the check is measured at the edge. */
const pictures = z
  .array(z.tuple([finite(0, 200_000), z.string().regex(/^[\w-]{43}$/)]))
  .max(MAX_COMMITMENTS)
  .optional()
  .openapi({
    description:
      'Time of the sample t, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text.',
  });

const poseSample = z
  .tuple([
    finite(0, 200_000),
    finite(-180, 180),
    finite(-180, 180),
    finite(-180, 180),
    finite(-2, 3),
    finite(-2, 3),
    finite(0, 4),
    finite(0, 10).exactOptional(),
  ])
  .openapi({
    minItems: 7,
    description:
      'Milliseconds since the challenge was shown; yaw, pitch, roll in degrees (yaw > 0: the person turns to their own left; pitch > 0: down); centre x, y and width of the face as fractions of the picture; and, if an open mouth is requested, the distance between the lips as a share of the mouth’s width.',
  });

export const LivenessSubmission = z
  .object({
    challenge_id: z.string().max(64),
    samples: z.array(poseSample).max(MAX_POSE_SAMPLES),
    pictures,
    light: z.array(finite(0, 200_000)).max(LIGHT_STEPS).optional().openapi({
      description:
        'When the screen started to show each colour, on the clock of the samples. Absent if the person turned the colours off.',
    }),
    camera,
  })
  .openapi('HostedLiveness')
  .transform(
    ({ challenge_id: challengeId, light: lightBegunMs, camera: signals, ...evidence }) => ({
      challengeId,
      lightBegunMs,
      signals,
      ...evidence,
    }),
  );

export const AgeSubmission = z
  .object({
    age_nonce: z.string().max(64),
    samples: z
      .array(
        z.object({
          t: finite(0, 200_000).openapi({ description: 'Milliseconds since the step began.' }),
          age: finite(0, 120).optional().openapi({
            description: 'Estimate in years. Present if the check stays on the device.',
          }),
          yaw: finite(-180, 180),
          pitch: finite(-180, 180),
          score: finite(0, 1).openapi({ description: 'Confidence that a face is present.' }),
        }),
      )
      .max(MAX_AGE_SAMPLES),
    pictures,
    camera,
  })
  .openapi('HostedAge')
  .transform(({ age_nonce: nonce, camera: signals, ...evidence }) => ({
    nonce,
    signals,
    ...evidence,
  }));

export const SandboxBody = z
  .object({
    outcome: z.enum(SETTLED_STATUSES),
    reason: z.string().max(64).transform(parseReason).optional(),
  })
  .openapi('HostedSandbox');

export const AccountOffer = z
  .object({
    service: z.string().openapi({ description: 'Name of the service that holds the account.' }),
    signed_in: z.boolean(),
    can_reuse: z
      .boolean()
      .openapi({ description: 'Whether the account’s age can complete this check.' }),
    can_keep: z.boolean().openapi({ description: 'Whether no account has the result yet.' }),
  })
  .openapi('AccountOffer');

export type SessionView = z.infer<typeof SessionView>;
export type AccountOffer = z.infer<typeof AccountOffer>;
export type HandoffLink = z.infer<typeof HandoffLink>;
export type Challenge = z.infer<typeof Challenge>;
