// Records in a request which person its `id_token_hint` identifies, so that nobody else can respond
// to the request.
import type { Context } from '../../../context.ts';
import type {
  AuthorizationRequest,
  RequestFault,
} from '../../openid/grants/authorization-request.ts';
import { readIdTokenHint } from '../../openid/grants/id-token-hint.ts';

/** The error for an unusable hint in a request with `prompt=none`. */
export const UNUSABLE_HINT = {
  error: 'login_required',
  description:
    'id_token_hint is not an ID token issued to this client, so the person must be asked.',
} as const satisfies RequestFault;

/**
 * Adds the hinted person to the request. OIDC Core 3.1.2.1: the hint identifies the person that the
 * site expects. A hint for a different client, or one that cannot be verified, identifies nobody,
 * so the person is prompted to choose an account (D-61).
 * @returns the request; undefined when the hint identifies nobody and the request forbids prompting
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
