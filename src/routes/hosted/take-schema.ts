// The request schema of a page's commitment to the pictures of a document (D-137).
import { z } from '@hono/zod-openapi';
import { MAX_TAKE_PICTURES } from '../../vision/documents/take-check.ts';

const takeRow = z
  .tuple([z.int().min(0).max(3_600_000), z.string().regex(/^[\w-]{43}$/)])
  .transform(([t, hash]) => ({ t, hash }));

export const TakeBody = z
  .object({
    nonce: z.string().max(64),
    pictures: z.array(takeRow).max(MAX_TAKE_PICTURES).openapi({
      description:
        'Small pictures of the camera, ordered by time: milliseconds, and base64url of SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text.',
    }),
    parts: z
      .object({ frame_1: takeRow, frame_2: takeRow, page: takeRow, front: takeRow.exactOptional() })
      .openapi({
        description:
          'Times and hashes of the parts that are always sent. The time of `page` is that of `frame_2`.',
      }),
  })
  .openapi('HostedTake');
