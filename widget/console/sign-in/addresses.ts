// Below a console: addresses that the door knows, besides those of pages.

/** The form of a new customer, at the customers' console. */
export const SIGN_UP = '/register';

/** The end page of test sessions that were started in the console, also on a phone. */
export const TRIED = '/tried';

/** The return from a company's identity provider, when something is left to show or went wrong. */
export const SSO_RETURN = '/sso';

/** Where the page of an invitation and single sign-on lead: signed in by its cookie, which this browser does not know of yet. */
export const JOINED = '/joined';
