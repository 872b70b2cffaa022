// Request and response schemas for face 2FA (D-15).
import { z } from '@hono/zod-openapi';
import { looksLikeCredential } from '../../crypto/token-prefixes.ts';
import { base64 } from '../../http/fields.ts';
import { CallbackUrl } from './schemas.ts';

/** 7.5 MB as base64. */
const MAX_IMAGE_CHARACTERS = 10_000_000;

const IMAGE_RULE =
  'image must be a JPEG in base64, without a data: prefix, of at most 10,000,000 characters.';
const USER_RULE = 'user_id must have 1 to 255 characters.';

const UserId = z
  .string({ error: USER_RULE })
  .min(1, USER_RULE)
  .max(255, USER_RULE)
  .refine((text) => text.isWellFormed(), 'user_id must be well-formed Unicode.')
  // Every client resolves `.` and `..` in a path, even when they are percent-encoded, so no request
  // could read or erase a person with either id.
  .refine((text) => text !== '.' && text !== '..', 'user_id must not be . or .. alone.')
  .refine((text) => !looksLikeCredential(text), 'user_id looks like one of our credentials.');

export const FaceImage = base64(MAX_IMAGE_CHARACTERS, IMAGE_RULE).openapi({
  type: 'string',
  format: 'byte',
  minLength: 1,
  description:
    'A photograph of one person looking at the camera: a baseline JPEG of up to 25 megapixels, in base64.',
});

export const FaceBody = z
  .object({
    user_id: UserId.openapi({
      description: 'Your own identifier for the person.',
      example: 'u-1842',
    }),
    image: FaceImage,
  })
  .openapi('FaceRequest');

export const FaceSessionBody = z
  .object({
    user_id: UserId.openapi({
      description: 'Your own identifier for the person.',
      example: 'u-1842',
    }),
    kind: z.enum(['enroll', 'verify'], { error: 'kind must be enroll or verify.' }),
    callback_url: CallbackUrl.openapi({
      description:
        'URL to which the browser returns at the end, with `status`, `token` (the challenge) and `user_id`.',
    }),
  })
  .openapi('FaceSessionRequest');

export const FaceSession = z
  .object({
    challenge_id: z
      .string()
      .openapi({ description: 'Challenge ID, `fch_…`. Read its status until it ends.' }),
    verify_url: z
      .string()
      .openapi({ description: 'URL of the page for the person. It opens once.' }),
  })
  .openapi('FaceSession');

export const FACE_SESSION_EXAMPLE: z.infer<typeof FaceSession> = {
  challenge_id: 'fch_…',
  verify_url: 'https://verify.example/v/xit_8yYVrb3kRfWcQ1nT',
};

export const UserParam = z.object({
  user_id: UserId.openapi({ description: 'Your own identifier for the person, percent-encoded.' }),
});

export const ChallengeParam = z.object({
  challenge_id: z.string().openapi({ description: '`fch_…` from the response.' }),
});

export const FaceAccepted = z
  .object({
    challenge_id: z
      .string()
      .openapi({ description: 'Challenge ID, `fch_…`. Read its status until it ends.' }),
    status: z.literal('processing'),
  })
  .openapi('FaceAccepted');

export const ACCEPTED_EXAMPLE: z.infer<typeof FaceAccepted> = {
  challenge_id: 'fch_…',
  status: 'processing',
};

export const FaceUser = z
  .object({ enrolled: z.boolean(), enrolled_at: z.string().optional() })
  .openapi('FaceUser');

export const FACE_USER_EXAMPLE: z.infer<typeof FaceUser> = {
  enrolled: true,
  enrolled_at: '2026-08-13T09:30:01Z',
};

export const Deleted = z.object({ deleted: z.literal(true) }).openapi('FaceDeleted');
