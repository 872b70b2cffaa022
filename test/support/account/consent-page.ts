import { openConsent } from '../../../src/domain/signing-in/authorization/consent-request.ts';
import type { AuthorizationRequest } from '../../../src/domain/openid/grants/authorization-request.ts';
import { makeContext } from '../installation/context.ts';
import { CALLBACK, CHALLENGE } from '../site/oauth-request.ts';
import type { FormBrowser } from './portal.ts';

/**
 * Starts a consent, as an authorization request from a site would in this browser.
 * @returns the consent page's path
 */
export async function askConsent(
  browser: FormBrowser,
  clientId: string,
  request: Partial<AuthorizationRequest> = {},
): Promise<string> {
  const { token, browserCookie } = await openConsent(makeContext(), {
    clientId,
    redirectUri: CALLBACK,
    scope: ['openid', 'age_verification'],
    state: 'af0ifjsldkj',
    codeChallenge: CHALLENGE,
    prompt: [],
    requestedAtMs: Date.now(),
    ...request,
  });
  browser.cookies.set(`agate-consent-${token.slice(4, 20)}`, browserCookie);
  return `/consent?session=${token}`;
}
