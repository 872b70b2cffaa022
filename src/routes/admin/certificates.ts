// Third-party certificates, which go into every evidence pack unchanged (D-164). No file name is
// accepted: the archive generates its own.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  DOCUMENT_KINDS,
  FILE_ENDINGS,
  STANDARDS,
  type ListedCertificate,
} from '../../domain/operations/certificates/certificate.ts';
import {
  addCertificate,
  MAX_BYTES,
  readCertificate,
  readCertificates,
  withdrawCertificate,
} from '../../domain/operations/certificates/certificates.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { limitBodyTo, requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { requiredDay } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { base64, DONE, Done } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { packText } from './evidence-texts.ts';

/** Matches the upload path, which has its own body size limit. */
export const CERTIFICATE_UPLOAD = /\/evidence\/certificates$/;

const MAX_CHARACTERS = Math.ceil(MAX_BYTES / 3) * 4;
const EXAMPLE = 'crt_7pFq0cW4mT2yK9dE';

const limitUpload = limitBodyTo({
  bytes: MAX_CHARACTERS + 64 * 1024,
  message: `The body is larger than 64 KiB plus a document of ${MAX_BYTES} bytes in base64.`,
});

const Certificate = z
  .object({
    id: z.string().openapi({ example: EXAMPLE }),
    standard: z.enum(STANDARDS).nullable().openapi({
      description: 'A standard that every pack names. null: another certificate.',
    }),
    title: z.string(),
    issuer: z.string(),
    scope: z.string(),
    statement: z.string(),
    valid_from: z.string().openapi({ format: 'date' }),
    valid_to: z.string().nullable().openapi({ format: 'date' }),
    kind: z.enum(DOCUMENT_KINDS),
    bytes: z.int(),
    sha256: z.string().openapi({ description: 'SHA-256 of the document, lower-case hex.' }),
    added_at: z.string(),
  })
  .openapi('AdminCertificate');

const lastDay = requiredDay('valid_to')
  .nullable()
  .optional()
  .openapi({
    type: ['string', 'null'],
    format: 'date',
    description: 'Last day of validity. null or absent: the certificate states none.',
  });

const NewCertificate = z
  .strictObject({
    standard: z
      .enum(STANDARDS, { error: `standard must be one of: ${STANDARDS.join(', ')}, or null.` })
      .nullable()
      .optional(),
    title: packText('title', 200),
    issuer: packText('issuer', 200),
    scope: packText('scope', 1_000).openapi({ description: 'What was certified.' }),
    statement: packText('statement', 1_500).openapi({
      description: 'What the certificate states.',
    }),
    valid_from: requiredDay('valid_from'),
    valid_to: lastDay,
    document: base64(MAX_CHARACTERS, 'document must be base64 of at most 1,000,000 bytes.').openapi(
      { type: 'string', description: 'PDF, PNG or JPEG file, base64.' },
    ),
    replaces: z.string().max(100, 'replaces must be the id of a certificate.').optional().openapi({
      description: 'Certificate that this one replaces; it is withdrawn in the same transaction.',
      example: EXAMPLE,
    }),
  })
  .refine((body) => (body.valid_to ?? body.valid_from) >= body.valid_from, {
    path: ['valid_to'],
    error: 'valid_to must not be before valid_from.',
  });

const common = { tags: ['Admin evidence'], security: [{ bearer: [] }] };
const params = z.object({ id: z.string().max(100).openapi({ example: EXAMPLE }) });

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/evidence/certificates',
  operationId: 'adminListCertificates',
  summary: 'List the certificates of evidence packs',
  middleware: allowed('evidence.read'),
  responses: {
    ...ok('Oldest first, at most ten.', z.array(Certificate)),
    ...errorResponses(401, 403, 429, 500),
  },
});

const addRoute = createRoute({
  ...common,
  method: 'post',
  path: '/evidence/certificates',
  operationId: 'adminAddCertificate',
  summary: 'Add a certificate to evidence packs, or replace one',
  description:
    'Every pack contains the document unchanged, beside its SHA-256. PDFs with scripts, forms that submit data, embedded files or encryption are refused. The service cannot tell whether a document is genuine: you vouch for it.',
  middleware: [limitUpload, ...allowed('evidence.manage'), requireJsonObject],
  request: { body: bodyOf(NewCertificate) },
  responses: {
    ...created('The certificate is listed.', Certificate),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const documentRoute = createRoute({
  ...common,
  method: 'get',
  path: '/evidence/certificates/{id}/document',
  operationId: 'adminReadCertificateDocument',
  summary: 'Download the document of a certificate',
  middleware: allowed('evidence.read'),
  request: { params },
  responses: {
    200: {
      description: 'The document, as an attachment.',
      content: {
        'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const withdrawRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/evidence/certificates/{id}',
  operationId: 'adminWithdrawCertificate',
  summary: 'Withdraw a certificate',
  description: 'Later packs do not contain the certificate, and its document is deleted.',
  middleware: allowed('evidence.manage'),
  request: { params },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const presentCertificate = (one: ListedCertificate) => ({
  id: one.id,
  standard: one.standard,
  title: one.title,
  issuer: one.issuer,
  scope: one.scope,
  statement: one.statement,
  valid_from: one.validFrom,
  valid_to: one.validTo,
  kind: one.kind,
  bytes: one.bytes,
  sha256: one.sha256,
  added_at: toTimestamp(one.addedAtMs),
});

export function registerCertificates(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const listed = await readCertificates(c.get('ctx'));
    return c.json(succeed(c, listed.map(presentCertificate)), 200);
  });

  surface.openapi(addRoute, async (c) => {
    const { document, replaces, ...facts } = c.req.valid('json');
    const { document: sent } = await c.req.json<{ document: string }>();
    const certificate = await addCertificate(c.get('ctx'), actorOf(c), {
      document,
      sent,
      replaces,
      facts: {
        standard: facts.standard ?? null,
        title: facts.title,
        issuer: facts.issuer,
        scope: facts.scope,
        statement: facts.statement,
        validFrom: facts.valid_from,
        validTo: facts.valid_to ?? null,
      },
    });
    return c.json(succeed(c, presentCertificate(certificate)), 201);
  });

  surface.openapi(documentRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { certificate, document } = await readCertificate(c.get('ctx'), id);
    // The response is an attachment of a generic type, so that browsers never open the document on
    // this origin, regardless of its content.
    return c.body(document, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${certificate.id}.${FILE_ENDINGS[certificate.kind]}"`,
    });
  });

  surface.openapi(withdrawRoute, async (c) => {
    await withdrawCertificate(c.get('ctx'), actorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}
