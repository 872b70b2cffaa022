// A customer's blocked faces (D-16, D-100). Its staff can list them, block the face of a check, and
// remove an entry.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  BLOCKED_DAYS,
  blockerOfMember,
  memberOf,
  MAX_BLOCKED_DAYS,
} from '../../domain/faces/blocked-faces/blocked-face.ts';
import { blockSession } from '../../domain/integration/face-blocking/block-session.ts';
import {
  estimateFalseMatches,
  listBlocked,
  unblockById,
  type Blocker,
} from '../../domain/integration/face-blocking/block-face.ts';
import { nameMembers } from '../../domain/customers/team/team.ts';
import { readContestContact, readResidency } from '../../domain/customers/tenants/settings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import {
  BlacklistEntry,
  BlockedSessionToken,
  blockReasonFields,
  presentBlocked,
  presentOutlook,
  toBlockReason,
  UNBLOCK,
  FalseMatchesShape,
} from '../../http/contracts/blacklist.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { IdParam } from './schemas.ts';
import { MODE } from './session-schemas.ts';

const common = { tags: ['Dashboard faces'], security: [{ bearer: [] }] };

const BlockedFaceRow = BlacklistEntry.extend({
  added_by_name: z.string().optional().openapi({
    description: 'Name of the member. Absent for an API key and for a member who has left.',
  }),
  contest_contact: z.string().openapi({
    description: 'Contact shown to a refused person: `privacy_contact`, or your name.',
  }),
}).openapi('DashboardBlockedFace');

const WHY = blockReasonFields({ usual: BLOCKED_DAYS, most: MAX_BLOCKED_DAYS });

const BlockSessionBody = z
  .strictObject({ session_token: BlockedSessionToken, mode: MODE, ...WHY })
  .openapi('DashboardBlockSessionRequest');

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/blocked-faces',
  operationId: 'dashboardListBlockedFaces',
  summary: 'List blocked faces',
  description: 'Newest first. Face templates are never returned.',
  middleware: allowed('blocked_faces.read'),
  request: { query: z.object({ ...PAGE_QUERY, mode: MODE }) },
  responses: {
    ...ok('One page.', z.array(BlockedFaceRow)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const outlookRoute = createRoute({
  ...common,
  method: 'get',
  path: '/blocked-faces/outlook',
  operationId: 'dashboardReadBlockedFacesOutlook',
  summary: 'Read how many people your list refuses by mistake',
  description:
    'Depends only on the length of the list. The list accepts as many entries as keep the share at or below 0.05.',
  middleware: allowed('blocked_faces.read'),
  request: { query: z.object({ mode: MODE }) },
  responses: {
    ...ok('The estimate.', FalseMatchesShape),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const blockRoute = createRoute({
  ...common,
  method: 'post',
  path: '/blocked-faces',
  operationId: 'dashboardBlockFace',
  summary: 'Block the face of a check',
  description:
    'Works while your setting `keep_faces_days` keeps the face; otherwise 409 as in `POST /verify/v1/blacklist/session`. Once per check. A list of faces is biometric data (GDPR Art. 9): you need a legal basis and must inform the people on it.',
  middleware: [...allowed('blocked_faces.write'), requireJsonObject],
  request: { body: bodyOf(BlockSessionBody) },
  responses: {
    ...created('The face is blocked.', Done),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const unblockRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/blocked-faces/{id}',
  operationId: 'dashboardUnblockFace',
  ...UNBLOCK,
  middleware: allowed('blocked_faces.write'),
  request: { params: IdParam },
  responses: {
    ...ok('The entry no longer blocks anybody.', Done),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerBlockedFaces(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const customer = { tenantId: tenantOf(c), test: query.mode === 'test' };
    const [{ rows, total }, contact] = await Promise.all([
      listBlocked(c.get('ctx'), customer, sliceOf(query)),
      readContestContact(c.get('ctx'), customer.tenantId),
    ]);
    const ids = rows.flatMap(({ addedBy }) => memberOf(addedBy) ?? []);
    const names = await nameMembers(c.get('ctx'), customer.tenantId, ids);
    const shown = rows.map((row) => {
      const name = names.get(memberOf(row.addedBy) ?? 0);
      return {
        ...presentBlocked(row),
        ...(name !== undefined && { added_by_name: name }),
        contest_contact: contact,
      };
    });
    return c.json(succeedPage(c, shown, total, query), 200);
  });

  surface.openapi(outlookRoute, async (c) => {
    const customer = { tenantId: tenantOf(c), test: c.req.valid('query').mode === 'test' };
    const outlook = await estimateFalseMatches(c.get('ctx'), customer);
    return c.json(succeed(c, presentOutlook(outlook)), 200);
  });
  refuseOtherMethods(surface, '/blocked-faces/outlook');

  surface.openapi(blockRoute, async (c) => {
    const { session_token: token, mode, ...why } = c.req.valid('json');
    const blocker = { ...(await blockerOf(c)), test: mode === 'test' };
    await blockSession(c.get('ctx'), blocker, token, toBlockReason(why));
    return c.json(succeed(c, DONE), 201);
  });

  surface.openapi(unblockRoute, async (c) => {
    await unblockById(c.get('ctx'), await blockerOf(c), Number(c.req.valid('param').id));
    return c.json(succeed(c, DONE), 200);
  });
}

const blockerOf = async (c: HonoContext<AppEnv>): Promise<Omit<Blocker, 'test'>> => ({
  tenantId: tenantOf(c),
  residency: await readResidency(c.get('ctx'), tenantOf(c)),
  name: blockerOfMember(c.get('staff').member.id),
  actor: tenantActorOf(c),
});
