// What a request demands of the person and their sign-in before it may be answered. Pure; asked when a request
// comes in and once more when it is answered, since what came between was in the browser's hands.
import type { SignIn } from '../sessions/sign-in.ts';
import type { AuthorizationRequest } from './request.ts';

type Demands = Pick<AuthorizationRequest, 'prompt' | 'maxAgeSeconds' | 'subject' | 'requestedAtMs'>;

/**
 * Whether a sign-in answers what the request asks of one: the person the hint names, proved for this very
 * request (`prompt=login`) or not longer ago than `max_age` (OIDC Core 3.1.2.1).
 */
export function isSignInEnough(
  request: Demands,
  {
    account,
    session,
  }: Pick<SignIn, 'account'> & { session: Pick<SignIn['session'], 'authenticatedAtMs'> },
  nowMs: number,
): boolean {
  if (request.subject !== undefined && request.subject !== account.subject) return false;
  if (session.authenticatedAtMs >= request.requestedAtMs) return true;
  if (request.prompt.includes('login')) return false;
  const { maxAgeSeconds } = request;
  return maxAgeSeconds === undefined || nowMs - session.authenticatedAtMs <= maxAgeSeconds * 1000;
}

/** Whether the consent screen is shown even to somebody who agreed before; it also is where accounts change. */
export function asksForConsent({ prompt }: Pick<Demands, 'prompt'>): boolean {
  return prompt.includes('consent') || prompt.includes('select_account');
}
