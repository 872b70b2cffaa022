// The person's answer to a site's consent request. The request, never the form, determines which
// data is shared (S-24). Opening the page has no effect, unless the person has already agreed to
// everything that the site requests.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  approveConsent,
  denyConsent,
  type ConsentRequest,
} from '../../domain/signing-in/authorization/consent-request.ts';
import type { KnownPerson } from '../../domain/signing-in/authorization/known-person.ts';
import { nextStep, nextStepOf, showsAge } from '../../domain/signing-in/authorization/next-step.ts';
import type { SiteAnswer } from '../../domain/openid/grants/authorization-request.ts';
import { listConnections } from '../../domain/openid/grants/connections.ts';
import { AGE_BRACKETS } from '../../domain/terms/age-bracket.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import {
  markAnswered,
  pathOfStep,
  readAnswered,
  readConsentAndPerson,
} from '../../http/auth/consent.ts';
import { renderSignInError } from '../../http/pages/error-page.tsx';
import { sendToSite } from '../../http/pages/leaving-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { AnsweredPage } from './answered-view.tsx';
import { ConsentPage } from './consent-view.tsx';
import { OFFLINE_ACCESS } from '../../domain/terms/scope.ts';
import { factsOf, hiddenFrom } from './facts.ts';
import { readUncheckedForm, requireAccountForm } from './posted-form.ts';
import { siteOf, uiLocalesOf } from './requesting-site.tsx';
import { seeOther } from './navigation.ts';

export function registerConsent(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/consent', async (c) => {
    const token = c.req.query('session') ?? '';
    const { consent, person } = await readConsentAndPerson(c, token);
    await readViewer(c, { signedIn: { as: person } });
    if (consent === undefined) return showAnswered(c, token, person);
    if (person === undefined) return seeOther(c, pathOfStep('sign_in', token));
    const step = nextStepOf(c.get('ctx'), consent.request, person);
    if (step === 'leave') return allow(c, consent, person);
    if (step === 'sign_in' || step === 'fresh_sign_in' || step === 'show_face')
      return seeOther(c, pathOfStep(step, token));
    return showConsent(c, consent, person);
  });

  surface.post('/consent', async (c) => {
    const form = await readUncheckedForm(c);
    const token = form.text('session');
    const { consent, person } = await readConsentAndPerson(c, token);
    const viewer = await readViewer(c, { signedIn: { as: person } });
    viewer.here = pathOfStep('consent', token);
    if (consent === undefined) return showAnswered(c, token, person);
    if (person === undefined) return seeOther(c, pathOfStep('sign_in', token));
    await requireAccountForm(c, form, person);
    if (form.text('decision') === 'deny') return deny(c, consent);
    if (form.text('decision') === 'allow') return allow(c, consent, person);
    throw new AppError('INVALID_REQUEST', 'The decision must be allow or deny.');
  });
}

/**
 * Handles a request that is not open: it was answered in this browser, or its outcome is unknown.
 */
async function showAnswered(
  c: HonoContext<AppEnv>,
  token: string,
  person: KnownPerson | undefined,
): Promise<Response> {
  const site = await readAnswered(c, token);
  if (site !== undefined) {
    const page = <AnsweredPage viewer={await readViewer(c)} site={site} />;
    // The status tells programs that the request is not open; the page is for people.
    return renderPage(c, page, { status: 400 });
  }
  return person === undefined ? seeOther(c, pathOfStep('sign_in', token)) : renderSignInError(c);
}

async function allow(
  c: HonoContext<AppEnv>,
  consent: ConsentRequest,
  person: KnownPerson,
): Promise<Response> {
  const approved = await approveConsent(c.get('ctx'), consent, person);
  if (approved.ok) return leave(c, consent, approved);
  if (approved.reason === 'show_face') return seeOther(c, pathOfStep('show_face', consent.token));
  return approved.reason === 'sign_in'
    ? seeOther(c, pathOfStep('fresh_sign_in', consent.token))
    : renderSignInError(c);
}

async function deny(c: HonoContext<AppEnv>, consent: ConsentRequest): Promise<Response> {
  const denied = await denyConsent(c.get('ctx'), consent);
  return denied === undefined ? renderSignInError(c) : leave(c, consent, denied);
}

function leave(
  c: HonoContext<AppEnv>,
  consent: ConsentRequest,
  to: SiteAnswer,
): Response | Promise<Response> {
  if (consent.request.userCode !== undefined) return seeOther(c, pathFrom(to.url));
  markAnswered(c, consent);
  return sendToSite(c, to, 303);
}

/** Returns the path and query of one of this service's URLs. */
function pathFrom(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function showConsent(
  c: HonoContext<AppEnv>,
  consent: ConsentRequest,
  person: KnownPerson,
): Promise<Response> {
  const ctx = c.get('ctx');
  const { account } = person;
  const { request, client, token } = consent;
  const { scope } = request;
  const viewer = await readViewer(c, { uiLocales: uiLocalesOf(consent) });
  const verifiedAge = scope.includes('age_verification') ? person.age : undefined;
  const hasVerifiedAge = showsAge(verifiedAge, request);
  const connections = scope.includes('connections') ? await listConnections(ctx, account.id) : [];
  const others = connections.filter(({ clientId }) => clientId !== client.id);
  const known = {
    account,
    verifiedAge,
    ageThresholds: request.ageThresholds ?? AGE_BRACKETS,
    connectedSites: others.length + 1,
    timeZone: viewer.timeZone,
  };
  const step = nextStep(request, { signIn: person, hasVerifiedAge, nowMs: ctx.now() });
  const view = {
    token,
    site: siteOf(consent),
    facts: factsOf(viewer.t, scope, known),
    hidden: hiddenFrom(viewer.t, scope),
    isAgeMissing: step === 'verify_age',
    isAgeDue: person.isAgeDue === true,
    level: request.level === 'ml' ? undefined : request.level,
    userCode: request.userCode,
    staysSignedOut: scope.includes(OFFLINE_ACCESS),
    account: account.email ?? account.displayName,
  };
  const page = <ConsentPage viewer={viewer} view={view} />;
  return renderPage(c, page);
}
