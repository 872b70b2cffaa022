// The response schema of a deletion receipt, for the surfaces that return it (D-85).
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { Policy } from './result.ts';
import { listAll } from '../../domain/terms/list-all.ts';
import type { PictureStep } from '../../domain/verification/rules/methods.ts';

const STEPS = listAll<PictureStep>()(['liveness', 'age', 'face', 'document', 'review']);

const time = z.string().openapi({ example: '2026-08-13T09:30:41Z' });

/** The signed content of a receipt. It contains no age, no picture and nothing about the person. */
export const Receipt = z
  .object({
    iss: z.string().openapi({ description: 'Origin of the service.' }),
    session: z.string().openapi({ description: 'SHA-256 of the result token, base64url.' }),
    test: z.literal(true).optional(),
    residency: z.literal('eu').optional().openapi({
      description:
        'The session, its counters and its hashes of pictures are stored in the European Union. Absent: not restricted.',
    }),
    status: z.enum(['success', 'failed', 'canceled', 'expired']),
    decided_at: time,
    overturned: z.literal(true).optional().openapi({
      description: '`true` if a document has overturned an estimate, as in the result.',
    }),
    policy: z.string().openapi({ description: 'Version of the policy that decided the session.' }),
    law: Policy.optional().openapi({
      description: 'The legal rules that applied to the session, as in `policy` of the result.',
    }),
    received: z.array(
      z.object({
        step: z.enum(STEPS),
        pictures: z.int(),
        uploads: z.int().openapi({ description: 'How often the same pictures were received.' }),
        hashes: z.array(z.string()).openapi({
          description:
            'SHA-256 of each measured picture, base64url: for camera pictures the hash that the page had committed to, for document parts the hash of their bytes.',
        }),
        received_at: time,
        dropped_at: time.openapi({ description: 'Latest possible time.' }),
      }),
    ),
    kept: z
      .array(
        z.object({
          pictures: z.int(),
          hashes: z.array(z.string()).openapi({ description: 'SHA-256 of each, base64url.' }),
          since: time,
          until: time.openapi({
            description: 'The latest time at which they would have been deleted.',
          }),
          dropped_at: time,
        }),
      )
      .optional()
      .openapi({ description: 'Pictures that were kept, encrypted, for a reviewer at the site.' }),
    face_kept: z
      .object({ until: time.openapi({ description: 'Latest possible time.' }) })
      .optional()
      .openapi({
        description:
          'Encrypted face template that was kept: after a face check, or where the site keeps faces so that it can block them.',
      }),
    models: z.array(
      z.object({ file: z.string(), sha256: z.string().openapi({ description: 'Hexadecimal.' }) }),
    ),
  })
  .openapi('Receipt');

export const CompactJws = z.string().openapi({ example: 'eyJhbGciOiJSUzI1NiIs….….…' });

/** A file that contains the receipt as readable JSON and, on its last line, as a signed JWS. */
export const ReceiptFile = {
  description: 'A file with the statement as JSON, followed by the compact JWS on its last line.',
  content: { 'text/plain': { schema: CompactJws } },
};

export const receiptFile = (
  c: HonoContext<AppEnv>,
  { statement, jws }: { statement: z.infer<typeof Receipt>; jws: string },
) =>
  c.text(`${JSON.stringify(statement, null, 2)}\n\n${jws}\n`, 200, {
    'Content-Disposition': 'attachment; filename="receipt.txt"',
  });
