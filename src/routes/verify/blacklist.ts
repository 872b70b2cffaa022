// A customer's blocked faces: block, list, unblock (D-16, D-100).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  BLOCKED_DAYS,
  MAX_BLOCKED,
  MAX_BLOCKED_DAYS,
} from '../../domain/faces/blocked-faces/blocked-face.ts';
import {
  blockImage,
  estimateFalseMatches,
  listBlocked,
  unblock,
  type Blocker,
} from '../../domain/integration/face-blocking/block-face.ts';
import { blockSession } from '../../domain/integration/face-blocking/block-session.ts';
import type { Principal } from '../../domain/verification/customer.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { requireJsonObject } from '../../http/body.ts';
import {
  BlacklistEntry,
  BlockedSessionToken,
  blockReasonFields,
  OUTLOOK_EXAMPLE,
  presentBlocked,
  presentOutlook,
  toBlockReason,
  UNBLOCK,
  FalseMatchesShape,
} from '../../http/contracts/blacklist.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { limitReads } from '../../http/volume-limit.ts';
import { FaceImage } from './face-schemas.ts';
import { FACE_UPLOAD } from './face-upload.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';

const common = { tags: ['Blacklist'], security: [{ apiKey: [] }, { bearer: [] }] };
const forBackends = [requireApiKey('secret'), limitReads];

const WHY = blockReasonFields({ usual: BLOCKED_DAYS, most: MAX_BLOCKED_DAYS });

const ImageBody = z.object({ image: FaceImage, ...WHY }).openapi('BlacklistImageRequest');

const SessionBody = z
  .object({ session_token: BlockedSessionToken, ...WHY })
  .openapi('BlacklistSessionRequest');

const Accepted = z.object({ status: z.literal('processing') }).openapi('BlacklistAccepted');

const Deleted = z.object({ deleted: z.literal(true) });

const ENTRY_EXAMPLE = {
  id: 12,
  reason: 'Tried three documents of other people',
  source: 'image',
  added_by: 'key_…',
  created_at: '2026-11-23T09:30:00Z',
  expires_at: '2027-11-23T09:30:00Z',
} as const;

const LAW =
  'A list of faces is biometric data (GDPR Art. 9): you need a legal basis for it and must inform the people on it. See docs/face.md.';

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/blacklist',
  operationId: 'listBlacklist',
  summary: 'List blocked faces',
  description: 'Newest first. Face templates are never returned.',
  middleware: forBackends,
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    200: { description: 'One page.', content: jsonOf(z.array(BlacklistEntry), [ENTRY_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const outlookRoute = createRoute({
  ...common,
  method: 'get',
  path: '/blacklist/outlook',
  operationId: 'readBlacklistOutlook',
  summary: 'Read how many people your list refuses by mistake',
  description:
    'Depends only on the length of the list. The list accepts as many entries as keep the share at or below 0.05.',
  middleware: forBackends,
  responses: {
    200: { description: 'The estimate.', content: jsonOf(FalseMatchesShape, OUTLOOK_EXAMPLE) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const imageRoute = createRoute({
  ...common,
  method: 'post',
  path: '/blacklist/image',
  operationId: 'blockImage',
  summary: 'Block the face in a picture',
  description: `Checks of your customers with this face fail with \`blacklist_match\`. At most ${MAX_BLOCKED.toLocaleString('en')} faces in each mode, or as many as \`blacklist/outlook\` allows. ${LAW}`,
  middleware: FACE_UPLOAD,
  request: {
    headers: IdempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: ImageBody } } },
  },
  responses: {
    201: {
      description: 'The face is blocked; running checks may not notice. The picture is deleted.',
      content: jsonOf(Accepted, { status: 'processing' }),
    },
    ...errorResponses(400, 401, 403, 409, 413, 422, 429, 500, 503),
  },
});

const sessionRoute = createRoute({
  ...common,
  method: 'post',
  path: '/blacklist/session',
  operationId: 'blockSession',
  summary: 'Block the face of a check',
  description: `Possible while your setting \`keep_faces_days\` keeps the face: 409 \`SESSION_HAS_NO_FACE_DATA\`, \`SESSION_FACE_DATA_EXPIRED\`, and \`CONFLICT\` while the check runs. Once per check. ${LAW}`,
  middleware: [...forBackends, requireJsonObject],
  request: { body: { required: true, content: { 'application/json': { schema: SessionBody } } } },
  responses: {
    201: {
      description: 'The face is blocked.',
      content: jsonOf(Accepted, { status: 'processing' }),
    },
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/blacklist/{id}',
  operationId: 'unblock',
  ...UNBLOCK,
  middleware: forBackends,
  request: {
    params: z.object({
      id: z.string().openapi({ description: '`id` from the list.', example: '7' }),
    }),
  },
  responses: {
    200: {
      description: 'The entry no longer blocks anybody.',
      content: jsonOf(Deleted, { deleted: true }),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerBlacklist(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const blocker = blockerOf(c.get('principal'));
    const { rows, total } = await listBlocked(c.get('ctx'), blocker, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentBlocked), total, query), 200);
  });

  surface.openapi(outlookRoute, async (c) => {
    const outlook = await estimateFalseMatches(c.get('ctx'), blockerOf(c.get('principal')));
    return c.json(succeed(c, presentOutlook(outlook)), 200);
  });
  refuseOtherMethods(surface, '/blacklist/outlook');

  surface.openapi(imageRoute, async (c) => {
    const { image, ...why } = c.req.valid('json');
    const key = c.req.valid('header')['idempotency-key'];
    const blocker = blockerOf(c.get('principal'));
    await blockImage(c.get('ctx'), blocker, image, toBlockReason(why), key);
    return c.json(succeed(c, { status: 'processing' as const }), 201);
  });
  refuseOtherMethods(surface, '/blacklist/image');

  surface.openapi(sessionRoute, async (c) => {
    const { session_token: token, ...why } = c.req.valid('json');
    await blockSession(c.get('ctx'), blockerOf(c.get('principal')), token, toBlockReason(why));
    return c.json(succeed(c, { status: 'processing' as const }), 201);
  });
  refuseOtherMethods(surface, '/blacklist/session');

  surface.openapi(deleteRoute, async (c) => {
    const id = Number(c.req.valid('param').id);
    await unblock(c.get('ctx'), blockerOf(c.get('principal')), id);
    return c.json(succeed(c, { deleted: true as const }), 200);
  });
}

const blockerOf = ({ tenant, test, keyId = '' }: Principal): Blocker => ({
  tenantId: tenant.id,
  test,
  residency: tenant.residency,
  name: keyId,
  actor: { audience: 'dashboard', tenantId: tenant.id },
});
