// Wire shape of a deletion receipt, for the surfaces that return it (D-85).
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { Policy } from './result.ts';
import { listAll } from '../../domain/terms/list-all.ts';
import type { PictureStep } from '../../domain/verification/rules/methods.ts';

const STEPS = listAll<PictureStep>()(['liveness', 'age', 'face', 'document', 'review']);

const time = z.string().openapi({ example: '2026-08-13T09:30:41Z' });

/** The signed content. It has no age, no picture and nothing about the person. */
export const Receipt = z
  .object({
    iss: z.string().openapi({ description: 'Origin of the service.' }),
    session: z.string().openapi({ description: 'SHA-256 of the result token, base64url.' }),
    test: z.literal(true).optional(),
    status: z.enum(['success', 'failed', 'canceled', 'expired']),
    decided_at: time,
    overturned: z
      .literal(true)
      .optional()
      .openapi({ description: 'As in the result: a document has reversed an estimate.' }),
    policy: z.string().openapi({ description: 'Version of the rules that judged.' }),
    law: Policy.optional().openapi({
      description: 'As `policy` of the result: the rules of law that the session was held to.',
    }),
    received: z.array(
      z.object({
        step: z.enum(STEPS),
        pictures: z.int(),
        uploads: z.int().openapi({ description: 'How often the same pictures arrived.' }),
        hashes: z.array(z.string()).openapi({
          description:
            'Of those that were measured: as the page had committed to them, and of a document’s parts SHA-256 of their bytes, base64url.',
        }),
        received_at: time,
        dropped_at: time.openapi({ description: 'At the latest.' }),
      }),
    ),
    kept: z
      .array(
        z.object({
          pictures: z.int(),
          hashes: z.array(z.string()).openapi({ description: 'SHA-256 of each, base64url.' }),
          since: time,
          until: time.openapi({ description: 'When they would have gone at the latest.' }),
          dropped_at: time,
        }),
      )
      .optional()
      .openapi({ description: 'Encrypted, for a person at the site who was asked to decide.' }),
    face_kept: z
      .object({ until: time.openapi({ description: 'At the latest.' }) })
      .optional()
      .openapi({
        description:
          'A description of the face, encrypted: where the site keeps faces so that it can block one, and after a face check.',
      }),
    models: z.array(
      z.object({ file: z.string(), sha256: z.string().openapi({ description: 'Hexadecimal.' }) }),
    ),
  })
  .openapi('Receipt');

export const CompactJws = z.string().openapi({ example: 'eyJhbGciOiJSUzI1NiIs….….…' });

/** A file with the statement as text, and in its last line the same, signed. */
export const ReceiptFile = {
  description: 'A file: the statement as JSON, and in its last line the compact JWS.',
  content: { 'text/plain': { schema: CompactJws } },
};

export const receiptFile = (
  c: HonoContext<AppEnv>,
  { statement, jws }: { statement: z.infer<typeof Receipt>; jws: string },
) =>
  c.text(`${JSON.stringify(statement, null, 2)}\n\n${jws}\n`, 200, {
    'Content-Disposition': 'attachment; filename="receipt.txt"',
  });
