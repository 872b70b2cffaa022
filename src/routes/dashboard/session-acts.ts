// Actions of a customer's staff on one session (D-120): retake it, erase its person, download its
// receipt.
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
  summary: 'Begin a session in place of one that failed or expired',
  description:
    'As `POST /verify/v1/sessions/{token}/retake`: with what the first one asked for, under your settings of today. `retake` of the session says whether it can be.',
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
    'Only of an ended session. Outcome and timeline stay; its result and its receipt can no longer be read.',
  middleware: allowed('sessions.write'),
  request: { params: TokenParam },
  responses: {
    ...erasureResponses(
      'The session is erased. List and events follow by themselves once the database is back.',
    ),
    ...errorResponses(401, 403, 404, 409, 429, 500),
  },
});

const receiptRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sessions/{token}/receipt',
  operationId: 'dashboardReadReceipt',
  summary: 'Save the deletion receipt of a session',
  description:
    'The file that the visitor could save, too: what became of the pictures. 404 without `receipt` in the session, 409 while a picture is measured.',
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
