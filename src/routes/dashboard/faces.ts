// Enrolled faces, for a customer's staff: user, time and expiry, never a template.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  endOfTemplate,
  eraseFaceAsStaff,
  listEnrolled,
  type EnrolledFace as Enrolled,
} from '../../domain/integration/face-2fa/users.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { IdParam } from './schemas.ts';
import { MODE } from './session-schemas.ts';

const common = { tags: ['Dashboard faces'], security: [{ bearer: [] }] };

const EnrolledFace = z
  .object({
    id: z.string().openapi({ example: 'ftp_…' }),
    user_id: z.string().openapi({ description: 'Your own identifier for the person.' }),
    enrolled_at: z.string(),
    last_used_at: z
      .string()
      .openapi({ description: 'When the person was last recognised or enrolled.' }),
    expires_at: z.string().openapi({
      description: 'When the face is deleted, unless the person is recognised before.',
    }),
    outdated: z.boolean().openapi({
      description:
        'True if another model enrolled the face, which is then not compared: the person must enrol again. Always false while the face Worker does not respond.',
    }),
  })
  .openapi('EnrolledFace');

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/faces',
  operationId: 'dashboardListFaces',
  summary: 'List enrolled people',
  description: 'Newest first, among the latest 10,000 at most.',
  middleware: allowed('faces.read'),
  request: { query: z.object({ ...PAGE_QUERY, mode: MODE }) },
  responses: {
    ...ok('One page.', z.array(EnrolledFace)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const eraseRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/faces/{id}',
  operationId: 'dashboardEraseFace',
  summary: 'Erase a person’s face and challenges',
  middleware: allowed('faces.erase'),
  request: { params: IdParam },
  responses: {
    ...ok('Nothing remains.', Done),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerFaces(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const test = query.mode === 'test';
    const { rows, total } = await listEnrolled(c.get('ctx'), tenantOf(c), test, sliceOf(query));
    return c.json(succeedPage(c, rows.map(present), total, query), 200);
  });

  surface.openapi(eraseRoute, async (c) => {
    await eraseFaceAsStaff(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}

function present({ template: face, isOutdated }: Enrolled): z.infer<typeof EnrolledFace> {
  return {
    id: face.id,
    user_id: face.userId,
    enrolled_at: toTimestamp(face.enrolledAtMs),
    last_used_at: toTimestamp(face.lastUsedAtMs),
    expires_at: toTimestamp(endOfTemplate(face)),
    outdated: isOutdated,
  };
}
