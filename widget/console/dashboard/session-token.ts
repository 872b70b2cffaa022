/** Tokens of sessions: `xtk_` of callbacks and events, `xit_` of init. */
export const isSessionToken = (text: string): boolean => /^x(tk|it)_[\w-]+$/.test(text);
