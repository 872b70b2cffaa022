// Routes for using the person's own account in a check: reading what the account offers, passing
// the check with the account's verified age, and storing the result in the account.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readSignIn } from '../../domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import { unauthorized } from '../../domain/verification/browser-session.ts';
import {
  keepVerifiedAge,
  readAccountOffer,
  reuseVerifiedAge,
  type AccountOffer as Offer,
} from '../../domain/signing-in/age-sharing/share-age.ts';
import type { VerifiedAge } from '../../domain/accounts/verified-ages/kept-age.ts';
import { readAccountCookie } from '../../http/auth/account-cookie.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { envelopeOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import type { Context as HonoContext } from 'hono';
import { AccountOffer, EmptyBody } from './schemas.ts';
import {
  answerOf,
  answerStep,
  browserPost,
  IdParam,
  limitBySession,
  SECURITY,
  sessionPost,
  TAGS,
} from './session-route.ts';

const Kept = z
  .object({ age_bracket: z.string().nullable(), verified_at: z.iso.datetime() })
  .openapi('KeptAge');

const offer = createRoute({
  method: 'get',
  path: '/sessions/{id}/account',
  operationId: 'readAccountOffer',
  summary: 'Read what the person’s account can do for this check',
  tags: TAGS,
  security: SECURITY,
  middleware: [limitBySession] as const,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'What the account can do for this check.',
      content: { 'application/json': { schema: envelopeOf(AccountOffer) } },
    },
    ...errorResponses(401, 404, 429, 500),
  },
});

const reuse = sessionPost(
  '/account/reuse',
  'reuseVerifiedAge',
  'Answer with the age that the signed-in account has proven',
  EmptyBody,
);

const keep = browserPost(
  '/account/keep',
  { operationId: 'keepVerifiedAge', summary: 'Keep the result in the signed-in account' },
  EmptyBody,
  answerOf('The account’s current offer.', Kept),
);

export function registerAccount(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(offer, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const signIn = await readSignIn(c.get('ctx'), readAccountCookie(c));
    const made = await readAccountOffer(c.get('ctx'), proof, signIn);
    return c.json(succeed(c, presentOffer(made, c.get('ctx').config.serviceName)), 200);
  });

  surface.openapi(reuse, async (c) => {
    const signIn = await requireSignIn(c);
    return answerStep(c, (ctx, proof) => reuseVerifiedAge(ctx, proof, signIn));
  });

  surface.openapi(keep, async (c) => {
    const signIn = await requireSignIn(c);
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(succeed(c, presentKept(await keepVerifiedAge(c.get('ctx'), proof, signIn))), 200);
  });
}

async function requireSignIn(c: HonoContext<AppEnv>): Promise<SignIn> {
  const signIn = await readSignIn(c.get('ctx'), readAccountCookie(c));
  if (signIn === undefined) throw unauthorized();
  return signIn;
}

const presentOffer = ({ signedIn, canReuse, canKeep }: Offer, service: string): AccountOffer => ({
  service,
  signed_in: signedIn,
  can_reuse: canReuse,
  can_keep: canKeep,
});

const presentKept = ({ bracket, verifiedAtMs }: VerifiedAge) => ({
  age_bracket: bracket === undefined ? null : `${bracket}+`,
  verified_at: new Date(verifiedAtMs).toISOString(),
});
