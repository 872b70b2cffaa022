// Wire types of the API, generated from its routes by `npm run generate:wire`. Do not edit.

export type WireBlacklistEntry = {
  id: number;
  reason: string;
  source: 'session' | 'image';
  /** The part of the session’s tokens between prefix and secret. */
  session_id?: string;
  /** Who added the entry: an API key, `key_…`, or a member, `staff:<id>`. */
  added_by: string;
  created_at: string;
  /** When the entry is deleted. It matches nobody from then on. */
  expires_at: string;
};

export type WireBlacklistOutlook = {
  entries: number;
  /**
   * Estimated share of visitors whom the list refuses by mistake, 0 to 1: the rate of the
   * demographic group with the highest rate, as if every entry belonged to it. See docs/face.md for
   * its basis.
   */
  wrongly_matched: number;
  /** The largest number of entries that keeps `wrongly_matched` at or below 0.05. */
  most_entries: number;
};

export type WireError = {
  success: false;
  error: {
    code:
      | 'VALIDATION_FAILED'
      | 'INVALID_REQUEST'
      | 'INVALID_API_VERSION'
      | 'MISSING_CALLBACK_URL'
      | 'INVALID_CALLBACK_URL'
      | 'INVALID_MIN_AGE'
      | 'INVALID_PURPOSE'
      | 'INVALID_VERIFICATION_MODE'
      | 'INVALID_LIVENESS_DIFFICULTY'
      | 'INVALID_USER_ID'
      | 'INVALID_ACCEPT'
      | 'POLICY_UNSATISFIABLE'
      | 'INVALID_CODE'
      | 'INVALID_PICTURE'
      | 'INVALID_DOCUMENT'
      | 'INVALID_TOKEN'
      | 'KEY_INVALID'
      | 'PASS_INVALID'
      | 'PASS_SPENT'
      | 'PASSES_ALREADY_TAKEN'
      | 'PASSES_NOT_FOR_THIS_SESSION'
      | 'UNAUTHORIZED'
      | 'INVALID_CREDENTIALS'
      | 'FORBIDDEN'
      | 'SECRET_KEY_REQUIRED'
      | 'FRESH_SIGN_IN_REQUIRED'
      | 'FACE_REQUIRED'
      | 'BROWSER_UNCONFIRMED'
      | 'SECOND_FACTOR_REQUIRED'
      | 'SSO_REQUIRED'
      | 'EMAIL_NOT_VERIFIED'
      | 'ENDPOINT_NOT_VERIFIED'
      | 'ACCOUNT_SUSPENDED'
      | 'TENANT_SUSPENDED'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'CONFLICT'
      | 'SESSION_OPENED_ELSEWHERE'
      | 'SESSION_OF_OTHER_BROWSER'
      | 'SESSION_ON_OTHER_DEVICE'
      | 'SESSION_RETAKEN'
      | 'SESSION_HAS_NO_FACE_DATA'
      | 'SESSION_FACE_DATA_EXPIRED'
      | 'RETAKE_NOT_ALLOWED'
      | 'RETAKE_LIMIT_EXCEEDED'
      | 'PAYLOAD_TOO_LARGE'
      | 'MISDIRECTED_REQUEST'
      | 'IDEMPOTENCY_KEY_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'INTERNAL_ERROR'
      | 'UNAVAILABLE';
    message: string;
    /** Every invalid field, if validation failed. */
    details?: { field: string; message: string }[];
    /**
     * For `ENDPOINT_NOT_VERIFIED`: what the receiver did instead of returning the challenge, and
     * its HTTP status if it responded.
     */
    receiver?: {
      reason:
        | 'url_not_allowed'
        | 'secret_unreadable'
        | 'no_connection'
        | 'certificate'
        | 'timeout'
        | 'redirect'
        | 'wrong_status'
        | 'empty_body'
        | 'other_body';
      status?: number;
    };
  };
  meta: WireMeta;
};

export type WireEvent = WireSessionEvent | WireFaceEvent;

export type WireFaceAccepted = {
  /** Challenge ID, `fch_…`. Read its status until it ends. */
  challenge_id: string;
  status: 'processing';
};

