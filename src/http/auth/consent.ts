// A site's consent request in the browser that received it: the cookie that binds the request to
// the browser (S-20), the pages on which the person responds, and the parameters that carry the
// request from page to page. Each request has its own cookie, so that two sites in two tabs can
// both finish (S-23). The cookie is Lax, because links from other sites lead to these pages.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { CONSENT_TOKEN } from '../../crypto/token-prefixes.ts';
import {
  clientOfCookie,
  readConsentRequest,
  type ConsentRequest,
  type OpenedConsent,
} from '../../domain/signing-in/authorization/consent-request.ts';
import {
  readKnownPerson,
  type KnownPerson,
} from '../../domain/signing-in/authorization/known-person.ts';
import type { NextStep } from '../../domain/signing-in/authorization/next-step.ts';
import type { AppEnv } from '../app-env.ts';
import { findWorkingClient } from '../../domain/openid/clients/client.ts';
import { readLocalPath } from '../local-path.ts';
import { readAccountCookie } from './account-cookie.ts';
import { readProgressCookie } from './progress-cookie.ts';

/**
 * How many of the 43 characters of the token's id are in the cookie's name: enough to distinguish
 * the requests of one browser.
 */
const NAME_LENGTH = 16;
/**
 * The maximum number of consent cookies in one browser. Without a maximum, a page that sends the
 * browser to this service in a loop could fill the browser's cookie jar.
 */
const MAX_COOKIES = 8;

/**
 * Returns the request that belongs to a consent token and this browser's cookie. Costs one object
 * call.
 * @param token the consent token, `xcs_…`, or any other text
 */
export async function readConsent(
  c: HonoContext<AppEnv>,
  token: string | undefined,
): Promise<ConsentRequest | undefined> {
  return token === undefined
    ? undefined
    : readConsentRequest(c.get('ctx'), token, readConsentCookie(c, token));
}

/**
 * Like readConsent, but also reads, in parallel, the person who would answer the request: one D1
 * read, from a replica unless the method is POST.
 */
export async function readConsentAndPerson(
  c: HonoContext<AppEnv>,
  token: string,
): Promise<{ consent: ConsentRequest | undefined; person: KnownPerson | undefined }> {
  const ctx = c.get('ctx');
  const clientId = clientOfCookie(readConsentCookie(c, token));
  const db = c.req.method === 'POST' ? ctx.db : ctx.nearby(await readProgressCookie(c));
  const [consent, person] = await Promise.all([
    readConsent(c, token),
    readKnownPerson(ctx, readAccountCookie(c), clientId, db),
  ]);
  return { consent, person };
}

function readConsentCookie(c: HonoContext<AppEnv>, token: string): string | undefined {
  const name = cookieName(c, token);
  return name === undefined ? undefined : getCookie(c, name);
}

/** Binds a request to this browser. */
export function setConsentCookie(c: HonoContext, { token, browserCookie }: OpenedConsent): void {
  const name = cookieName(c, token);
  if (name === undefined) throw new Error('This is not a consent token.');
  // Browsers send the oldest cookies first, so the first cookies are deleted.
  const present = Object.keys(getCookie(c)).filter((key) => key.startsWith(namePrefix(c)));
  for (const old of present.slice(0, Math.max(0, present.length - MAX_COOKIES + 1)))
    deleteFrom(c, old);
  setCookie(c, name, browserCookie, {
    ...cookieAttributes(c),
    maxAge: LIFETIMES.consentMs / 1000,
  });
}

const cookieAttributes = (c: HonoContext) =>
  ({ path: '/', httpOnly: true, secure: isSecure(c), sameSite: 'Lax' }) as const;

/** The prefix of the cookie's value for an answered request; no other value starts with it. */
const ANSWERED = 'answered';
/**
 * How long this browser remembers an answered request. A person who returns to the request's page
 * during this time sees that the request has been answered, and no error that blames the site.
 */
const ANSWERED_SECONDS = 60 * 60;

/**
 * Replaces the cookie of an answered request. The new cookie grants no access and only identifies
 * the site that received the response.
 */
export function markAnswered(c: HonoContext, { token, client, request }: ConsentRequest): void {
  const name = cookieName(c, token);
  if (name === undefined) return;
  const { origin } = new URL(request.redirectUri);
  setCookie(c, name, [ANSWERED, client.id, encodeURIComponent(origin)].join('.'), {
    ...cookieAttributes(c),
    maxAge: ANSWERED_SECONDS,
  });
}

/** A site whose request this browser has answered. */
export interface AnsweredSite {
  name: string;
  /** The origin of its redirect URI; absent for a native app, which has no page to return to. */
  origin?: string;
}

/**
 * Reads which site's request this browser has answered. Costs one D1 read if the cookie marks the
 * request as answered.
 * @param token the consent token, `xcs_…`, or any other text
 * @returns undefined if this browser has not answered the request, or if the site is no longer
 * registered with the origin in the cookie
 */
export async function readAnswered(
  c: HonoContext<AppEnv>,
  token: string,
): Promise<AnsweredSite | undefined> {
  const [begin, clientId = '', ...rest] = readConsentCookie(c, token)?.split('.') ?? [];
  if (begin !== ANSWERED) return undefined;
  const client = await findWorkingClient(c.get('ctx'), clientId);
  const registered = client?.redirectUris.map((uri) => new URL(uri).origin) ?? [];
  const origin = registered.find((one) => encodeURIComponent(one) === rest.join('.'));
  if (client === undefined || origin === undefined) return undefined;
  return { name: client.name, ...(client.isNative !== true && { origin }) };
}

/** @returns the path of the page for the step */
export function pathOfStep(step: Exclude<NextStep, 'leave'>, token: string): string {
  const session = new URLSearchParams({ session: token }).toString();
  if (step === 'sign_in') return `/signin?${session}`;
  if (step === 'show_face') return `/account/face?${session}`;
  return step === 'fresh_sign_in' ? `/signin?fresh=1&${session}` : `/consent?${session}`;
}

/** Where a person goes after signing in or up. Links and forms use these parameter names. */
export interface Destination {
  /** `xcs_…`: the consent request of the site that sent the person to this service. */
  session?: string | undefined;
  /** A path of this service. */
  continue?: string | undefined;
}

const SESSION = new RegExp(`^${CONSENT_TOKEN}[\\w-]{1,200}$`);

/** @param read returns the unvalidated value of a query or form parameter */
export function readDestination(read: (name: string) => string | undefined): Destination {
  const session = read('session');
  if (session !== undefined && SESSION.test(session)) return { session };
  const path = readLocalPath(read('continue'));
  return path === undefined ? {} : { continue: path };
}

/** @returns undefined when no particular page was requested */
export const pathOfDestination = ({ session, continue: path }: Destination): string | undefined =>
  session === undefined ? path : pathOfStep('consent', session);

const deleteFrom = (c: HonoContext, name: string): unknown =>
  deleteCookie(c, name, { path: '/', secure: isSecure(c) });

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const namePrefix = (c: HonoContext): string => `${isSecure(c) ? '__Host-' : ''}agate-consent-`;

function cookieName(c: HonoContext, token: string): string | undefined {
  const [, id] = new RegExp(`^${CONSENT_TOKEN}([\\w-]{${NAME_LENGTH}})`).exec(token) ?? [];
  return id === undefined ? undefined : `${namePrefix(c)}${id}`;
}
