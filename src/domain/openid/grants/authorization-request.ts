// A checked authorization request as it is kept until its end, and the answers to it. Checking one is
// domain/signing-in/authorization/parse-request.ts.

import type { RequestErrorCode } from '../../../errors.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { VerificationLevel } from '../../terms/age-proof.ts';
import { addToQuery } from '../../terms/query.ts';

/** Parameters of OpenID Connect Core 3.1.2.1 and RFC 7636 4.3, as far as D-36 honours them. */
export interface AuthorizationRequest {
  clientId: string;
  /** One of the client's registered addresses (openid/clients/registered-uri.ts). */
  redirectUri: string;
  /** In the request's order, without repetitions; `openid` is among them. */
  scope: string[];
  /** Echoed as it came. */
  state?: string;
  /** The answer is posted by a form instead of the query (`response_mode=form_post`). */
  byForm?: true;
  /** The answer is for the page that asked the browser for it (FedCM; D-158). */
  byFedcm?: true;
  nonce?: string;
  /** BASE64URL(SHA-256(code_verifier)), 43 characters; the method is S256 always. Absent: the client may do without (D-103). */
  codeChallenge?: string;
  /** Thumbprint of the key that redeems the code (RFC 9449 10). */
  dpopJkt?: string;
  maxAgeSeconds?: number;
  prompt: Prompt[];
  loginHint?: string;
  /** Space-separated BCP 47 tags, as they came. */
  uiLocales?: string;
  acrValues?: string[];
  /** The level of age verification without which the site wants no answer (D-73). */
  level?: VerificationLevel;
  /** Of the client when it asked; absent: all. */
  ageThresholds?: readonly AgeBracket[];
  /** The client takes no sign-in by face (D-99). */
  refusesFace?: true;
  /** It asks for an age, and its customer wants to see the face of whoever shares one (D-104). */
  ownerFace?: true;
  /** It is a device's, which waits for the answer, and shows this code meanwhile (RFC 8628); `redirectUri` is then our own page. */
  userCode?: string;
  /** The person an `id_token_hint` names, the only one who may answer this request. */
  subject?: string;
  /** What `prompt=login` measures against: a sign-in before this is not one for this request. */
  requestedAtMs: number;
}

export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

/** Multiple Response Types 2.1; Form Post Response Mode 1.0. The first one is the code flow's own. */
export const RESPONSE_MODES = ['query', 'form_post'] as const;

/** Our own, of windows that a browser opens; clients that may not ask their browsers have no use for it. */
export const FEDCM_MODE = 'fedcm';

export type Prompt = (typeof PROMPTS)[number];

export type ReturnAddress = Pick<
  AuthorizationRequest,
  'redirectUri' | 'state' | 'byForm' | 'byFedcm' | 'userCode'
>;

/** The browser's way back to the site. */
export interface SiteAnswer {
  url: string;
  /** What a form posts to the address (OAuth 2.0 Form Post Response Mode 1.0, 2); absent: the browser is redirected. */
  form?: Readonly<Record<string, string>>;
  /** What the browser hands to the page that asked; nothing of it is in the address. */
  fedcm?: Readonly<{ code?: string; error?: string }>;
}

export interface RequestFault {
  error: RequestErrorCode;
  /** Plain ASCII without quotes and backslashes (RFC 6749 4.1.2.1). */
  description: string;
}

/**
 * RFC 6749 4.1.2: the code and the request's state, added to the redirect URI. RFC 9207 2: `iss` says who answers, so
 * that an answer of another provider is not taken for ours. A device fetches its tokens by itself.
 * @param issuer the service's origin
 */
export const answerWithCode = (issuer: string, to: ReturnAddress, code: string): SiteAnswer =>
  to.userCode === undefined
    ? answerTo(to, { code, ...stateOf(to), iss: issuer })
    : { url: addToQuery(to.redirectUri, { done: 'allowed' }) };

/** RFC 6749 4.1.2.1: an error, with the request's state. For requests whose redirect URI is registered (S-01). */
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
