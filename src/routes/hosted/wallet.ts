// A proof from a wallet instead of the camera (D-151): the offer, the answer, and the return to the
// choice of methods.
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import {
  answerWallet,
  leaveWallet,
  offerWallet,
  returnFromWallet,
} from '../../domain/verification/prove-by-wallet.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import {
  answerOf,
  answerStep,
  browserPost,
  IdParam,
  limitBySession,
  SECURITY,
  sessionAnswer,
  sessionPost,
  PROOF_TAGS,
} from './session-route.ts';
import { WalletAnswerBody, WalletOfferBody, WalletOfferView } from './wallet-schemas.ts';

const offer = browserPost(
  '/wallet/offer',
  {
    operationId: 'offerWallet',
    summary: 'Request a proof from a wallet',
    description: 'The offer is valid for five minutes and one answer. Ends an older offer.',
  },
  WalletOfferBody,
  { ...answerOf('The offer for the wallet.', WalletOfferView), ...errorResponses(503) },
);

const leave = createRoute({
  method: 'delete',
  path: '/sessions/{id}/wallet/offer',
  operationId: 'leaveWallet',
  summary: 'Return to the choice of methods',
  tags: PROOF_TAGS,
  security: SECURITY,
  middleware: [requireSameOrigin, limitBySession] as const,
  request: { params: IdParam },
  responses: { ...sessionAnswer, ...errorResponses(401, 403, 404, 409, 429, 500) },
});

const answer = sessionPost(
  '/wallet/answer',
  'answerWallet',
  'Send the response of a wallet, or the code of its app',
  WalletAnswerBody,
);

export function registerWallet(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(offer, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const made = await offerWallet(c.get('ctx'), proof, c.req.valid('json'));
    const { requests, links, lifetimeMs } = made;
    return c.json(succeed(c, { requests, links, expires_in_ms: lifetimeMs }), 200);
  });

  surface.openapi(leave, (c) => answerStep(c, leaveWallet));

  surface.openapi(answer, (c) => {
    const brought = c.req.valid('json');
    return answerStep(c, (ctx, proof) =>
      'response_code' in brought
        ? returnFromWallet(ctx, proof, brought.response_code)
        : answerWallet(ctx, proof, brought),
    );
  });
}
