/**
 * Whether the text has the form of a session token: `xtk_` in callbacks and events, `xit_` from
 * init.
 */
export const isSessionToken = (text: string): boolean => /^x(tk|it)_[\w-]+$/.test(text);
