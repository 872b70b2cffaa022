// Moving a session to a phone, and following it live from the computer.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  confirmHandoff,
  endHandoff,
  joinHandoff,
  offerHandoff,
} from '../../domain/verification/hand-over.ts';
import { followSession } from '../../domain/verification/hosted-session.ts';
import { nameBrowser } from '../../domain/terms/browser-name.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof, setSessionCookie } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import * as contract from './contracts.ts';
import { countMissedLink } from './missed-link.ts';
import { presentHandoffLink } from './present.ts';
import { answerSession, answerStep, limitBySession } from './session-route.ts';

export function registerHandoffs(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.offer, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const computer = nameBrowser(c.req.header('User-Agent') ?? '');
    const link = await offerHandoff(c.get('ctx'), proof, computer);
    return c.json(succeed(c, presentHandoffLink(link)), 200);
  });

  surface.openapi(contract.join, async (c) => {
    const { session, cookie } = await joinHandoff(c.get('ctx'), c.req.valid('json').token).catch(
      (error: unknown) => countMissedLink(c, error),
    );
    setSessionCookie(c, session.record.id, cookie);
    return answerSession(c, session);
  });

  surface.openapi(contract.confirm, (c) => answerStep(c, confirmHandoff));

  surface.openapi(contract.end, (c) => answerStep(c, endHandoff));

  // Outside the description: OpenAPI has no words for a WebSocket.
  surface.get('/sessions/:id/live', requireSameOrigin, limitBySession, async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
      throw new AppError('INVALID_REQUEST', 'This address speaks WebSocket only.');
    return followSession(c.get('ctx'), requireBrowserProof(c, c.req.param('id')));
  });
}
