// The site that waits behind a sign-in: who it is, what it wishes of our pages, where forms may lead.
import type { Context as HonoContext } from 'hono';
import { readConsentRequest, type ConsentRequest } from '../../domain/grants/authorization.ts';
import { isSignInEnough } from '../../domain/grants/prompt.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readConsentCookie } from '../../http/auth/consent-cookie.ts';
import { beginVisit } from '../../http/pages/visit.ts';
import type { Asker } from './asker-head.tsx';

export interface WaitingSite {
  asker: Asker;
  /** Sources that a form may end up at besides ours: browsers hold redirects to form-action (S-22). */
  formTargets: string[];
  /** Languages it wishes for, most wanted first. */
  uiLocales: string[];
  loginHint: string | undefined;
  /** Being signed in is not enough for it: too long ago, or as somebody else. */
  asksToSignIn: boolean;
}

/** @param continueTo where the sign-in leads; sites wait behind `/consent` @returns undefined when none does */
export async function readWaitingSite(
  c: HonoContext<AppEnv>,
  continueTo: string | undefined,
): Promise<WaitingSite | undefined> {
  const session = /^\/consent\?(?:.*&)?session=([\w-]+)/.exec(continueTo ?? '')?.[1];
  const found = session === undefined ? undefined : await readConsent(c, session);
  if (found === undefined) return undefined;
  const { request } = found;
  const { signIn } = await beginVisit(c);
  return {
    asker: askerOf(found),
    formTargets: formTargetsOf(request.redirectUri),
    uiLocales: uiLocalesOf(found),
    loginHint: request.loginHint,
    asksToSignIn: signIn !== undefined && !isSignInEnough(request, signIn, c.get('ctx').now()),
  };
}

/** A consent request by its address and this browser's cookie (S-20). */
export const readConsent = (
  c: HonoContext<AppEnv>,
  session: string,
): Promise<ConsentRequest | undefined> =>
  readConsentRequest(c.get('ctx'), session, readConsentCookie(c, session));

export const askerOf = ({ client, request }: ConsentRequest): Asker => ({
  name: client.name,
  logo: client.logo,
  host: new URL(request.redirectUri).host,
});

export const uiLocalesOf = ({ request }: ConsentRequest): string[] =>
  request.uiLocales?.split(' ').filter((tag) => tag !== '') ?? [];

/** Policies know no IPv6 addresses (CSP 3, 2.3.1): a developer's `[::1]` opens its scheme instead. */
export function formTargetsOf(redirectUri: string): string[] {
  const { origin, hostname, protocol } = new URL(redirectUri);
  return [hostname.startsWith('[') ? protocol : origin];
}
