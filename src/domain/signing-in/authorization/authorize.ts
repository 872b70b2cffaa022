// Handles one authorization request, from the query to its outcome: a redirect back to the site, or
// to one of our pages first. consent-request.ts handles consent given on such a page.
import type { Context } from '../../../context.ts';
import { findWorkingClient } from '../../openid/clients/client.ts';
import { isRegistered } from '../../openid/clients/registered-uri.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { answerWithCode, answerWithError } from '../../openid/grants/authorization-request.ts';
import type {
  AuthorizationRequest,
  RequestFault,
  SiteAnswer,
} from '../../openid/grants/authorization-request.ts';
import { addSubject, UNUSABLE_HINT } from './hinted-subject.ts';
import { isPushed, readPushed, type PushedRequest } from './pushed-request.ts';
import { shownLevels } from '../../verification/session-margin.ts';
import { approveDirectly, openConsent, openPushedConsent, UNMET_LEVEL } from './consent-request.ts';
import type { OpenedConsent } from './consent-request.ts';
import type { KnownPerson } from './known-person.ts';
import { nextStepOf, type NextStep } from './next-step.ts';
import { parseRequest, readAuthorizationParameters, returnAddress } from './parse-request.ts';
import type { AuthorizationParameters } from './parse-request.ts';

interface Refused {
  answer: 'refuse';
  error: 'invalid_request' | 'invalid_client';
  message: string;
}

type AuthorizationAnswer =
  /** The browser is not redirected, because the client or its redirect URI is unknown (S-01). */
  | Refused
  | { answer: 'leave'; to: SiteAnswer }
  /** One of our pages handles the next step. */
  | { answer: 'page'; step: Exclude<NextStep, 'leave'>; consent: OpenedConsent };

/**
 * Handles an authorization request.
 * @param encoded the query without its `?`, or the form's body
 * @param findPerson called once the request is valid; called again, with true, if the first result
 *   was outdated
 */
export async function authorize(
  ctx: Context,
  encoded: string,
  findPerson: (clientId: string, isLatest: boolean) => Promise<KnownPerson | undefined>,
): Promise<AuthorizationAnswer> {
  const parameters = readAuthorizationParameters(encoded);
  const asked = isPushed(parameters.get('request_uri'))
    ? await readVisit(ctx, parameters)
    : await readRequest(ctx, parameters);
  return 'answer' in asked ? asked : answer(ctx, asked, findPerson);
}

/** A valid authorization request. */
interface ReceivedRequest {
  request: AuthorizationRequest;
  /**
   * The stored pushed request, which already has a grant; absent for a request that was sent in the
   * query or a form.
   */
  pushed?: PushedRequest;
}

async function answer(
  ctx: Context,
  { request, pushed }: ReceivedRequest,
  findPerson: (clientId: string, isLatest: boolean) => Promise<KnownPerson | undefined>,
): Promise<AuthorizationAnswer> {
  const { baseUrl } = ctx.config;
  const person = await findPerson(request.clientId, false);
  let step = nextStepOf(ctx, request, person);
  if (step === 'leave' && person !== undefined) {
    const approved = await approveDirectly(ctx, request, person, pushed);
    if (approved !== undefined)
      return { answer: 'leave', to: answerWithCode(baseUrl, request, approved.code) };
    step = nextStepOf(ctx, request, await findPerson(request.clientId, true));
  }
  // If the next step is still `leave`, the person's state has changed twice during this request, so
  // the person is asked to sign in.
  const open = step === 'leave' ? 'sign_in' : step;
  if (request.prompt.includes('none'))
    return { answer: 'leave', to: answerWithError(baseUrl, request, PROMPT_NONE_FAULTS[open]) };
  const consent = await (pushed === undefined
    ? openConsent(ctx, request)
    : openPushedConsent(ctx, request, pushed));
  return consent === undefined
    ? refuse('invalid_request', ANSWERED)
    : { answer: 'page', step: open, consent };
}

const ANSWERED = 'request_uri was used, has expired or belongs to another client.';

/**
 * Reads the pushed request whose request URI the browser sent. RFC 9126 4: apart from this URI and
 * the client's id, query parameters are ignored.
 */
