// Who views a page, as its templates know it. Reading it from a request: viewer.ts.
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import type { PageLanguage } from './languages.ts';
import type { Texts } from './texts.ts';

export interface Viewer {
  t: Texts;
  language: PageLanguage;
  dir: 'ltr' | 'rtl';
  /** IANA name, as Cloudflare knows it from the address. */
  timeZone: string;
  serviceName: string;
  /** The service has terms of use, at /terms. */
  hasTerms: boolean;
  signIn: SignIn | undefined;
  /** For forms: of the sign-in when there is one, else of the browser. Empty on pages without forms. */
  formToken: string;
  /** The path and query of this page, or of the one that showed the form: where choosing a language and signing in return to. */
  here: string;
}
