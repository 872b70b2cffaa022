// The response schema of a face challenge, for every surface that returns it (D-15).
import { z } from '@hono/zod-openapi';
import type {
  ChallengeKind,
  ChallengeStatus,
  FailureReason,
} from '../../domain/integration/face-2fa/challenge.ts';

const KINDS = ['enroll', 'verify'] as const satisfies readonly ChallengeKind[];
const STATUSES = [
  'processing',
  'completed',
  'failed',
  'expired',
] as const satisfies readonly ChallengeStatus[];
const REASONS = [
  'invalid_image',
  'no_face_detected',
  'not_enrolled',
  'face_mismatch',
  'face_unclear',
  'blacklist_match',
  'liveness_failed',
  'canceled',
  'expired',
  'internal_error',
] as const satisfies readonly FailureReason[];

export const FaceChallenge = z
  .object({
    challenge_id: z.string().openapi({ description: 'Challenge ID, `fch_…`.' }),
    kind: z.enum(KINDS),
    status: z.enum(STATUSES).openapi({
      description:
        '`completed`: the face was enrolled or compared. `failed`: it could not be enrolled or compared. `expired`: the challenge was not finished in time.',
    }),
    passed: z
      .boolean()
      .nullable()
      .openapi({ description: 'Null while `processing`; true only when `completed`.' }),
    failure_reason: z.enum(REASONS).optional(),
    liveness: z.literal(true).optional().openapi({
      description:
        'True if a live person answered on the hosted page. Absent if a picture was sent.',
    }),
    expires_at: z.string(),
    completed_at: z.string().optional(),
    test: z.literal(true).optional(),
  })
  .openapi('FaceChallenge');

export const FACE_CHALLENGE_EXAMPLE: z.infer<typeof FaceChallenge> = {
  challenge_id: 'fch_…',
  kind: 'verify',
  status: 'completed',
  passed: true,
  expires_at: '2026-08-13T09:35:00Z',
  completed_at: '2026-08-13T09:30:01Z',
};
