// A validated authorization request as it is stored until it is answered, and the responses to it.
// domain/signing-in/authorization/parse-request.ts validates requests.

import type { RequestErrorCode } from '../../../errors.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { VerificationLevel } from '../../terms/age-proof.ts';
import { addToQuery } from '../../terms/query.ts';

/** The supported parameters of OpenID Connect Core 3.1.2.1 and RFC 7636 4.3 (D-36). */
export interface AuthorizationRequest {
  clientId: string;
  /** One of the client's registered redirect URIs (openid/clients/registered-uri.ts). */
  redirectUri: string;
  /** The scopes in the order of the request, without duplicates; includes `openid`. */
  scope: string[];
  /** The value to return unchanged in the response. */
  state?: string;
  /**
   * Whether the response is posted by a form instead of being sent in the query
   * (`response_mode=form_post`).
   */
  byForm?: true;
  /**
   * Whether the response goes through the browser to the page that made the request (FedCM; D-158).
   */
  byFedcm?: true;
  nonce?: string;
  /**
   * BASE64URL(SHA-256(code_verifier)), 43 characters; the method is always S256. Absent when the
   * client may omit PKCE (D-103).
   */
  codeChallenge?: string;
  /** Thumbprint of the key that must redeem the code (RFC 9449 10). */
  dpopJkt?: string;
  maxAgeSeconds?: number;
  prompt: Prompt[];
  loginHint?: string;
  /** Space-separated BCP 47 tags, as received. */
  uiLocales?: string;
  acrValues?: string[];
  /** The minimum level of age verification that the site accepts (D-73). */
  level?: VerificationLevel;
  /** The client's thresholds at the time of the request; absent for all. */
  ageThresholds?: readonly AgeBracket[];
  /** Whether the client does not accept sign-ins by face (D-99). */
  refusesFace?: true;
  /**
   * Whether the request asks for an age, and the client's customer requires people to show their
   * face before they share an age (D-104).
   */
  ownerFace?: true;
  /**
   * The code that a device shows while it waits for the response (RFC 8628). If set, `redirectUri`
   * is one of our own pages.
   */
  userCode?: string;
  /** The person that an `id_token_hint` identifies; nobody else may answer this request. */
  subject?: string;
  /** When the request was made: `prompt=login` accepts only a later sign-in. */
  requestedAtMs: number;
}

export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

/**
 * The supported response modes (Multiple Response Types 2.1; Form Post Response Mode 1.0). `query`
 * is the default for the code flow.
 */
export const RESPONSE_MODES = ['query', 'form_post'] as const;

/**
 * Our own response mode, for windows that a browser opens during a FedCM sign-in. Only clients that
 * may use FedCM can request it.
 */
export const FEDCM_MODE = 'fedcm';

export type Prompt = (typeof PROMPTS)[number];

export type ReturnAddress = Pick<
  AuthorizationRequest,
  'redirectUri' | 'state' | 'byForm' | 'byFedcm' | 'userCode'
>;

/** The response that the browser takes back to the site. */
export interface SiteAnswer {
  url: string;
  /**
   * The fields that a form posts to the URL (OAuth 2.0 Form Post Response Mode 1.0, 2); when
   * absent, the browser is redirected.
   */
  form?: Readonly<Record<string, string>>;
  /**
   * The result that the browser passes to the calling page (FedCM); the URL does not contain it.
   */
  fedcm?: Readonly<{ code?: string; error?: string }>;
}

export interface RequestFault {
  error: RequestErrorCode;
  /** Plain ASCII without quotes or backslashes (RFC 6749 4.1.2.1). */
  description: string;
}

/**
 * Returns a response that contains a code. The code and the request's state are added to the
 * redirect URI (RFC 6749 4.1.2), and `iss` identifies us, so that another provider's response is
 * not taken for ours (RFC 9207 2). In the device flow the response contains no code, because the
 * device fetches its tokens itself.
 * @param issuer the service's origin
 */
export const answerWithCode = (issuer: string, to: ReturnAddress, code: string): SiteAnswer =>
  to.userCode === undefined
    ? answerTo(to, { code, ...stateOf(to), iss: issuer })
    : { url: addToQuery(to.redirectUri, { done: 'allowed' }) };

/**
 * Returns an error response (RFC 6749 4.1.2.1) with the request's state. It may be sent only for
 * requests whose redirect URI is registered (S-01).
 */
export const answerWithError = (
  issuer: string,
  to: ReturnAddress,
  { error, description }: RequestFault,
): SiteAnswer =>
  to.userCode === undefined
    ? answerTo(to, { error, error_description: description, ...stateOf(to), iss: issuer })
    : { url: addToQuery(to.redirectUri, { done: 'denied' }) };

function answerTo(
  { redirectUri, byForm, byFedcm }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): SiteAnswer {
  if (byFedcm === true) return { url: `${new URL(redirectUri).origin}/`, fedcm: answer };
  return byForm === true
    ? { url: redirectUri, form: answer }
    : { url: addToQuery(redirectUri, answer) };
}

const stateOf = ({ state }: ReturnAddress): { state?: string } =>
  state === undefined ? {} : { state };
