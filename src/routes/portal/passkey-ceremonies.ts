// JSON routes of passkey ceremonies for the pages' script: begin returns a challenge, finish
// accepts the response. A ceremony signs a person in, signs a person up with only a passkey, or
// adds a passkey to an account.
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { SignInOutcome } from '../../domain/signing-in/authentication/complete-sign-in.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../domain/signing-in/authentication/sign-in-with-passkey.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignUp,
  finishPasskeyRegistration,
  finishPasskeySignUp,
} from '../../domain/signing-in/authentication/register-passkey.ts';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSignInCookies, setSignInCookies } from '../../http/auth/account-cookie.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { requireJsonObject } from '../../http/body.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { jsonOf, renderError, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { createSurface } from '../../http/surface.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { Begin, Begun, Finish, Finished } from './passkey-schemas.ts';
import { requireFormToken } from './posted-form.ts';
import { HOME, pathTo } from './navigation.ts';

type Kind = 'sign-in' | 'sign-up' | 'add';

export const passkeyCeremonies = createSurface();
// Without this handler, the surrounding page router would respond with an error page.
passkeyCeremonies.onError(renderError);
// Calls are limited, because each start stores a challenge.
const byNetwork = limitVolume('authorize', (c) => `passkey:${clientNetwork(c)}`);
passkeyCeremonies.use(byNetwork, requireSameOrigin, requireJsonObject);
registerSignIn(passkeyCeremonies);
registerSignUp(passkeyCeremonies);
registerAdding(passkeyCeremonies);

function registerSignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute('sign-in'), async (c) => {
    await requireFormToken(c, c.req.valid('json').form_token);
    return c.json(succeed(c, presentBegun(await beginPasskeySignIn(c.get('ctx')))), 200);
  });

  surface.openapi(finishRoute('sign-in'), async (c) => {
    const body = c.req.valid('json');
    await requireFormToken(c, body.form_token);
    const outcome = await finishPasskeySignIn(c.get('ctx'), answerOf(c, body));
    return c.json(succeed(c, admit(c, outcome, body.continue)), 200);
  });
}

function registerSignUp(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute('sign-up'), async (c) => {
    const { form_token: token, display_name: displayName } = c.req.valid('json');
    await requireFormToken(c, token);
    const { language: locale } = await readViewer(c);
    const begun = await beginPasskeySignUp(c.get('ctx'), { displayName, locale });
    return c.json(succeed(c, presentBegun(begun)), 200);
  });

  surface.openapi(finishRoute('sign-up'), async (c) => {
    const body = c.req.valid('json');
    await requireFormToken(c, body.form_token);
    const outcome = await finishPasskeySignUp(c.get('ctx'), answerOf(c, body));
    return c.json(succeed(c, admit(c, outcome, body.continue)), 200);
  });
}

function registerAdding(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute('add'), async (c) => {
    await requireFormToken(c, c.req.valid('json').form_token);
    const begun = await beginPasskeyRegistration(c.get('ctx'), await requireSignIn(c));
    if (begun === undefined)
      throw new AppError('CONFLICT', 'This account has the maximum number of passkeys.');
    return c.json(succeed(c, presentBegun(begun)), 200);
  });

  surface.openapi(finishRoute('add'), async (c) => {
    const body = c.req.valid('json');
    await requireFormToken(c, body.form_token);
    const signIn = await requireSignIn(c);
    const made = await finishPasskeyRegistration(c.get('ctx'), signIn, answerOf(c, body));
    if (!made.ok) throw new AppError('CONFLICT', 'This passkey cannot be added.');
    const next = pathTo('/account/security', { done: 'passkey_added' });
    return c.json(succeed(c, { continue: next }), 200);
  });
}

function beginRoute<K extends Kind>(kind: K) {
  const example = { ceremony: 'xwa_…', options: { challenge: '…' } };
  return createRoute({
    method: 'post',
    path: `/${kind}/begin`,
    operationId: `beginPasskey-${kind}`,
    summary: 'Begin a passkey ceremony',
    tags: ['Our pages'],
    hide: true,
    request: { body: { required: true, content: { 'application/json': { schema: Begin } } } },
    responses: {
      200: { description: 'The challenge.', content: jsonOf(Begun, example) },
      ...errorResponses(400, 401, 403, 409, 413, 429, 500),
    },
  });
}

function finishRoute<K extends Kind>(kind: K) {
  return createRoute({
    method: 'post',
    path: `/${kind}/finish`,
    operationId: `finishPasskey-${kind}`,
    summary: 'Finish a passkey ceremony',
    tags: ['Our pages'],
    hide: true,
    request: { body: { required: true, content: { 'application/json': { schema: Finish } } } },
    responses: {
      200: { description: 'Done.', content: jsonOf(Finished, { continue: '/account' }) },
      ...errorResponses(400, 401, 403, 409, 413, 429, 500),
    },
  });
}

const presentBegun = ({ ceremony, options }: { ceremony: string; options: object }) => ({
  ceremony,
  options: { ...options },
});

const answerOf = (c: HonoContext<AppEnv>, { ceremony, response }: z.infer<typeof Finish>) => ({
  ceremony,
  response,
  visitor: readVisitor(c),
  ...readSignInCookies(c),
});

/**
 * Signs the browser in.
 * @throws AppError for a refused sign-in
 */
function admit(
  c: HonoContext<AppEnv>,
  outcome: SignInOutcome,
  continueTo: string | undefined,
): z.infer<typeof Finished> {
  if (!outcome.ok) throw REFUSALS[outcome.reason]();
  setSignInCookies(c, outcome);
  return { continue: readLocalPath(continueTo) ?? HOME };
}

const REFUSALS = {
  invalid: () => new AppError('UNAUTHORIZED', 'This passkey was not accepted.'),
  suspended: () => new AppError('ACCOUNT_SUSPENDED', 'This account is suspended.'),
} as const;

async function requireSignIn(c: HonoContext<AppEnv>): Promise<SignIn> {
  const { signIn } = await readViewer(c);
  if (signIn === undefined) throw new AppError('UNAUTHORIZED', 'Please sign in.');
  return signIn;
}
