// The window in which passes are presented and received for a page in a frame (D-152). A frame on
// another site cannot access the browser's passes, and pages of this service have no handle to each
// other's windows. The window therefore authenticates with its own secret, and the page follows the
// session to see what the window has done.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { answerByPass } from '../../domain/verification/answer-by-pass.ts';
import type { HostedSession } from '../../domain/verification/browser-session.ts';
import { givePassesToWindow } from '../../domain/verification/give-passes.ts';
import {
  openPassWindow,
  readWindowProof,
  viewByPassWindow,
  type WindowProof,
} from '../../domain/verification/pass-window.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { requireJsonObject } from '../../http/body.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { requireVolume } from '../../http/volume-limit.ts';
import { PassWindowView } from './pass-schemas.ts';
import { presentPasses } from './present-proofs.ts';
import { answerOf, browserPost, jsonBody, PROOF_TAGS } from './session-route.ts';

const open = browserPost(
  '/pass/window',
  {
    operationId: 'openPassWindow',
    summary: 'Open a window that presents or receives passes',
  },
  z
    .object({
      secret_hash: z
        .string()
        .regex(/^[\da-f]{64}$/, 'secret_hash is not a SHA-256 in hexadecimal digits.')
        .openapi({
          description:
            'SHA-256 of the secret in the window’s token, which consists of `xpw_`, the session’s ID and 43 characters. Ends any older window.',
        }),
    })
    .openapi('HostedPassWindow'),
  answerOf('The content of the window.', PassWindowView),
);

const token = z.string().max(100).openapi({ description: 'Token from the window’s URL, `xpw_…`.' });

/**
 * A POST from the window. It needs no cookie, because the window's token authenticates it.
 * @param answered schema of the successful response
 */
const windowPost = <const P extends string, T extends z.ZodType, A extends z.ZodType>(
  path: P,
  said: { operationId: string; summary: string },
  schema: T,
  answered: A,
) =>
  createRoute({
    method: 'post',
    path,
    ...said,
    tags: PROOF_TAGS,
    security: [],
    middleware: [requireSameOrigin, requireJsonObject] as const,
    request: { body: jsonBody(schema) },
    responses: {
      ...answerOf('The content of the window.', answered),
      ...errorResponses(400, 403, 404, 409, 413, 429, 500),
    },
  });

const read = windowPost(
  '/pass-windows',
  { operationId: 'readPassWindow', summary: 'Read what a window should present or receive' },
  z.object({ token }).openapi('HostedPassWindowToken'),
  PassWindowView,
);

const answer = windowPost(
  '/pass-windows/answer',
  { operationId: 'answerPassWindow', summary: 'Complete the window’s check with an age pass' },
  z
    .object({ token, pass: z.string().max(1_000).openapi({ description: 'Base64url.' }) })
    .openapi('HostedPassWindowAnswer'),
  PassWindowView,
);

const take = windowPost(
  '/pass-windows/passes',
  { operationId: 'takePassesByWindow', summary: 'Issue ten age passes to the window' },
  z
    .object({
      token,
      requests: z.string().max(4_000).openapi({
        description: 'Ten concatenated token requests of 259 bytes each, base64url.',
      }),
    })
    .openapi('HostedPassRequests'),
  z
    .object({
      signatures: z.string().openapi({
        description:
          'Ten concatenated blind signatures of 256 bytes each, in the same order, base64url.',
      }),
    })
    .openapi('HostedPassSignatures'),
);

export function registerPassWindow(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(open, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const session = await openPassWindow(c.get('ctx'), proof, c.req.valid('json').secret_hash);
    return c.json(succeed(c, presentWindow(c, session)), 200);
  });

  surface.openapi(read, async (c) => {
    const proof = await proofOf(c, c.req.valid('json').token);
    const session = await viewByPassWindow(c.get('ctx'), proof);
    return c.json(succeed(c, presentWindow(c, session)), 200);
  });

  surface.openapi(answer, async (c) => {
    const { token: own, pass } = c.req.valid('json');
    const session = await answerByPass(c.get('ctx'), await proofOf(c, own), pass);
    return c.json(succeed(c, presentWindow(c, session)), 200);
  });

  surface.openapi(take, async (c) => {
    const { token: own, requests } = c.req.valid('json');
    const proof = await proofOf(c, own);
    const signatures = await givePassesToWindow(c.get('ctx'), proof, requests);
    return c.json(succeed(c, { signatures }), 200);
  });
}

/**
 * Reads the window's proof from its token, and limits the calls per session, as for the session's
 * page.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
async function proofOf(c: HonoContext<AppEnv>, own: string): Promise<WindowProof> {
  const proof = readWindowProof(own);
  await requireVolume(c, 'hosted', proof.sessionId);
  return proof;
}

function presentWindow(
  c: HonoContext<AppEnv>,
  { record }: HostedSession,
): z.infer<typeof PassWindowView> {
  const { config, now } = c.get('ctx');
  const { pass, passes } = presentPasses(record, config, now());
  const { name: site } = record.tenant;
  if (pass !== undefined) return { state: 'open', site, pass };
  if (passes !== undefined) return { state: 'open', site, passes };
  return { state: stateOf(record), site };
}

function stateOf({ steps, visitor }: HostedSession['record']) {
  if (steps.pass?.proven !== undefined) return 'answered';
  return visitor.given === undefined ? 'over' : 'taken';
}
