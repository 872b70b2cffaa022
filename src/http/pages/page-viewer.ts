// The facts about the viewer that page templates use; viewer.ts reads them from the request.
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import type { PageLanguage } from './languages.ts';
import type { Texts } from './texts.ts';

export interface Viewer {
  t: Texts;
  language: PageLanguage;
  dir: 'ltr' | 'rtl';
  /** The IANA name of the visitor's time zone, from Cloudflare's geolocation of the IP address. */
  timeZone: string;
  serviceName: string;
  /** Whether the service has terms of use, at /terms. */
  hasTerms: boolean;
  signIn: SignIn | undefined;
  /**
   * The CSRF token of the forms, derived from the sign-in session if there is one, else from a
   * cookie in the browser. Empty on pages without forms.
   */
  formToken: string;
  /**
   * The path and query of this page or, in the response to a form, of the page with that form.
   * Choosing a language or signing in leads back to this address.
   */
  here: string;
}
