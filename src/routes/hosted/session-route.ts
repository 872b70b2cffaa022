// The shape nearly all routes of the page share: a POST by the session's browser that answers with the session.
import { createRoute, z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../../context.ts';
import type { BrowserProof, HostedSession } from '../../domain/verification/browser-access.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { requireJsonObject } from '../../http/body.ts';
import { envelopeOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { presentSession } from './present.ts';
import { SessionView } from './schemas.ts';

export const IdParam = z.object({
  id: z.string().openapi({ description: 'The `id` of the view.' }),
});

/** 240 calls a minute for one session (D-50). */
export const limitBySession = limitVolume('hosted', (c) => c.req.param('id') ?? '');

export const TAGS = ['Hosted page'];
export const SECURITY = [{ browserCookie: [] }];

export const sessionAnswer = {
  200: {
    description: 'The session as it is now.',
    content: { 'application/json': { schema: envelopeOf(SessionView) } },
  },
};

export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

export function sessionPost<const P extends string, T extends z.ZodType>(
  path: P,
  operationId: string,
  summary: string,
  schema: T,
) {
  return createRoute({
    method: 'post',
    path: `/sessions/{id}${path}` as const,
    operationId,
    summary,
    tags: TAGS,
    security: SECURITY,
    middleware: [requireSameOrigin, limitBySession, requireJsonObject] as const,
    request: { params: IdParam, body: jsonBody(schema) },
    responses: { ...sessionAnswer, ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
  });
}

/** The answer of such a route: proves the browser, acts, shows the session. @param act one use case */
export async function answerStep(
  c: HonoContext<AppEnv>,
  act: (ctx: Context, proof: BrowserProof) => Promise<HostedSession>,
) {
  const proof = requireBrowserProof(c, c.req.param('id') ?? '');
  return answerSession(c, await act(c.get('ctx'), proof));
}

export function answerSession(c: HonoContext<AppEnv>, session: HostedSession) {
  return c.json(succeed(c, presentSession(session, c.get('ctx').now())), 200);
}
