// Lists the sessions that a human has to decide on, reads one of them, and records the decision
// (D-95).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  decideReview,
  listReviews,
  openPicture,
  openReview,
  type OpenedReview,
  type Reviewer,
  type WaitingSession,
} from '../../domain/verification/reviews.ts';
import { presentChecks } from '../../domain/verification/present-result.ts';
import { approvalsNeeded } from '../../domain/verification/rules/review/review-decision.ts';
import { formatMemberId } from '../../domain/customers/team/member-id.ts';
import { nameMembers } from '../../domain/customers/team/team.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import {
  Decided,
  REVIEW_EXAMPLE,
  DecisionBody,
  ListedReview,
  PictureParam,
  Review,
  ReviewParam,
  ReviewQuery,
} from './review-schemas.ts';

const common = { tags: ['Dashboard reviews'], security: [{ bearer: [] }] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/reviews',
  operationId: 'dashboardListReviews',
  summary: 'List the sessions that await a decision',
  description: 'The earliest deadline first.',
  middleware: allowed('reviews.decide'),
  request: { query: ReviewQuery },
  responses: {
    200: { description: 'One page.', content: jsonOf(z.array(ListedReview), [REVIEW_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/reviews/{id}',
  operationId: 'dashboardReadReview',
  summary: 'Read a review with links to its pictures',
  description:
    'Each link is valid once, for 60 seconds. The audit log records that you opened the review.',
  middleware: allowed('reviews.decide'),
  request: { params: ReviewParam },
  responses: { ...ok('The review.', Review), ...errorResponses(401, 403, 404, 429, 500) },
});

const pictureRoute = createRoute({
  ...common,
  method: 'get',
  path: '/reviews/{id}/pictures/{link}',
  operationId: 'dashboardReadReviewPicture',
  summary: 'Retrieve a picture once',
  middleware: allowed('reviews.decide'),
  request: { params: PictureParam },
  responses: {
    200: {
      description: 'The picture. Never stored by caches.',
      content: { 'image/jpeg': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const decideRoute = createRoute({
  ...common,
  method: 'post',
  path: '/reviews/{id}/decision',
  operationId: 'dashboardDecideReview',
  summary: 'Approve, reject, or ask for more pictures',
  description:
    'The pictures are deleted with the decision. With `review_second_person` an approval needs two members; one rejection is enough.',
  middleware: [...allowed('reviews.decide'), requireJsonObject],
  request: { params: ReviewParam, body: bodyOf(DecisionBody) },
  responses: {
    ...ok('The current state of the session.', Decided),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerReviews(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filter = { tenantId: tenantOf(c), test: query.mode === 'test' };
    const { rows, total } = await listReviews(c.get('ctx'), filter, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentListed), total, query), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const ctx = c.get('ctx');
    const review = await openReview(ctx, reviewerOf(c), c.req.valid('param').id);
    const deciders = review.decisions.map(({ by }) => by);
    const names = await nameMembers(ctx, tenantOf(c), deciders);
    return c.json(succeed(c, presentReview(review, names)), 200);
  });

  surface.openapi(pictureRoute, async (c) => {
    const { id, link } = c.req.valid('param');
    const jpeg = await openPicture(c.get('ctx'), reviewerOf(c), id, link);
    return c.body(jpeg, 200, { 'Content-Type': 'image/jpeg', 'Cache-Control': 'no-store' });
  });

  surface.openapi(decideRoute, async (c) => {
    const { id } = c.req.valid('param');
    const record = await decideReview(c.get('ctx'), reviewerOf(c), id, c.req.valid('json'));
    const decided = {
      id,
      status: record.state.status,
      approvals: record.steps.review?.approvedBy?.length ?? 0,
      approvals_needed: approvalsNeeded(record),
    };
    return c.json(succeed(c, decided), 200);
  });
}

function reviewerOf(c: HonoContext<AppEnv>): Reviewer {
  const { member, sessionId } = c.get('staff');
  return { actor: { ...tenantActorOf(c), staffId: member.id }, sessionId };
}

const presentWaiting = (waiting: Omit<WaitingSession, 'purpose'>) => ({
  id: waiting.token,
  ...(waiting.gate !== undefined && { gate: waiting.gate }),
  ...(waiting.externalUserId !== undefined && { external_user_id: waiting.externalUserId }),
  requested_at: toTimestamp(waiting.requestedAtMs),
  due_at: toTimestamp(waiting.dueAtMs),
  ...(waiting.test && { test: true as const }),
});

const presentListed = (waiting: WaitingSession): z.infer<typeof ListedReview> => ({
  ...presentWaiting(waiting),
  purpose: waiting.purpose as 'age_verification' | 'id_verification',
});

const presentReview = (
  review: OpenedReview,
  names: ReadonlyMap<number, string>,
): z.infer<typeof Review> => ({
  ...presentWaiting(review),
  reason: review.reason,
  checks: presentChecks(review.result.checks),
  ...(review.result.risk !== undefined && { risk: { band: review.result.risk } }),
  approvals: review.approvals,
  approvals_needed: review.approvalsNeeded,
  approved_by_you: review.isApprovedByReader,
  round: review.round,
  decisions: review.decisions.map(({ by, atMs, steps, ...decided }) => {
    const name = names.get(by);
    return {
      ...decided,
      ...(steps !== undefined && { steps: [...steps] }),
      member_id: formatMemberId(by),
      ...(name !== undefined && { member_name: name }),
      at: toTimestamp(atMs),
    };
  }),
  pictures: review.pictures.map(({ name, secret }) => ({
    name,
    url: `/dashboard/v1/reviews/${review.token}/pictures/${secret}`,
    expires_at: toTimestamp(review.linksEndAtMs),
  })),
});