export type WireFaceChallenge = {
  /** Challenge ID, `fch_…`. */
  challenge_id: string;
  kind: 'enroll' | 'verify';
  /**
   * `completed`: the face was enrolled or compared. `failed`: it could not be enrolled or compared.
   * `expired`: the challenge was not finished in time.
   */
  status: 'processing' | 'completed' | 'failed' | 'expired';
  /** Null while `processing`; true only when `completed`. */
  passed: boolean | null;
  failure_reason?:
    | 'invalid_image'
    | 'no_face_detected'
    | 'not_enrolled'
    | 'face_mismatch'
    | 'face_unclear'
    | 'blacklist_match'
    | 'liveness_failed'
    | 'canceled'
    | 'expired'
    | 'internal_error';
  /** True if a live person answered on the hosted page. Absent if a picture was sent. */
  liveness?: true;
  expires_at: string;
  completed_at?: string;
  test?: true;
};

export type WireFaceEvent = {
  /** Event ID, `evt_…`, identical to the `webhook-id` header. */
  id: string;
  api_version: string;
  /** Unix time in seconds. */
  created: number;
  type: 'face_2fa.completed';
  data: WireFaceChallenge;
};

export type WireFaceSession = {
  /** Challenge ID, `fch_…`. Read its status until it ends. */
  challenge_id: string;
  /** URL of the page for the person. It opens once. */
  verify_url: string;
};

export type WireFaceSessionRequest = {
  /** Your own identifier for the person. */
  user_id: string;
  kind: 'enroll' | 'verify';
  /**
   * URL to which the browser returns at the end, with `status`, `token` (the challenge) and
   * `user_id`.
   */
  callback_url: string;
};

export type WireFaceUser = { enrolled: boolean; enrolled_at?: string };

export type WireFullResult = WireResult & {
  /**
   * Fields named by your setting `document_fields`, for a document that passed for
   * `id_verification`.
   */
  document_fields?: {
    /**
     * Given names and surname in capitals, as in the machine-readable code, which may truncate
     * them.
     */
    name?: string;
    birth_year?: number;
    /** HMAC-SHA256 in hex with a key specific to you: the same value for the same document. */
    document_number_hash?: string;
  };
};

export type WireInitData = {
  /** Init token, `xit_…`: single use, 10 minutes. */
  token: string;
  /** URL to which to send the visitor’s browser. */
  verify_url: string;
  /**
   * For `display` `tv`: what the screen shows. Poll the status with `token`, or wait for the
   * webhook.
   */
  tv?: {
    url: string;
    /** Two groups of four letters. */
    code: string;
    /** URL that contains the code, for a QR code beside the text. */
    url_with_code: string;
    /** Seconds. */
    expires_in: number;
  };
  /**
   * Reasons for attention although the session exists: an age estimate is unsuitable for this
   * `min_age`, the law has changed your request or cannot be met in some countries, or an unknown
   * member of the body was ignored.
   */
  warnings?: {
    code:
      | 'age_estimate_unsuitable'
      | 'age_target_unreachable'
      | 'min_age_raised'
      | 'policy_not_applied'
      | 'policy_unsatisfiable'
      | 'unknown_member';
    message: string;
    /** Name of the ignored member, for `unknown_member`. */
    field?: string;
  }[];
};

