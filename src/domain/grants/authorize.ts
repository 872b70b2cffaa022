// One authorization request, from the query to the next step: back to the site, or to our own pages first.
// Consent given there is authorization.ts.
import type { Context } from '../../context.ts';
import { findClient, type OAuthClient } from '../clients/client.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import { approveDirectly, beginAuthorization } from './authorization.ts';
import { readIdTokenHint } from './id-token-hint.ts';
import { readAuthorizationParameters, type AuthorizationParameters } from './parameters.ts';
import { parseRequest, returnAddress } from './parse-request.ts';
import { asksForConsent, isSignInEnough } from './prompt.ts';
import { codeRedirect, errorRedirect, type RedirectError } from './redirect.ts';
import { isConsentRemembered } from './remembered-consent.ts';
import type { AuthorizationRequest } from './request.ts';

export type NextStep =
  /** Nobody may be redirected: the client or its address is not known (S-01). */
  | { step: 'refuse'; error: 'invalid_request' | 'invalid_client'; message: string }
  | { step: 'return'; url: string }
  /** `sign_in_again`: somebody is signed in, but not whom or not how the request wants it. */
  | { step: 'sign_in' | 'sign_in_again' | 'consent'; session: string; browserCookie: string };

/**
 * @param encoded the query without its `?`, or the form's body
 * @param findSignIn asked once the request is found good
 */
export async function authorize(
  ctx: Context,
  encoded: string,
  findSignIn: () => Promise<SignIn | undefined>,
): Promise<NextStep> {
  const parameters = readAuthorizationParameters(encoded);
  const site = await verifySite(ctx, parameters);
  if ('step' in site) return site;
  const { client, redirectUri } = site;
  const fail = (error: RedirectError, description: string): NextStep => ({
    step: 'return',
    url: errorRedirect(
      ctx.config.baseUrl,
      returnAddress(parameters, redirectUri),
      error,
      description,
    ),
  });
  const parsed = parseRequest(parameters, client, redirectUri, ctx.now());
  if (!parsed.ok) return fail(parsed.error, parsed.description);
  const request = await addSubject(ctx, parsed.request, parsed.idTokenHint);
  if (request === undefined)
    return fail('invalid_request', 'id_token_hint is no live ID token of this client.');
  const signIn = await findSignIn();
  const missing = await findMissingStep(ctx, request, signIn);
  if (missing === undefined && signIn !== undefined) {
    const approved = await approveDirectly(ctx, request, signIn);
    if (approved !== undefined)
      return { step: 'return', url: codeRedirect(ctx.config.baseUrl, request, approved.code) };
  }
  const step = missing ?? 'sign_in';
  if (!request.prompt.includes('none'))
    return { step, ...(await beginAuthorization(ctx, request)) };
  return step === 'consent'
    ? fail('consent_required', 'The person has to agree.')
    : fail('login_required', 'The person has to sign in.');
}

/** Client and redirect URI, compared byte for byte (RFC 9700 4.1.3; S-02). */
async function verifySite(
  ctx: Context,
  parameters: AuthorizationParameters,
): Promise<{ client: OAuthClient; redirectUri: string } | Extract<NextStep, { step: 'refuse' }>> {
  const twice = parameters.repeated.find((name) => name === 'client_id' || name === 'redirect_uri');
  if (twice !== undefined) return refuse('invalid_request', `${twice} was sent more than once.`);
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return refuse('invalid_request', 'client_id is missing.');
  const client = await findClient(ctx, clientId);
  if (client === undefined)
    return refuse('invalid_client', 'No site is registered under this client_id.');
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined) return refuse('invalid_request', 'redirect_uri is missing.');
  if (!client.redirectUris.includes(redirectUri))
    return refuse('invalid_request', 'redirect_uri is not registered for this client.');
  return { client, redirectUri };
}

const refuse = (
  error: 'invalid_request' | 'invalid_client',
  message: string,
): Extract<NextStep, { step: 'refuse' }> => ({ step: 'refuse', error, message });

/** @returns undefined when the hint is not one of this client's */
async function addSubject(
  ctx: Context,
  request: AuthorizationRequest,
  idTokenHint: string | undefined,
): Promise<AuthorizationRequest | undefined> {
  if (idTokenHint === undefined) return request;
  const hint = await readIdTokenHint(ctx, idTokenHint, 'live');
  if (hint?.clientId !== request.clientId) return undefined;
  return { ...request, subject: hint.subject };
}

/** @returns what the person still has to do; undefined when the request can be answered at once */
async function findMissingStep(
  ctx: Context,
  request: AuthorizationRequest,
  signIn: SignIn | undefined,
): Promise<'sign_in' | 'sign_in_again' | 'consent' | undefined> {
  if (signIn === undefined) return 'sign_in';
  if (!isSignInEnough(request, signIn, ctx.now())) return 'sign_in_again';
  if (asksForConsent(request)) return 'consent';
  const isAgreed = await isConsentRemembered(ctx, signIn.account.id, request);
  return isAgreed ? undefined : 'consent';
}
