// The prefixes of all credentials and capability tokens.

/**
 * Tokens of one verification:
 * - `xit_` opens the page
 * - `xtk_` reads the result
 * - `xbs_` identifies the browser that opened the page
 */
export const INIT_TOKEN = 'xit_';
export const RESULT_TOKEN = 'xtk_';
export const BROWSER_TOKEN = 'xbs_';
/** The token of a link that moves a session to a phone. */
export const HANDOFF_TOKEN = 'xho_';
/** The token in the URL that a wallet posts its response to. */
export const WALLET_OFFER_TOKEN = 'xwo_';
/**
 * Identifies the window that presents or receives passes for a page in a frame; the page creates
 * the token.
 */
export const PASS_WINDOW_TOKEN = 'xpw_';

/**
 * Tokens and identifiers of OAuth:
 * - `xoc_`: client
 * - `xocs_`: client secret
 * - `xpr_`: pushed request
 * - `xdc_`: device code
 * - `xcs_`: consent request
 * - `xoac_`: authorization code
 * - `xort_`: refresh token
 * - `xid_`: subject
 */
export const CLIENT_ID = 'xoc_';
export const CLIENT_SECRET = 'xocs_';
export const PUSHED_TOKEN = 'xpr_';
export const DEVICE_TOKEN = 'xdc_';
export const CONSENT_TOKEN = 'xcs_';
export const CODE_TOKEN = 'xoac_';
export const REFRESH_TOKEN = 'xort_';
export const SUBJECT = 'xid_';
/**
 * Tokens for accounts and sign-ins:
 * - `xas_`: a signed-in browser
 * - `xtd_`: a browser that its account trusts
 * - `xtc_`: a code that makes a browser trusted
 * - `xml_`: a link in an email
 * - `xwa_`: a WebAuthn ceremony
 * - `xch_`: a pending second factor
 */
export const ACCOUNT_SESSION_TOKEN = 'xas_';
export const TRUSTED_DEVICE_TOKEN = 'xtd_';
export const TRUST_CODE_TOKEN = 'xtc_';
export const MAIL_LINK_TOKEN = 'xml_';
export const CEREMONY_TOKEN = 'xwa_';
export const CHALLENGE_TOKEN = 'xch_';
/** Refresh tokens for operators and for customers' staff. */
export const ADMIN_REFRESH_TOKEN = 'xart_';
export const DASHBOARD_REFRESH_TOKEN = 'xdrt_';
/** A pending staff sign-in through an identity provider. */
export const SSO_TOKEN = 'xso_';
/** An invitation for a customer's staff, or the link for a new operator. */
export const INVITATION_TOKEN = 'xin_';
/** The token that a customer's directory uses to authenticate. */
export const SCIM_TOKEN = 'xsc_';
/** The token in the URL at which a deployment check receives its webhook. */
export const WEBHOOK_CHECK_TOKEN = 'xwc_';
/** Lets `npm run backup` and `npm run restore` copy ledgers. */
export const LEDGERS_TOKEN = 'xlc_';
export const WEBHOOK_SECRET = 'whsec_';

export const API_KEY_PREFIXES = ['sk_live_', 'sk_test_', 'pk_live_', 'pk_test_'] as const;

const ALL = [
  INIT_TOKEN,
  RESULT_TOKEN,
  BROWSER_TOKEN,
  HANDOFF_TOKEN,
  WALLET_OFFER_TOKEN,
  PASS_WINDOW_TOKEN,
  ...API_KEY_PREFIXES,
  CLIENT_ID,
  CLIENT_SECRET,
  PUSHED_TOKEN,
  DEVICE_TOKEN,
  CONSENT_TOKEN,
  CODE_TOKEN,
  REFRESH_TOKEN,
  SUBJECT,
  ACCOUNT_SESSION_TOKEN,
  TRUSTED_DEVICE_TOKEN,
  TRUST_CODE_TOKEN,
  MAIL_LINK_TOKEN,
  CEREMONY_TOKEN,
  CHALLENGE_TOKEN,
  ADMIN_REFRESH_TOKEN,
  DASHBOARD_REFRESH_TOKEN,
  SSO_TOKEN,
  INVITATION_TOKEN,
  SCIM_TOKEN,
  WEBHOOK_CHECK_TOKEN,
  LEDGERS_TOKEN,
  WEBHOOK_SECRET,
] as const;

/**
 * Whether a text that should identify a person looks like one of our credentials (D-7, `user_id`).
 */
export function looksLikeCredential(text: string): boolean {
  const trimmed = text.trim().toLowerCase();
  return ALL.some((prefix) => trimmed.startsWith(prefix));
}