export type WireInitRequest = {
  callback_url: string;
  /** Replaces `callback_url` if the outcome is success. */
  success_url?: string;
  /** Replaces `callback_url` if the outcome is failed. */
  failed_url?: string;
  /**
   * Age gate, applied exactly. Required for `age_verification`, unless `context` and `jurisdiction`
   * set one; not needed for `id_verification`.
   */
  min_age?: number;
  /** Default: `age_verification`. */
  purpose?: 'age_verification' | 'id_verification';
  /**
   * `document`: document and face match, never an estimate. `facial`: on the device only, no image
   * leaves the browser. Default: `auto`.
   */
  verification_mode?: 'auto' | 'document' | 'facial';
  /** Number of movements: 1, 2 or 3. Default: `medium`. */
  liveness_difficulty?: 'easy' | 'medium' | 'hard';
  /** Your own identifier for the person, returned unchanged. */
  user_id?: string;
  /** Shown in your dashboard only. */
  metadata?: string;
  /** Default: your settings, else `system`. Any other text is treated as `system`. */
  theme?: 'light' | 'dark' | 'system';
  /**
   * BCP 47 language tag. The best supported match applies, else `en`. Default: your settings, else
   * the visitor’s browser.
   */
  locale?: string;
  /**
   * Accepted methods, maximum age of an earlier proof and required place of measurement. Narrows
   * your settings.
   */
  accept?: {
    methods?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    max_proof_age_days?: number;
    /**
     * Conditions under which an age from an account must be verified again, in addition to
     * `max_proof_age_days`. `next_bracket`: the person may have reached the next age threshold.
     * `new_device`: the browser signed in after the age was verified; age keys are then not
     * accepted.
     */
    recheck?: ('next_bracket' | 'new_device')[];
    min_assurance?: 'device' | 'edge' | 'document' | 'wallet';
    /**
     * Order in which the page offers the methods; omitted ones come last. `document` before `face`:
     * a document may be presented immediately, otherwise only after an inconclusive estimate.
     * Overrides the order in your settings, and adds no methods.
     */
    order?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    liveness_level?: 'standard' | 'strict';
  } | null;
  /** What you sell or show, for the legal rules (/docs/jurisdictions). Default: your settings. */
  context?:
    | 'adult_content'
    | 'social_media'
    | 'gambling'
    | 'alcohol'
    | 'tobacco_vape'
    | 'app_store'
    | 'chat'
    | 'general';
  /**
   * Jurisdiction whose law applies: ISO 3166-1 alpha-2 or 3166-2. Its rules narrow your request:
   * `min_age` may be absent, and a lower one is raised. Default: your setting `policy`.
   */
  jurisdiction?: string;
  /**
   * Location of the visitor, if it is far from your servers. The session is then stored near the
   * visitor, if Cloudflare can. The value is not stored, and does not guarantee data residency;
   * with your `residency` `eu`, only `weur` and `eeur` have an effect.
   */
  visitor_region?: 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me';
  /**
   * `tv`: for a screen with neither camera nor keyboard. The response has `tv`, a short URL and a
   * code, which a person types on their phone.
   */
  display?: 'page' | 'tv';
};

export type WireListedSession = {
  /** Result token, `xtk_…`. */
  token: string;
  status:
    | 'pending'
    | 'in_progress'
    | 'pending_tenant_review'
    | 'awaiting_retake'
    | 'success'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'retaken';
  verified: boolean;
  reason?: string;
  verification_type?: 'age_check' | 'full' | 'agate_id' | 'eu_wallet' | 'agate_pass' | 'agate_key';
  purpose: 'age_verification' | 'id_verification';
  verification_mode: 'auto' | 'document' | 'facial';
  gate?: number;
  external_user_id?: string;
  ip_country?: string;
  measured?: 'edge' | 'device';
  /** Token of the session that this one retakes, `xtk_…`. */
  previous?: string;
  /** Whether the visitor requested a document check instead of an estimate. */
  contested?: true;
  created_at: string;
  completed_at?: string;
  expires_at: string;
  /** When personal data was erased. */
  erased_at?: string;
  test?: true;
};

export type WireMeta = {
  request_id: string;
  timestamp: string;
  api_version?: string;
  /** Present in lists only. */
  pagination?: { page: number; per_page: number; total: number; total_pages: number };
};

