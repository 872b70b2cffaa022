// Actions of a customer's staff on one session (D-120): retake it, erase the person's data,
// download its receipt.
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { eraseAsMember } from '../../domain/integration/session-acts/erase-as-member.ts';
import { retakeAsMember } from '../../domain/integration/session-acts/retake-as-member.ts';
import { readTenantReceipt } from '../../domain/verification/receipt.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';
import { receiptFile, ReceiptFile } from '../../http/contracts/receipt.ts';
import { TokenParam } from '../../http/contracts/result.ts';
import { erasureResponses } from '../../http/contracts/session.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { Retaken } from './session-schemas.ts';

const common = { tags: ['Dashboard sessions'], security: [{ bearer: [] }] };

const retakeRoute = createRoute({
  ...common,
  method: 'post',
  path: '/sessions/{token}/retake',
  operationId: 'dashboardRetakeSession',
  summary: 'Begin a session that replaces a failed or expired one',
  description:
    'Same as `POST /verify/v1/sessions/{token}/retake`: repeats the request of the first session under your current settings. `retake` of the session says whether this is possible.',
  middleware: [...allowed('sessions.write'), limitVolume('init', (c) => tenantOf(c))],
  request: { params: TokenParam, headers: IdempotencyHeader },
  responses: {
    ...ok('The new session exists, and the old one is `retaken`.', Retaken),
    ...errorResponses(400, 401, 403, 404, 409, 422, 429, 500, 503),
  },
});

const eraseRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sessions/{token}/data',
  operationId: 'dashboardEraseSession',
  summary: 'Erase the personal data of a session now',
  description:
    'Possible for ended sessions only. Outcome and timeline remain; result and receipt can no longer be read.',
  middleware: allowed('sessions.write'),
  request: { params: TokenParam },
  responses: {
    ...erasureResponses(
      'The session is erased. List and events are erased automatically once the database is available.',
    ),
    ...errorResponses(401, 403, 404, 409, 429, 500),
  },
});

const receiptRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sessions/{token}/receipt',
  operationId: 'dashboardReadReceipt',
  summary: 'Download the deletion receipt of a session',
  description:
    'The file that the visitor could download too; it states what happened to the pictures. 404 if the session has no `receipt`, 409 while a picture is being measured.',
  middleware: allowed('sessions.read'),
  request: { params: TokenParam },
  responses: { 200: ReceiptFile, ...errorResponses(401, 403, 404, 409, 429, 500) },
});

export function registerSessionActs(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(retakeRoute, async (c) => {
    const { token } = c.req.valid('param');
    const act = { token, idempotencyKey: c.req.valid('header')['idempotency-key'] };
    const { emailVerified } = c.get('staff').member;
    const made = await retakeAsMember(c.get('ctx'), tenantActorOf(c), emailVerified, act);
    return c.json(succeed(c, { verify_url: made.verifyUrl, previous: made.previous }), 200);
  });

  dashboard.openapi(eraseRoute, async (c) => {
    const { token } = c.req.valid('param');
    const { emailVerified } = c.get('staff').member;
    return (await eraseAsMember(c.get('ctx'), tenantActorOf(c), emailVerified, token))
      ? c.json(succeed(c, { erased: true as const }), 200)
      : c.json(succeed(c, { erased: false as const }), 202);
  });

  dashboard.openapi(receiptRoute, async (c) => {
    const { token } = c.req.valid('param');
    return receiptFile(c, await readTenantReceipt(c.get('ctx'), tenantOf(c), token));
  });
}
