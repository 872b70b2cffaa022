// Whom an `id_token_hint` names as the only person who may answer a request.
import type { Context } from '../../../context.ts';
import type {
  AuthorizationRequest,
  RequestFault,
} from '../../openid/grants/authorization-request.ts';
import { readIdTokenHint } from '../../openid/grants/id-token-hint.ts';

/** Of a request with `prompt=none`. */
export const HINT_OF_NOBODY = {
  error: 'login_required',
  description: 'id_token_hint is no ID token of this client, so the person has to be asked.',
} as const satisfies RequestFault;

/**
 * OIDC Core 3.1.2.1: the hint names whom the site expects. One that is not of this client, or that cannot be verified,
 * names nobody, so the person is asked which account it shall be (D-61).
 * @returns undefined when nobody may be asked
 */
export async function addSubject(
  ctx: Context,
  request: AuthorizationRequest,
  idTokenHint: string | undefined,
): Promise<AuthorizationRequest | undefined> {
  if (idTokenHint === undefined) return request;
  const hint = await readIdTokenHint(ctx, idTokenHint);
  if (hint?.clientId === request.clientId) return { ...request, subject: hint.subject };
  if (request.prompt.includes('none')) return undefined;
  return { ...request, prompt: [...request.prompt, 'select_account'] };
}