export type WireOAuthClient = {
  id: string;
  /** The same as `id`. */
  client_id: string;
  name: string;
  logo?: string;
  logo_url?: string;
  redirect_uris: string[];
  scopes: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri?: string;
  frontchannel_logout_uri?: string;
  /** Ages about which the client may request claims. Claims say nothing about other ages. */
  age_thresholds: (12 | 15 | 18 | 21 | 25)[];
  /**
   * `native`: a program on people’s devices. Its redirect URIs at 127.0.0.1 and [::1] match any
   * port (RFC 8252 7.3).
   */
  client_kind: 'web' | 'native';
  /** Whether requests may omit PKCE. They must then have a `nonce`. */
  pkce_optional: boolean;
  /** Whether requests without PKCE may also omit the `nonce`. Set by an operator. */
  nonce_optional: boolean;
  /** Whether ID tokens contain the claims of the granted scopes. */
  id_token_claims: boolean;
  /** Whether the client refuses sign-in by face. */
  refuses_face: boolean;
  /** Whether the client only gets tokens that are bound to a key (DPoP, RFC 9449 5.2). */
  dpop_bound_access_tokens: boolean;
  /**
   * Authentication method of a client without a secret: `none` for public clients,
   * `private_key_jwt` for clients that sign (RFC 7523).
   */
  token_endpoint_auth_method?: 'none' | 'private_key_jwt';
  /** Public keys of the client (RFC 7517). */
  jwks?: {
    keys: {
      kty: 'EC' | 'RSA' | 'OKP';
      kid?: string;
      use?: 'sig';
      alg?: 'ES256' | 'PS256' | 'EdDSA' | 'Ed25519';
      crv?: 'P-256' | 'Ed25519';
      x?: string;
      y?: string;
      n?: string;
      e?: string;
    }[];
  };
  jwks_uri?: string;
  /** Whether the client must push its authorization requests (PAR, RFC 9126). */
  require_pushed_authorization_requests: boolean;
  /** Signing algorithm of the client’s ID tokens and logout tokens. */
  id_token_signed_response_alg: 'RS256' | 'ES256';
  /** FAPI 2.0 Security Profile. */
  profile?: 'fapi2';
  /**
   * Maximum authentication age in seconds for requests without `max_age`. After an older sign-in,
   * userinfo requires a new one (RFC 9470).
   */
  default_max_age?: number;
  /** Whether the client may request device codes (RFC 8628). */
  device_flow: boolean;
  /** Whether the client’s pages may use FedCM to ask the browser for a sign-in. */
  fedcm: boolean;
  web_origins?: string[];
  created_at: string;
  /** When the previous secret stops being valid. */
  previous_secret_expires_at?: string;
};

export type WireOAuthClientChanges = {
  name?: string;
  /**
   * https, or http on localhost. Compared byte for byte, except for ports of loopback addresses
   * with `client_kind` `native`.
   */
  redirect_uris?: string[];
  /** Must include `openid`. */
  scopes?: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  /**
   * With `private_key_jwt`, secrets stop working. After switching back, the previous secret works
   * again; a client that never had one gets it by rotation. Not for public clients.
   */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** Logo as a `data:` URL, at most 16 KiB. */
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  /**
   * Opened in a frame when a person signs out, always with `iss` and `sid`. Must be at the origin
   * of a redirect URI.
   */
  frontchannel_logout_uri?: string | null;
  /** Default, and null: all ages. */
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  /** Default: false. Refuses sign-in by face, like `acr_values` without `urn:agate:acr:face`. */
  refuses_face?: boolean;
  /**
   * Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1]
   * then match any port.
   */
  client_kind?: 'web' | 'native';
  /**
   * Default: false. For libraries without PKCE support: requests may omit PKCE but must then have a
   * `nonce` that your site checks. Not for public and native clients.
   */
  pkce_optional?: boolean;
  /**
   * Default: false. For libraries that do not read userinfo: ID tokens contain the claims of the
   * granted scopes, as of their issue.
   */
  id_token_claims?: boolean;
  /** Default: false. If true, the client must send DPoP proofs; otherwise it may. */
  dpop_bound_access_tokens?: boolean;
  /**
   * Public keys for ES256, PS256 or Ed25519, at most 10. Used for `private_key_jwt` and for signed
   * requests (RFC 9101).
   */
  jwks?: {
    keys: {
      kty: string;
      kid?: string;
      use?: string;
      alg?: string;
      crv?: string;
      x?: string;
      y?: string;
      n?: string;
      e?: string;
      ext?: boolean;
      key_ops?: string[];
      x5c?: string[];
      x5u?: string;
      x5t?: string;
      /** Member of a private or symmetric key, which is refused. */
      d?: string;
      /** Member of a private or symmetric key, which is refused. */
      k?: string;
      /** Member of a private or symmetric key, which is refused. */
      p?: string;
      /** Member of a private or symmetric key, which is refused. */
      q?: string;
      /** Member of a private or symmetric key, which is refused. */
      dp?: string;
      /** Member of a private or symmetric key, which is refused. */
      dq?: string;
      /** Member of a private or symmetric key, which is refused. */
      qi?: string;
    }[];
  } | null;
  /** Public https URL of the keys, instead of `jwks`. Fetched again after five minutes. */
  jwks_uri?: string | null;
  /** Default: false. If true, the client must use PAR (RFC 9126); otherwise it may. */
  require_pushed_authorization_requests?: boolean;
  /** Default: RS256. */
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  /**
   * FAPI 2.0 Security Profile. Requires `private_key_jwt` and https redirect URIs, and enables PAR,
   * DPoP and ES256.
   */
  profile?: 'fapi2' | null;
  /**
   * Maximum authentication age in seconds for requests without `max_age`, at most a year. After an
   * older sign-in, userinfo requires a new one (RFC 9470).
   */
  default_max_age?: number | null;
  /** Default: false. Whether the client may request device codes (RFC 8628). */
  device_flow?: boolean;
  /**
   * Default: false. Whether the client’s pages, at the origins of its redirect URIs, may ask the
   * browser for a sign-in (FedCM). Not for native clients or clients that push their requests.
   */
  fedcm?: boolean;
  /** For public clients: origins of pages that call the token endpoints from a browser. */
  web_origins?: string[];
};

