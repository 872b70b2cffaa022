// The person's answer to a site. What is shared is what the request says, never what the form says (S-24); reading
// the page decides nothing, unless the person has agreed to all of it before.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  approveAuthorization,
  denyAuthorization,
  type ConsentRequest,
} from '../../domain/grants/authorization.ts';
import { listConnections } from '../../domain/grants/connections.ts';
import { asksForConsent, isSignInEnough } from '../../domain/grants/prompt.ts';
import { codeRedirect, denialRedirect } from '../../domain/grants/redirect.ts';
import { isConsentRemembered } from '../../domain/grants/remembered-consent.ts';
import type { SignIn } from '../../domain/sessions/sign-in.ts';
import { readVerifiedAge } from '../../domain/verified-ages/verified-age.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearConsentCookie, readConsentCookie } from '../../http/auth/consent-cookie.ts';
import { renderSignInError } from '../../http/pages/error-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { beginVisit } from '../../http/pages/visit.ts';
import { ConsentPage } from './consent-view.tsx';
import { factsOf, hiddenFrom } from './facts.ts';
import { readAccountForm } from './posted-form.ts';
import { askerOf, formTargetsOf, readConsent, uiLocalesOf } from './waiting-site.ts';
import { goOn, pathTo, whenSignedIn } from './way.ts';

export function registerConsent(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    '/consent',
    whenSignedIn(async (c, signIn) => {
      const session = c.req.query('session') ?? '';
      const found = await readConsent(c, session);
      if (found === undefined) return renderSignInError(c);
      if (!isEnough(c, found, signIn)) return signInAgain(c, session);
      if (await isAgreed(c, found, signIn)) return allow(c, session, signIn);
      return showConsent(c, session, found, signIn);
    }),
  );

  surface.post(
    '/consent',
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const session = form.text('session');
      const found = await readConsent(c, session);
      if (found === undefined) return renderSignInError(c);
      if (form.text('decision') === 'deny') return deny(c, session);
      if (form.text('decision') !== 'allow')
        throw new AppError('INVALID_REQUEST', 'This is no decision.');
      return isEnough(c, found, signIn) ? allow(c, session, signIn) : signInAgain(c, session);
    }),
  );
}

const isEnough = (c: HonoContext<AppEnv>, { request }: ConsentRequest, signIn: SignIn): boolean =>
  isSignInEnough(request, signIn, c.get('ctx').now());

/** Agreed to before, all of it, and the site does not ask to ask again (S-25). */
const isAgreed = async (
  c: HonoContext<AppEnv>,
  { request }: ConsentRequest,
  { account }: SignIn,
): Promise<boolean> =>
  !asksForConsent(request) && (await isConsentRemembered(c.get('ctx'), account.id, request));

const signInAgain = (c: HonoContext<AppEnv>, session: string): Response =>
  goOn(c, pathTo('/signin', { fresh: '1', continue: pathTo('/consent', { session }) }));

async function allow(c: HonoContext<AppEnv>, session: string, signIn: SignIn): Promise<Response> {
  const ctx = c.get('ctx');
  const cookie = readConsentCookie(c, session);
  const approved = await approveAuthorization(ctx, session, cookie, signIn);
  if (!approved.ok) return renderSignInError(c);
  clearConsentCookie(c, session);
  return leave(c, codeRedirect(ctx.config.baseUrl, approved.request, approved.code));
}

async function deny(c: HonoContext<AppEnv>, session: string): Promise<Response> {
  const ctx = c.get('ctx');
  const request = await denyAuthorization(ctx, session, readConsentCookie(c, session));
  if (request === undefined) return renderSignInError(c);
  clearConsentCookie(c, session);
  return leave(c, denialRedirect(ctx.config.baseUrl, request));
}

/** Codes and states are nobody's business on the way (RFC 9700 4.2.4). */
function leave(c: HonoContext<AppEnv>, to: string): Response {
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(to, 303);
}

async function showConsent(
  c: HonoContext<AppEnv>,
  session: string,
  found: ConsentRequest,
  { account }: SignIn,
): Promise<Response> {
  const ctx = c.get('ctx');
  const { scope, redirectUri } = found.request;
  const visit = await beginVisit(c, { uiLocales: uiLocalesOf(found) });
  const verifiedAge = scope.includes('age_verification')
    ? await readVerifiedAge(ctx, account.id)
    : undefined;
  const connections = scope.includes('connections') ? await listConnections(ctx, account.id) : [];
  const others = connections.filter(({ clientId }) => clientId !== found.client.id);
  const known = {
    account,
    verifiedAge,
    connectedSites: others.length + 1,
    timeZone: visit.timeZone,
  };
  const view = {
    session,
    asker: askerOf(found),
    facts: factsOf(visit.t, scope, known),
    hidden: hiddenFrom(visit.t, scope),
    isAgeMissing: scope.includes('age_verification') && verifiedAge?.bracket === undefined,
    account: account.email ?? account.displayName ?? account.subject,
  };
  const page = <ConsentPage visit={visit} view={view} />;
  return renderPage(c, page, { formTargets: formTargetsOf(redirectUri) });
}
