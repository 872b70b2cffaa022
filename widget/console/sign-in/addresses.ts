// Paths below a console that its sign-in handles, in addition to the paths of the console's pages.

/** The form for a new customer, in the customers' console. */
export const SIGN_UP = '/register';

/** The end page of test sessions that were started in the console, on any device. */
export const TRIED = '/tried';

/**
 * The return from a company's identity provider, when the member still has something to do or the
 * sign-in failed.
 */
export const SSO_RETURN = '/sso';

/**
 * The page to which invitation pages and single sign-on redirect. Their cookie has already signed
 * the member in, but the console does not have the session yet.
 */
export const JOINED = '/joined';
