// What a site asks for when it sends somebody here: a checked authorization request, as it is kept until its
// end. Checking one is parse-request.ts; what the request demands of a sign-in is prompt.ts.

/** OpenID Connect Core 3.1.2.1 and RFC 7636, as far as decisions 4 honours them. */
export interface AuthorizationRequest {
  clientId: string;
  /** Byte for byte one of the client's registered addresses. */
  redirectUri: string;
  /** In the order asked, without repetitions; `openid` is among them. */
  scope: string[];
  /** Echoed as it came. */
  state?: string;
  nonce?: string;
  /** BASE64URL(SHA-256(code_verifier)), 43 characters; the method is S256 always. */
  codeChallenge: string;
  maxAgeSeconds?: number;
  prompt: Prompt[];
  loginHint?: string;
  /** Space-separated BCP 47 tags, as asked. */
  uiLocales?: string;
  acrValues?: string[];
  /** The person an `id_token_hint` names: nobody else may answer this request. */
  subject?: string;
  /** What `prompt=login` measures against: a sign-in before this is not one for this request. */
  requestedAtMs: number;
}

export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

export type Prompt = (typeof PROMPTS)[number];
