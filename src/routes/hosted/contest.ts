// Contests an estimate (D-93): the person shows a document instead, in a new session that only this
// browser can open.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { contestSession } from '../../domain/integration/contesting/contest-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof, setSessionCookie } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { ContestBody, ContestLink } from './schemas.ts';
import { answerOf, browserPost } from './session-route.ts';

const route = browserPost(
  '/contest',
  {
    operationId: 'contestSession',
    summary: 'Request a document check instead of an estimate',
    description:
      'Possible for a session that ended with `can_contest`. The session becomes `retaken`; the link of the new one opens in this browser.',
  },
  ContestBody,
  { ...answerOf('The page of the new session.', ContestLink), ...errorResponses(503) },
);

export function registerContest(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { embedded } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.param('id'));
    const contest = await contestSession(c.get('ctx'), proof);
    const isFramed = embedded === true && contest.mayBeFramed;
    setSessionCookie(c, contest.sessionId, contest.cookie, isFramed);
    return c.json(succeed(c, { verify_url: contest.verifyUrl }), 200);
  });
}