async function readVisit(
  ctx: Context,
  parameters: AuthorizationParameters,
): Promise<ReceivedRequest | Refused> {
  const repeated = parameters.repeated.find((name) => name === 'client_id');
  if (repeated !== undefined)
    return refuse('invalid_request', `${repeated} was sent more than once.`);
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return refuse('invalid_request', 'client_id is missing.');
  const [client, pushed] = await Promise.all([
    findWorkingClient(ctx, clientId),
    readPushed(ctx, parameters.get('request_uri') ?? ''),
  ]);
  if (client === undefined)
    return refuse('invalid_client', 'No site is registered under this client_id.');
  // The client's registration may have changed since the request was pushed (S-01).
  if (pushed?.request.clientId !== client.id || !isRegistered(client, pushed.request.redirectUri))
    return refuse('invalid_request', ANSWERED);
  return { request: { ...pushed.request, requestedAtMs: ctx.now() }, pushed };
}

/** Reads a request whose parameters are in the query or the form. */
async function readRequest(
  ctx: Context,
  parameters: AuthorizationParameters,
): Promise<ReceivedRequest | AuthorizationAnswer> {
  const site = await verifySite(ctx, parameters);
  if ('answer' in site) return site;
  const { client, redirectUri } = site;
  const fail = (fault: RequestFault): AuthorizationAnswer => ({
    answer: 'leave',
    to: answerWithError(ctx.config.baseUrl, returnAddress(parameters, client, redirectUri), fault),
  });
  if (client.pushesRequests === true)
    return fail({
      error: 'invalid_request',
      description:
        'This client must push its requests to the pushed_authorization_request_endpoint.',
    });
  const service = { levels: shownLevels(ctx), nowMs: ctx.now() };
  const parsed = parseRequest(parameters, client, redirectUri, service);
  if (!parsed.ok) return fail(parsed);
  const request = await addSubject(ctx, parsed.request, parsed.idTokenHint);
  return request === undefined ? fail(UNUSABLE_HINT) : { request };
}

const LOGIN_REQUIRED = {
  error: 'login_required',
  description: 'The person must sign in.',
} as const satisfies RequestFault;
const CONSENT_REQUIRED = {
  error: 'consent_required',
  description: 'The person must consent.',
} as const satisfies RequestFault;

/**
 * OIDC Core 3.1.2.6: with `prompt=none` no page is shown; instead, the error indicates which page
 * would have been needed.
 */
const PROMPT_NONE_FAULTS = {
  sign_in: LOGIN_REQUIRED,
  fresh_sign_in: LOGIN_REQUIRED,
  show_face: LOGIN_REQUIRED,
  select_account: CONSENT_REQUIRED,
  consent: CONSENT_REQUIRED,
  verify_age: CONSENT_REQUIRED,
  raise_level: UNMET_LEVEL,
} as const satisfies Record<Exclude<NextStep, 'leave'>, RequestFault>;

/**
 * Finds the client and checks the redirect URI. RFC 6749 3.1.2.4, 4.1.2.1: if either is unknown,
 * the browser is not redirected. RFC 9700 4.1.3: the URI must equal a registered URI character by
 * character (S-02).
 */
async function verifySite(
  ctx: Context,
  parameters: AuthorizationParameters,
): Promise<{ client: OAuthClient; redirectUri: string } | Refused> {
  const repeated = parameters.repeated.find(
    (name) => name === 'client_id' || name === 'redirect_uri',
  );
  if (repeated !== undefined)
    return refuse('invalid_request', `${repeated} was sent more than once.`);
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return refuse('invalid_request', 'client_id is missing.');
  const client = await findWorkingClient(ctx, clientId);
  if (client === undefined)
    return refuse('invalid_client', 'No site is registered under this client_id.');
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined) return refuse('invalid_request', 'redirect_uri is missing.');
  if (!isRegistered(client, redirectUri))
    return refuse('invalid_request', 'redirect_uri is not registered for this client.');
  return { client, redirectUri };
}

const refuse = (error: Refused['error'], message: string): Refused => ({
  answer: 'refuse',
  error,
  message,
});