export type WireOAuthClientRegistration = {
  name: string;
  /**
   * https, or http on localhost. Compared byte for byte, except for ports of loopback addresses
   * with `client_kind` `native`.
   */
  redirect_uris: string[];
  /** Must include `openid`. */
  scopes: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  /**
   * `none` creates a public client permanently: no secret, PKCE only. `private_key_jwt`: no secret,
   * but signatures with a key of `jwks` or `jwks_uri`. Default: both ways to send a secret work.
   */
  token_endpoint_auth_method?:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'private_key_jwt';
  /** Logo as a `data:` URL, at most 16 KiB. */
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  /**
   * Opened in a frame when a person signs out, always with `iss` and `sid`. Must be at the origin
   * of a redirect URI.
   */
  frontchannel_logout_uri?: string | null;
  /** Default, and null: all ages. */
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  /** Default: false. Refuses sign-in by face, like `acr_values` without `urn:agate:acr:face`. */
  refuses_face?: boolean;
  /**
   * Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1]
   * then match any port.
   */
  client_kind?: 'web' | 'native';
  /**
   * Default: false. For libraries without PKCE support: requests may omit PKCE but must then have a
   * `nonce` that your site checks. Not for public and native clients.
   */
  pkce_optional?: boolean;
  /**
   * Default: false. For libraries that do not read userinfo: ID tokens contain the claims of the
   * granted scopes, as of their issue.
   */
  id_token_claims?: boolean;
  /** Default: false. If true, the client must send DPoP proofs; otherwise it may. */
  dpop_bound_access_tokens?: boolean;
  /**
   * Public keys for ES256, PS256 or Ed25519, at most 10. Used for `private_key_jwt` and for signed
   * requests (RFC 9101).
   */
  jwks?: {
    keys: {
      kty: string;
      kid?: string;
      use?: string;
      alg?: string;
      crv?: string;
      x?: string;
      y?: string;
      n?: string;
      e?: string;
      ext?: boolean;
      key_ops?: string[];
      x5c?: string[];
      x5u?: string;
      x5t?: string;
      /** Member of a private or symmetric key, which is refused. */
      d?: string;
      /** Member of a private or symmetric key, which is refused. */
      k?: string;
      /** Member of a private or symmetric key, which is refused. */
      p?: string;
      /** Member of a private or symmetric key, which is refused. */
      q?: string;
      /** Member of a private or symmetric key, which is refused. */
      dp?: string;
      /** Member of a private or symmetric key, which is refused. */
      dq?: string;
      /** Member of a private or symmetric key, which is refused. */
      qi?: string;
    }[];
  } | null;
  /** Public https URL of the keys, instead of `jwks`. Fetched again after five minutes. */
  jwks_uri?: string | null;
  /** Default: false. If true, the client must use PAR (RFC 9126); otherwise it may. */
  require_pushed_authorization_requests?: boolean;
  /** Default: RS256. */
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  /**
   * FAPI 2.0 Security Profile. Requires `private_key_jwt` and https redirect URIs, and enables PAR,
   * DPoP and ES256.
   */
  profile?: 'fapi2' | null;
  /**
   * Maximum authentication age in seconds for requests without `max_age`, at most a year. After an
   * older sign-in, userinfo requires a new one (RFC 9470).
   */
  default_max_age?: number | null;
  /** Default: false. Whether the client may request device codes (RFC 8628). */
  device_flow?: boolean;
  /**
   * Default: false. Whether the client’s pages, at the origins of its redirect URIs, may ask the
   * browser for a sign-in (FedCM). Not for native clients or clients that push their requests.
   */
  fedcm?: boolean;
  /** For public clients: origins of pages that call the token endpoints from a browser. */
  web_origins?: string[];
};

