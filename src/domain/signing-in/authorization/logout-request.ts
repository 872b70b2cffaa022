// Reads a site's request to sign a person out (OpenID Connect RP-Initiated Logout 1.0). If any
// parameter is invalid, the browser is not redirected back to the site.
// signing-in/sessions/sign-in.ts ends the session.
import type { Context } from '../../../context.ts';
import { findClient } from '../../openid/clients/client.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { readIdTokenHint, type IdTokenHint } from '../../openid/grants/id-token-hint.ts';
import type { SignIn } from '../sessions/session.ts';
import { addToQuery } from '../../terms/query.ts';
import { readParameters } from './parse-request.ts';

/** The parameters of OpenID Connect RP-Initiated Logout 1.0, 2. */
const LOGOUT_PARAMETERS = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

type LogoutRequest =
  | {
      ok: true;
      /** The person that the site wants signed out, if it sent a valid hint for them. */
      hint?: IdTokenHint;
      client?: OAuthClient;
      /**
       * Where the browser is redirected afterwards, with the site's state: one of the client's
       * registered addresses.
       */
      returnTo?: string;
    }
  | { ok: false; error: 'invalid_request' | 'invalid_client'; message: string };

/** @param encoded the query without its `?`, or the form's body */
export async function readLogoutRequest(ctx: Context, encoded: string): Promise<LogoutRequest> {
  const parameters = readParameters(encoded, LOGOUT_PARAMETERS);
  if (parameters.repeated.length > 0)
    return refuse(`Sent more than once: ${parameters.repeated.join(', ')}.`);
  const token = parameters.get('id_token_hint');
  const hint = token === undefined ? undefined : await readIdTokenHint(ctx, token);
  const clientId = parameters.get('client_id');
  if (hint !== undefined && clientId !== undefined && clientId !== hint.clientId)
    return refuse('client_id and id_token_hint name different clients.');
  const named = hint?.clientId ?? clientId;
  const client = named === undefined ? undefined : await findClient(ctx, named);
  if (named !== undefined && client === undefined)
    return refuse('No site is registered under this client_id.', 'invalid_client');
  const address = parameters.get('post_logout_redirect_uri');
  // A hint that cannot be verified is not the person's fault, so they are asked to confirm, and
  // then stay on the service's page.
  if (address !== undefined && client === undefined && token !== undefined) return { ok: true };
  if (address !== undefined && client === undefined)
    return refuse('post_logout_redirect_uri needs id_token_hint or client_id.');
  if (address !== undefined && client?.postLogoutRedirectUris.includes(address) !== true)
    return refuse('post_logout_redirect_uri is not registered for this client.');
  const state = parameters.get('state');
  return {
    ok: true,
    ...(hint !== undefined && { hint }),
    ...(client !== undefined && { client }),
    ...(address !== undefined && {
      returnTo: state === undefined ? address : addToQuery(address, { state }),
    }),
  };
}

/**
 * Whether the person must confirm before being signed out. RP-Initiated Logout 1.0, 2: they must if
 * there is no valid hint for the signed-in person, since any site could have sent them to this
 * page.
 */
export function mustAskFirst(
  { hint }: Extract<LogoutRequest, { ok: true }>,
  signIn: Pick<SignIn, 'account'> | undefined,
): boolean {
  return hint === undefined || (signIn !== undefined && signIn.account.subject !== hint.subject);
}

const refuse = (
  message: string,
  error: 'invalid_request' | 'invalid_client' = 'invalid_request',
): LogoutRequest => ({ ok: false, error, message });
