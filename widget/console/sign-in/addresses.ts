// Paths below the customers' console that the sign-in knows, besides those of pages.

/** The form for a new customer. */
export const SIGN_UP = '/register';

/** The end page of test sessions that were started in the console, also on a phone. */
export const TRIED = '/tried';

/** The return from a company's identity provider, when something is left to show or went wrong. */
export const SSO_RETURN = '/sso';

/**
 * The return from an invitation's page, which has signed the member in by a cookie that this
 * browser does not know of yet.
 */
export const JOINED = '/joined';
