// Moves a session to a phone, and lets the computer follow it live. opening.ts redeems the link
// that the phone opens.
import { type OpenAPIHono } from '@hono/zod-openapi';
import { nameBrowser } from '../../domain/terms/browser-name.ts';
import { followSession } from '../../domain/verification/browser-session.ts';
import {
  confirmHandoff,
  endHandoff,
  offerHandoff,
  type HandoffLink as Link,
} from '../../domain/verification/handoff.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { EmptyBody, HandoffCode, HandoffLink } from './schemas.ts';
import { answerOf, answerStep, browserPost, limitBySession, sessionPost } from './session-route.ts';

const offer = browserPost(
  '/handoff',
  {
    operationId: 'offerHandoff',
    summary: 'Create a link that moves the session to a phone',
    description: 'Single use, valid for five minutes. An older link stops working.',
  },
  EmptyBody,
  answerOf('The link, and the code to type on the phone.', HandoffLink),
);

const confirm = sessionPost(
  '/handoff/confirm',
  'confirmHandoff',
  'Enter the computer’s code on the phone',
  HandoffCode,
);
const end = sessionPost('/handoff/end', 'endHandoff', 'Continue on the computer', EmptyBody);

export function registerHandoffs(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(offer, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const computer = nameBrowser(c.req.header('User-Agent') ?? '');
    const link = await offerHandoff(c.get('ctx'), proof, computer);
    return c.json(succeed(c, presentHandoffLink(link)), 200);
  });

  surface.openapi(confirm, (c) =>
    answerStep(c, (ctx, proof) => confirmHandoff(ctx, proof, c.req.valid('json').code)),
  );

  surface.openapi(end, (c) => answerStep(c, endHandoff));

  // This route is not in the API description, because OpenAPI cannot describe a WebSocket.
  surface.get('/sessions/:id/live', requireSameOrigin, limitBySession, async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
      throw new AppError('INVALID_REQUEST', 'This URL accepts WebSocket connections only.');
    return followSession(c.get('ctx'), requireBrowserProof(c, c.req.param('id')));
  });
}

const presentHandoffLink = ({ url, code, lifetimeMs }: Link): HandoffLink => ({
  url,
  code,
  expires_in_ms: lifetimeMs,
});
