// Paths below a console that its sign-in handles, in addition to the paths of the console's pages.

/** The sign-up form for new customers, which only the customers' console has. */
export const SIGN_UP = '/register';

/**
 * The page at the end of a test session that was started in the console. It can appear on any
 * device, because it needs no sign-in.
 */
export const TRIED = '/tried';

/**
 * The page that a member returns to from a company's identity provider when the sign-in failed or
 * the member still has something to do.
 */
export const SSO_RETURN = '/sso';

/**
 * The page that invitation pages and single sign-on redirect to. The session's cookie is already
 * set, but the console has not resumed the session yet.
 */
export const JOINED = '/joined';
