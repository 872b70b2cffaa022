// Paths below a console that its sign-in knows, besides those of its pages.

/** The form of a new customer, at the customers' console. */
export const SIGN_UP = '/register';

/** The end page of test sessions that were started in the console, on any device. */
export const TRIED = '/tried';

/** The return from a company's identity provider, when something is left to show or went wrong. */
export const SSO_RETURN = '/sso';

/**
 * The target of invitation pages and of single sign-on: their cookie signs the member in, and the
 * console does not know of it yet.
 */
export const JOINED = '/joined';
