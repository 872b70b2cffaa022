// Trust anchors for proofs from wallets (D-146). The list is empty at first, because only the
// operator decides whom to trust.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  addAnchor,
  readAnchors,
  removeAnchor,
} from '../../domain/platform/wallet-anchors/anchors.ts';
import type { WalletAnchor } from '../../domain/platform/wallet-anchors/anchor.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';

/** Document types; for an SD-JWT VC the type is its `vct`. */
const DOC_TYPES = [
  'eu.europa.ec.av.1',
  'org.iso.18013.5.1.mDL',
  'urn:eudi:pid:1',
  'urn:eudi:pid:de:1',
] as const;
/** DER longer than 127 bytes begins with 0x30 0x81 or 0x30 0x82; in base64, both give `MI`. */
const CERTIFICATE = /^\s*(-----BEGIN CERTIFICATE-----\s*)?MI/;
/** A certificate is about 1 kB. */
const MAX_CHARACTERS = 8_000;

const Anchor = z
  .object({
    id: z.string().openapi({ example: 'wan_7pFq0cW4mT2yK9dE' }),
    name: z.string(),
    subject: z.string().openapi({ description: 'Subject name in the certificate.' }),
    sha256: z.string().openapi({ description: 'Fingerprint of the certificate, lower-case hex.' }),
    doc_types: z.array(z.string()).openapi({ example: [...DOC_TYPES] }),
    not_after: z.string(),
    added_at: z.string(),
    list: z.string().optional().openapi({
      description:
        'The trust list that contains it. Absent for a certificate that was listed individually.',
    }),
  })
  .openapi('AdminWalletAnchor');

const common = { tags: ['Admin wallets'], security: [{ bearer: [] }] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/wallet/anchors',
  operationId: 'adminListWalletAnchors',
  summary: 'List the trust anchors for proofs from wallets',
  middleware: allowed('wallets.read'),
  responses: {
    ...ok('Oldest first, at most 500.', z.array(Anchor)),
    ...errorResponses(401, 403, 429, 500),
  },
});

const addRoute = createRoute({
  ...common,
  method: 'post',
  path: '/wallet/anchors',
  operationId: 'adminAddWalletAnchor',
  summary: 'Add a certificate of an issuer',
  description:
    'Add the certificate of a certification authority, or of a single signer, in which case proofs must contain exactly this certificate. Verify its owner through a separate channel: anyone who has its key can prove any age.',
  middleware: [...allowed('wallets.manage'), requireJsonObject],
  request: {
    body: bodyOf(
      z.strictObject({
        name: givenName('name'),
        certificate: z
          .string('certificate is required.')
          .max(MAX_CHARACTERS, 'certificate must have at most 8,000 characters.')
          .regex(CERTIFICATE, 'certificate must be a certificate in PEM or base64 of DER.')
          .openapi({ description: 'One certificate in PEM, or its DER in base64.' }),
        doc_types: z
          .array(
            z.enum(DOC_TYPES, { error: `doc_types must be of: ${DOC_TYPES.join(', ')}.` }),
            'doc_types is required.',
          )
          .min(1, 'doc_types must name at least one.')
          .max(DOC_TYPES.length, 'doc_types must not contain duplicates.'),
      }),
    ),
  },
  responses: {
    ...created('The certificate is listed.', Anchor),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const removeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/wallet/anchors/{id}',
  operationId: 'adminRemoveWalletAnchor',
  summary: 'Remove a certificate from the list',
  description:
    'Proofs that depend on it are refused from then on. Finished sessions do not change.',
  middleware: allowed('wallets.manage'),
  request: {
    params: z.object({ id: z.string().max(100).openapi({ example: 'wan_7pFq0cW4mT2yK9dE' }) }),
  },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const presentAnchor = (anchor: WalletAnchor) => ({
  id: anchor.id,
  name: anchor.name,
  subject: anchor.subject,
  sha256: anchor.sha256,
  doc_types: [...anchor.docTypes],
  not_after: toTimestamp(anchor.notAfterMs),
  added_at: toTimestamp(anchor.addedAtMs),
  ...(anchor.listName !== undefined && { list: anchor.listName }),
});

export function registerWalletAnchors(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const anchors = await readAnchors(c.get('ctx'));
    return c.json(succeed(c, anchors.map(presentAnchor)), 200);
  });

  surface.openapi(addRoute, async (c) => {
    const { name, certificate, doc_types: docTypes } = c.req.valid('json');
    const wish = { name, certificate, docTypes };
    const anchor = await addAnchor(c.get('ctx'), actorOf(c), wish);
    return c.json(succeed(c, presentAnchor(anchor)), 201);
  });

  surface.openapi(removeRoute, async (c) => {
    await removeAnchor(c.get('ctx'), actorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}