export type WireOAuthClientWithSecret = WireOAuthClient & {
  /** Client secret, shown only once. Absent for public clients. */
  client_secret?: string;
};

export type WireReceipt = {
  /** Origin of the service. */
  iss: string;
  /** SHA-256 of the result token, base64url. */
  session: string;
  test?: true;
  /**
   * The session, its counters and its hashes of pictures are stored in the European Union. Absent:
   * not restricted.
   */
  residency?: 'eu';
  status: 'success' | 'failed' | 'canceled' | 'expired';
  decided_at: string;
  /** `true` if a document has overturned an estimate, as in the result. */
  overturned?: true;
  /** Version of the policy that decided the session. */
  policy: string;
  /** The legal rules that applied to the session, as in `policy` of the result. */
  law?: {
    /**
     * Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
     * else the visitor’s country. Absent if unknown.
     */
    jurisdiction?: string;
    context:
      | 'adult_content'
      | 'social_media'
      | 'gambling'
      | 'alcohol'
      | 'tobacco_vape'
      | 'app_store'
      | 'chat'
      | 'general';
    /** SHA-256 of the data of these rules, hex (/docs/jurisdictions). */
    version: string;
    /** The rules that applied. Empty if no law is known for the place. */
    rules: string[];
    /** Whether the law requires a new proof for each access. */
    per_access?: true;
    /**
     * Requirements that could not be met at the visitor’s location. The session ended with
     * `assistance_needed`.
     */
    missing?: string[];
  };
  received: {
    step: 'liveness' | 'age' | 'face' | 'document' | 'review';
    pictures: number;
    /** How often the same pictures were received. */
    uploads: number;
    /**
     * SHA-256 of each measured picture, base64url: for camera pictures the hash that the page had
     * committed to, for document parts the hash of their bytes.
     */
    hashes: string[];
    received_at: string;
    /** Latest possible time. */
    dropped_at: string;
  }[];
  /** Pictures that were kept, encrypted, for a reviewer at the site. */
  kept?: {
    pictures: number;
    /** SHA-256 of each, base64url. */
    hashes: string[];
    since: string;
    /** The latest time at which they would have been deleted. */
    until: string;
    dropped_at: string;
  }[];
  /**
   * Encrypted face template that was kept: after a face check, or where the site keeps faces so
   * that it can block them.
   */
  face_kept?: {
    /** Latest possible time. */
    until: string;
  };
  models: {
    file: string;
    /** Hexadecimal. */
    sha256: string;
  }[];
};

export type WireRedeemedPass = {
  ok: true;
  bracket: string;
  /** `high`: the age was read from a document or a wallet. */
  class: 'standard' | 'high';
  /** Month in which the pass was issued. */
  issued: string;
};

export type WireRequestLine = {
  id: number;
  at: string;
  /** The `X-Request-Id` of the response. */
  request_id: string;
  method: string;
  /** Path as in this API description. The values of path parameters are not stored. */
  path: string;
  status: number;
  /** Error code, if the request failed. */
  code?: string;
  duration_ms: number;
  test?: true;
};

