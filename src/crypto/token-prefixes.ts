// Every prefix of a credential or capability token of this service, in one place.

/** Tokens of one verification: opens the page; reads the result; the browser that opened the page. */
export const INIT_TOKEN = 'xit_';
export const RESULT_TOKEN = 'xtk_';
export const BROWSER_TOKEN = 'xbs_';
/** Moves a session to a phone. */
export const HANDOFF_TOKEN = 'xho_';

export const API_KEY_PREFIXES = ['sk_live_', 'sk_test_', 'pk_live_', 'pk_test_'] as const;

const ALL = [
  INIT_TOKEN,
  RESULT_TOKEN,
  BROWSER_TOKEN,
  HANDOFF_TOKEN,
  ...API_KEY_PREFIXES,
  'xoc_',
  'xocs_',
  'xoac_',
  'xort_',
  'whsec_',
] as const;

/** Whether a text that should name a person looks like one of our own credentials (decisions 2, `user_id`). */
export function looksLikeCredential(text: string): boolean {
  const trimmed = text.trim().toLowerCase();
  return ALL.some((prefix) => trimmed.startsWith(prefix));
}
