// Below the customers' console: pages that need nobody signed in.

/** The form of a new customer. */
export const SIGN_UP = '/register';

/** Where test sessions of the console end, on a phone too. */
export const TRIED = '/tried';