export type WireResentEvent = {
  event_id: string;
  /** Empty if the event was never sent to an endpoint that is enabled or paused. */
  deliveries: { id: string; endpoint_id: string }[];
};

export type WireResult = {
  /** Result token, `xtk_…`. */
  token: string;
  status:
    | 'pending'
    | 'in_progress'
    | 'pending_tenant_review'
    | 'awaiting_retake'
    | 'success'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'retaken';
  /** True exactly when `status` is `success`. */
  verified: boolean;
  reason?: string;
  verification_type?: 'age_check' | 'full' | 'agate_id' | 'eu_wallet' | 'agate_pass' | 'agate_key';
  ip_country?: string;
  external_user_id?: string;
  checks: {
    liveness: {
      performed: boolean;
      passed: boolean;
      /**
       * Whether the face reflected the light of the screen, where the check was measured at the
       * edge.
       */
      light?: 'answers' | 'contradicts' | 'cannot_tell';
      /**
       * The liveness level that applied. Present once liveness was decided. `strict` requires
       * reflected light, pictures taken halfway through the movements and a camera report.
       */
      level?: 'standard' | 'strict';
      /**
       * The tests that contributed to the liveness decision: `movements`, `device_numbers`,
       * `edge_pictures`, `between_pictures`, `light`, `texture`, `camera_report`. Present once
       * liveness has been decided. The list may grow.
       */
      tested?: string[];
    };
    age: { performed: boolean; passed: boolean; gate?: number };
    document: {
      performed: boolean;
      passed: boolean;
      document_type?: 'passport' | 'id_card' | 'drivers_license' | 'residence_permit';
      country?: string;
    };
    face_match: { performed: boolean; passed: boolean };
    eu_wallet: { performed: boolean; passed: boolean };
    aml: { performed: boolean; passed: boolean };
  };
  /** An age that was proven without a camera. */
  proof?: {
    method: 'wallet' | 'pass' | 'key';
    /** The age bracket that was proven, nothing more. */
    bracket: string;
    /** Assurance class of a pass or a key. `high`: the age was read from a document or a wallet. */
    class?: 'standard' | 'high';
    /** For a pass, its month; for a key, the month of the check behind it. */
    issued?: string;
    /** Type of the document that the wallet presented. */
    credential?: string;
    issuer_country?: string;
  };
  risk?: { band: 'low' | 'medium' | 'high' };
  /**
   * Where liveness and age were measured. Absent before that. `device`: the measurements are the
   * page’s own.
   */
  measured?: 'edge' | 'device';
  /** Whether a phone completed the check instead of the device that opened the link. */
  handed_over?: true;
  /** Whether a reviewer at the customer made the decision. */
  reviewed?: true;
  /** Whether a document reversed an estimate that was too low, in this chain of sessions. */
  overturned?: true;
  /**
   * The legal rules that applied to the session. Present if `context` or your settings request
   * them.
   */
  policy?: {
    /**
     * Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
     * else the visitor’s country. Absent if unknown.
     */
    jurisdiction?: string;
    context:
      | 'adult_content'
      | 'social_media'
      | 'gambling'
      | 'alcohol'
      | 'tobacco_vape'
      | 'app_store'
      | 'chat'
      | 'general';
    /** SHA-256 of the data of these rules, hex (/docs/jurisdictions). */
    version: string;
    /** The rules that applied. Empty if no law is known for the place. */
    rules: string[];
    /** Whether the law requires a new proof for each access. */
    per_access?: true;
    /**
     * Requirements that could not be met at the visitor’s location. The session ended with
     * `assistance_needed`.
     */
    missing?: string[];
  };
  /**
   * URL of the signed deletion receipt. Present once pictures were received and the session has
   * ended. It requires no key.
   */
  receipt?: string;
  /**
   * Token of the session that this one retakes, `xtk_…`. The status of that session is `retaken`.
   */
  previous?: string;
  created_at: string;
  completed_at?: string;
  expires_at: string;
  test?: true;
};

