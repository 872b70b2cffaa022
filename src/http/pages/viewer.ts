// Reads the viewer of a page: language and texts, direction, time zone, sign-in, and the CSRF token
// of the forms.
import { visitorTimeZone } from '../visitor-time-zone.ts';
import type { Context as HonoContext } from 'hono';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import type { AppEnv } from '../app-env.ts';
import { readSignedIn } from '../auth/signed-in.ts';
import { issueSessionToken, issueVisitorToken } from '../form-token.ts';
import { pageOfForm } from './form-page.ts';
import { chooseLanguage, LANGUAGES } from './languages.ts';
import { textsIn } from './texts.ts';
import type { Viewer } from './page-viewer.ts';

interface ViewerOptions {
  /** BCP 47 tags that the referring site requests, most preferred first. */
  uiLocales?: readonly string[];
  /** Whether to skip the database and treat the visitor as not signed in. */
  isAnonymous?: boolean;
  /**
   * The sign-in, if the page has already read it; `as` is undefined for a visitor who is not signed
   * in.
   */
  signedIn?: { as: SignIn | undefined };
  /** Default: true. False omits the CSRF token of forms and its cookie. */
  hasForms?: boolean;
}

/** Reads the viewer of a page that is the same for everybody: no database call, cookie or forms. */
export const readAnonymousViewer = (c: HonoContext<AppEnv>): Promise<Viewer> =>
  readViewer(c, { isAnonymous: true, hasForms: false });

/**
 * Reads the viewer once per request; later calls for the same request return the same result,
 * except that a call with `uiLocales` chooses the language again.
 */
export async function readViewer(
  c: HonoContext<AppEnv>,
  { uiLocales = [], isAnonymous = false, signedIn, hasForms = true }: ViewerOptions = {},
): Promise<Viewer> {
  const known = c.get('viewer');
  if (known !== undefined && uiLocales.length === 0) return known;
  const isRead = known !== undefined || signedIn !== undefined || isAnonymous;
  const signIn = isRead ? (known?.signIn ?? signedIn?.as) : await readSignedIn(c);
  const { language, locale } = chooseLanguage(c, uiLocales, signIn?.account.locale);
  const { pathname, search } = new URL(c.req.url);
  const { config } = c.get('ctx');
  const viewer: Viewer = {
    t: textsIn(language, locale),
    language,
    dir: LANGUAGES[language].dir === 'rtl' ? 'rtl' : 'ltr',
    timeZone: visitorTimeZone(c),
    serviceName: config.serviceName,
    hasTerms: config.operator.terms !== undefined,
    signIn,
    formToken: known?.formToken ?? (hasForms ? await issueFormToken(c, signIn) : ''),
    here: known?.here ?? (c.req.method === 'GET' ? `${pathname}${search}` : pageOfForm(pathname)),
  };
  c.set('viewer', viewer);
  return viewer;
}

const issueFormToken = (c: HonoContext<AppEnv>, signIn: SignIn | undefined): Promise<string> =>
  signIn === undefined ? issueVisitorToken(c) : issueSessionToken(c, signIn.session.id);
