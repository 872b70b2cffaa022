// Below a console: addresses that the door knows, besides those of pages.

/** The form of a new customer. */
export const SIGN_UP = '/register';

/** Where test sessions of the console end, on a phone too. */
export const TRIED = '/tried';

/** Where the way back from a company's identity provider leads, while something is left to show or was wrong. */
export const SSO_RETURN = '/sso';

/** Where the page of an invitation leads: signed in by its cookie, which this browser does not know of yet. */
export const JOINED = '/joined';