export type WireRetakeData = {
  /** Init token of the new session, `xit_…`. */
  token: string;
  /** URL to which to send the visitor’s browser. */
  verify_url: string;
  /** Token of the session that this one retakes, `xtk_…`. */
  previous: string;
};

export type WireSandboxOutcome = {
  status:
    | 'success'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'pending_tenant_review'
    | 'awaiting_retake';
  reason?: string;
};

export type WireSentWebhookTest = {
  event_id: string;
  deliveries: { id: string; endpoint_id: string }[];
};

export type WireSessionDetail = WireResult & {
  purpose: 'age_verification' | 'id_verification';
  verification_mode: 'auto' | 'document' | 'facial';
  /** Steps that the visitor reached, with times. */
  timeline: {
    name:
      | 'opened'
      | 'consent'
      | 'camera'
      | 'liveness_start'
      | 'liveness_end'
      | 'age'
      | 'verdict'
      | 'cancel'
      | 'document_consent'
      | 'document'
      | 'handed_over'
      | 'country_changed'
      | 'handed_back';
    step?: 'consent' | 'wallet' | 'liveness' | 'age' | 'document' | 'review';
    /** Version of the privacy notice, for `consent`. */
    notice?: string;
    at: string;
  }[];
};

export type WireSessionEvent = {
  /** Event ID, `evt_…`, identical to the `webhook-id` header. */
  id: string;
  api_version: string;
  /** Unix time in seconds. */
  created: number;
  type:
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested';
  data: WireResult;
};

export type WireWebhook = {
  id: string;
  url: string;
  description?: string;
  events: (
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested'
    | 'face_2fa.completed'
  )[];
  mode: 'both' | 'live' | 'test';
  /**
   * `pending`: the endpoint has not answered its challenge and receives no events. `paused`:
   * deliveries are held back. `disabled`: deliveries failed for three days, or the endpoint
   * responded 410.
   */
  state: 'pending' | 'enabled' | 'paused' | 'disabled';
  disabled_reason?: 'failing' | 'gone';
  failing_since?: string;
  /** Until then, deliveries are also signed with the previous secret. */
  previous_secret_expires_at?: string;
  created_at: string;
};

export type WireWebhookAttempt = {
  number: number;
  at: string;
  duration_ms: number;
  request: {
    method: 'POST';
    url: string;
    /** Request headers without signatures, which are computed for each attempt. */
    headers: Record<string, string>;
    body: string;
  };
  status?: number;
  /** Why the attempt failed. */
  failure?:
    | 'timeout'
    | 'connection'
    | 'redirect'
    | 'status'
    | 'url_not_allowed'
    | 'secret_unreadable';
  /** The first 4 KiB of the response body. */
  answer?: string;
};

export type WireWebhookChanges = {
  /** https URL on a public host, without credentials and fragment. */
  url?: string;
  events?: (
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested'
    | 'face_2fa.completed'
  )[];
  mode?: 'both' | 'live' | 'test';
  description?: string | null;
  /**
   * `paused`: holds deliveries back. `enabled`: sends pending deliveries; also re-enables a
   * disabled endpoint.
   */
  state?: 'enabled' | 'paused';
};

export type WireWebhookDelivery = {
  id: string;
  endpoint_id: string;
  event: { id: string; type: string };
  state: 'pending' | 'delivered' | 'dead';
  created_at: string;
  next_attempt_at?: string;
  finished_at?: string;
  attempts: WireWebhookAttempt[];
};

export type WireWebhookRegistration = {
  /** https URL on a public host, without credentials and fragment. */
  url: string;
  events: (
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested'
    | 'face_2fa.completed'
  )[];
  mode?: 'both' | 'live' | 'test';
  description?: string;
};

export type WireWebhookTest = {
  /** Default: `session.success`. */
  type?:
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested'
    | 'face_2fa.completed';
  /** Endpoint to send to. Default: all endpoints of the mode that subscribe to the type. */
  endpoint_id?: string;
};

export type WireWebhookWithSecret = WireWebhook & {
  /** Webhook secret. It is not shown again. */
  secret: string;
};
