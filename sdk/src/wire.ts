// The wire types of the API, made from its routes: run `npm run generate:wire`, do not edit.

export type WireBlacklistEntry = {
  id: number;
  reason: string;
  source: 'session' | 'image';
  /** The middle of that session’s tokens, between prefix and secret. */
  session_id?: string;
  /** The key, `key_…`, or the member, `staff:<id>`. */
  added_by: string;
  created_at: string;
  /** From then on it matches nobody, and is gone. */
  expires_at: string;
};

export type WireBlacklistOutlook = {
  entries: number;
  /** The share of visitors whom the list refuses by mistake: of the group of the worst rate, should all entries be of it. An estimate; docs/face.md has what it was made of. */
  wrongly_matched: number;
  /** So many it may have: with more, that share would be above 0.05. */
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
    /** Every invalid field, when validation failed. */
    details?: { field: string; message: string }[];
    /** Of `ENDPOINT_NOT_VERIFIED`: what the receiver did instead of returning the challenge, and its status if it answered. */
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
  /** `fch_…`: read its status until it ends. */
  challenge_id: string;
  status: 'processing';
};

export type WireFaceChallenge = {
  /** `fch_…` */
  challenge_id: string;
  kind: 'enroll' | 'verify';
  /** `completed`: the face was enrolled, or compared. `failed`: it could not be. `expired`: the time was not enough. */
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
  /** Answered by a live person on our page. Absent: by a picture. */
  liveness?: true;
  expires_at: string;
  completed_at?: string;
  test?: true;
};

export type WireFaceEvent = {
  /** `evt_…`; the same as the header `webhook-id`. */
  id: string;
  api_version: string;
  /** Seconds since the epoch. */
  created: number;
  type: 'face_2fa.completed';
  data: WireFaceChallenge;
};

export type WireFaceSession = {
  /** `fch_…`: read its status until it ends. */
  challenge_id: string;
  /** The page for the person. It opens once. */
  verify_url: string;
};

export type WireFaceSessionRequest = {
  /** Your own name for the person. */
  user_id: string;
  kind: 'enroll' | 'verify';
  /** Where the browser goes at the end, with `status`, `token` (the challenge) and `user_id`. */
  callback_url: string;
};

export type WireFaceUser = { enrolled: boolean; enrolled_at?: string };

export type WireFullResult = WireResult & {
  /** What your setting `document_fields` names, of a document that passed for `id_verification`. */
  document_fields?: {
    /** Given names and surname in capitals, as the code has them, which may cut them. */
    name?: string;
    birth_year?: number;
    /** HMAC-SHA256 in hex with a key of yours alone: the same for the same document. */
    document_number_hash?: string;
  };
};

export type WireInitData = {
  /** Init token, `xit_…`: single use, 10 minutes. */
  token: string;
  /** Send the visitor’s browser here. */
  verify_url: string;
  /** For `display` `tv`: what the screen shows. Ask for the status with `token`, or wait for the webhook. */
  tv?: {
    url: string;
    /** Two groups of four letters. */
    code: string;
    /** With the code in it, for a QR code beside the text. */
    url_with_code: string;
    /** Seconds. */
    expires_in: number;
  };
  /** The session exists, but an age estimate serves this `min_age` badly, the law has changed what you asked for or cannot be met in some countries, or a member of the body is not known and was ignored. */
  warnings?: {
    code:
      | 'age_estimate_unsuitable'
      | 'age_target_unreachable'
      | 'min_age_raised'
      | 'policy_not_applied'
      | 'policy_unsatisfiable'
      | 'unknown_member';
    message: string;
    /** Of `unknown_member`: which one. */
    field?: string;
  }[];
};

export type WireInitRequest = {
  callback_url: string;
  /** Replaces `callback_url` when the outcome is success. */
  success_url?: string;
  /** Replaces `callback_url` when the outcome is failed. */
  failed_url?: string;
  /** The gate exactly as asked. Required for `age_verification`, unless `context` and `jurisdiction` have one; `id_verification` needs none. */
  min_age?: number;
  /** Default: `age_verification`. */
  purpose?: 'age_verification' | 'id_verification';
  /** `document`: document and face match, never an estimate. `facial`: on the device only, no image leaves the browser. Default: `auto`. */
  verification_mode?: 'auto' | 'document' | 'facial';
  /** 1, 2 or 3 movements. Default: `medium`. */
  liveness_difficulty?: 'easy' | 'medium' | 'hard';
  /** Your own name for the person, echoed untouched. */
  user_id?: string;
  /** Kept for your dashboard only. */
  metadata?: string;
  /** Without it your settings decide, else it is `system`. Any other text is `system`. */
  theme?: 'light' | 'dark' | 'system';
  /** BCP 47; the best supported match, else `en`. Without it your settings decide, else the visitor’s browser. */
  locale?: string;
  /** What the session takes: methods, how old an earlier proof may be, where it must be measured. It narrows your settings. */
  accept?: {
    methods?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    max_proof_age_days?: number;
    /** When an age from an account has to be shown again, beside `max_proof_age_days`: once the next age threshold can have been reached, and on a device that signed in since. No key answers beside `new_device`. */
    recheck?: ('next_bracket' | 'new_device')[];
    min_assurance?: 'device' | 'edge' | 'document' | 'wallet';
    /** The order in which the page offers the ways; those that it leaves out come behind. `document` before `face`: a document may be shown at once, else only after an estimate that decides nothing. It takes the place of your settings’ order, and makes no way possible that is not. */
    order?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    liveness_level?: 'standard' | 'strict';
  } | null;
  /** What you sell or show, for the rules of law (/docs/jurisdictions). Without it your settings decide. */
  context?:
    | 'adult_content'
    | 'social_media'
    | 'gambling'
    | 'alcohol'
    | 'tobacco_vape'
    | 'app_store'
    | 'chat'
    | 'general';
  /** Whose law holds: ISO 3166-1 alpha-2 or 3166-2. Its rules narrow what you ask for; with them `min_age` may be absent, and a lower one is raised. Without it your setting `policy` decides. */
  jurisdiction?: string;
  /** Where the visitor is, when that is far from your servers: the session is then kept near there, if Cloudflare can. Not stored, and no promise of where data lie. */
  visitor_region?: 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me';
  /** `tv`: for a screen with neither camera nor keyboard. The answer has `tv`, a short address and a code, which a person types on their phone. */
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
  /** `xtk_…` that it retakes. */
  previous?: string;
  /** Its visitor asked for a document in place of an estimate. */
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
  /** Lists only. */
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
  /** The ages that claims may speak of; they say nothing about others. */
  age_thresholds: (12 | 15 | 18 | 21 | 25)[];
  /** `native`: a program on people’s devices; its redirect URIs at 127.0.0.1 and [::1] are good with any port (RFC 8252 7.3). */
  client_kind: 'web' | 'native';
  /** It may send requests without PKCE; they must have a `nonce`. */
  pkce_optional: boolean;
  /** Those may come without a `nonce`, too: an operator allows it. */
  nonce_optional: boolean;
  /** Its ID tokens have the claims of the granted scopes. */
  id_token_claims: boolean;
  /** It takes no sign-in by face. */
  refuses_face: boolean;
  /** It gets tokens bound to a key, and no others (RFC 9449 5.2). */
  dpop_bound_access_tokens: boolean;
  /** Of clients without a secret: `none` of public ones, `private_key_jwt` of those that sign (RFC 7523). */
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
  /** Its requests come by PAR alone (RFC 9126). */
  require_pushed_authorization_requests: boolean;
  /** What signs its ID tokens and logout tokens. */
  id_token_signed_response_alg: 'RS256' | 'ES256';
  /** FAPI 2.0 Security Profile. */
  profile?: 'fapi2';
  /** Seconds. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470). */
  default_max_age?: number;
  /** It may ask for device codes (RFC 8628). */
  device_flow: boolean;
  /** Its pages may ask the browser for a sign-in (FedCM). */
  fedcm: boolean;
  web_origins?: string[];
  created_at: string;
  /** Until then the previous secret is valid as well. */
  previous_secret_expires_at?: string;
};

export type WireOAuthClientChanges = {
  name?: string;
  /** https, or http on localhost; compared byte for byte, but for ports of loopback addresses with `client_kind` `native`. */
  redirect_uris?: string[];
  /** With `openid`. */
  scopes?: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  /** With `private_key_jwt` no secret works any more. Back to a secret: the one from before works again; a client that never had one gets it by rotation. Not of public clients. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** A `data:` URL of a picture, at most 16 KiB. */
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  /** Opened in a frame when a person signs out, always with `iss` and `sid`; at the origin of a redirect URI. */
  frontchannel_logout_uri?: string | null;
  /** Default, and null: all. */
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  /** Default: false. As `acr_values` without `urn:agate:acr:face`. */
  refuses_face?: boolean;
  /** Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] are then good with any port. */
  client_kind?: 'web' | 'native';
  /** Default: false. For libraries that cannot do better: requests may come without PKCE, and must then have a `nonce` that your site checks. Not for public and native clients. */
  pkce_optional?: boolean;
  /** Default: false. For libraries that read no userinfo: ID tokens have the claims of the granted scopes, as of then. */
  id_token_claims?: boolean;
  /** Default: false. Every client may send DPoP proofs; this one must. */
  dpop_bound_access_tokens?: boolean;
  /** Public keys for ES256, PS256 or Ed25519, at most 10. For `private_key_jwt`, and for signed requests (RFC 9101). */
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
      /** Of a private or symmetric key, which is refused. */
      d?: string;
      /** Of a private or symmetric key, which is refused. */
      k?: string;
      /** Of a private or symmetric key, which is refused. */
      p?: string;
      /** Of a private or symmetric key, which is refused. */
      q?: string;
      /** Of a private or symmetric key, which is refused. */
      dp?: string;
      /** Of a private or symmetric key, which is refused. */
      dq?: string;
      /** Of a private or symmetric key, which is refused. */
      qi?: string;
    }[];
  } | null;
  /** In place of `jwks`: a public https address, read again after five minutes. */
  jwks_uri?: string | null;
  /** Default: false. Every client may use PAR (RFC 9126); this one must. */
  require_pushed_authorization_requests?: boolean;
  /** Default: RS256. */
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  /** FAPI 2.0 Security Profile: needs `private_key_jwt` and https redirect URIs, and sets PAR, DPoP and ES256. */
  profile?: 'fapi2' | null;
  /** Seconds, at most a year. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470). */
  default_max_age?: number | null;
  /** Default: false. It may ask for device codes (RFC 8628). */
  device_flow?: boolean;
  /** Default: false. Its pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients and for those that push their requests. */
  fedcm?: boolean;
  /** Of a public client: origins of pages that call the token endpoints from a browser. */
  web_origins?: string[];
};

export type WireOAuthClientRegistration = {
  name: string;
  /** https, or http on localhost; compared byte for byte, but for ports of loopback addresses with `client_kind` `native`. */
  redirect_uris: string[];
  /** With `openid`. */
  scopes: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  /** `none` makes a public client, for good: no secret, PKCE alone. `private_key_jwt`: no secret, but signatures by a key of `jwks` or `jwks_uri`. Without them both ways to send a secret work. */
  token_endpoint_auth_method?:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'private_key_jwt';
  /** A `data:` URL of a picture, at most 16 KiB. */
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  /** Opened in a frame when a person signs out, always with `iss` and `sid`; at the origin of a redirect URI. */
  frontchannel_logout_uri?: string | null;
  /** Default, and null: all. */
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  /** Default: false. As `acr_values` without `urn:agate:acr:face`. */
  refuses_face?: boolean;
  /** Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] are then good with any port. */
  client_kind?: 'web' | 'native';
  /** Default: false. For libraries that cannot do better: requests may come without PKCE, and must then have a `nonce` that your site checks. Not for public and native clients. */
  pkce_optional?: boolean;
  /** Default: false. For libraries that read no userinfo: ID tokens have the claims of the granted scopes, as of then. */
  id_token_claims?: boolean;
  /** Default: false. Every client may send DPoP proofs; this one must. */
  dpop_bound_access_tokens?: boolean;
  /** Public keys for ES256, PS256 or Ed25519, at most 10. For `private_key_jwt`, and for signed requests (RFC 9101). */
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
      /** Of a private or symmetric key, which is refused. */
      d?: string;
      /** Of a private or symmetric key, which is refused. */
      k?: string;
      /** Of a private or symmetric key, which is refused. */
      p?: string;
      /** Of a private or symmetric key, which is refused. */
      q?: string;
      /** Of a private or symmetric key, which is refused. */
      dp?: string;
      /** Of a private or symmetric key, which is refused. */
      dq?: string;
      /** Of a private or symmetric key, which is refused. */
      qi?: string;
    }[];
  } | null;
  /** In place of `jwks`: a public https address, read again after five minutes. */
  jwks_uri?: string | null;
  /** Default: false. Every client may use PAR (RFC 9126); this one must. */
  require_pushed_authorization_requests?: boolean;
  /** Default: RS256. */
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  /** FAPI 2.0 Security Profile: needs `private_key_jwt` and https redirect URIs, and sets PAR, DPoP and ES256. */
  profile?: 'fapi2' | null;
  /** Seconds, at most a year. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470). */
  default_max_age?: number | null;
  /** Default: false. It may ask for device codes (RFC 8628). */
  device_flow?: boolean;
  /** Default: false. Its pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients and for those that push their requests. */
  fedcm?: boolean;
  /** Of a public client: origins of pages that call the token endpoints from a browser. */
  web_origins?: string[];
};

export type WireOAuthClientWithSecret = WireOAuthClient & {
  /** It is not shown again. Public clients have none. */
  client_secret?: string;
};

export type WireReceipt = {
  /** Origin of the service. */
  iss: string;
  /** SHA-256 of the result token, base64url. */
  session: string;
  test?: true;
  status: 'success' | 'failed' | 'canceled' | 'expired';
  decided_at: string;
  /** As in the result: a document has reversed an estimate. */
  overturned?: true;
  /** Version of the rules that judged. */
  policy: string;
  /** As `policy` of the result: the rules of law that the session was held to. */
  law?: {
    /** ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known. */
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
    /** Those that held. None: nothing is known of a law there. */
    rules: string[];
    /** The law wants a proof for each access: ask again at the next. */
    per_access?: true;
    /** What of it could not be met where the visitor is; the session ended with `assistance_needed`. */
    missing?: string[];
  };
  received: {
    step: 'liveness' | 'age' | 'face' | 'document' | 'review';
    pictures: number;
    /** How often the same pictures arrived. */
    uploads: number;
    /** Of those that were measured: as the page had committed to them, and of a document’s parts SHA-256 of their bytes, base64url. */
    hashes: string[];
    received_at: string;
    /** At the latest. */
    dropped_at: string;
  }[];
  /** Encrypted, for a person at the site who was asked to decide. */
  kept?: {
    pictures: number;
    /** SHA-256 of each, base64url. */
    hashes: string[];
    since: string;
    /** When they would have gone at the latest. */
    until: string;
    dropped_at: string;
  }[];
  /** A description of the face, encrypted: where the site keeps faces so that it can block one, and after a face check. */
  face_kept?: {
    /** At the latest. */
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
  /** The month it is of. */
  issued: string;
};

export type WireRequestLine = {
  id: number;
  at: string;
  /** The `X-Request-Id` of the answer. */
  request_id: string;
  method: string;
  /** As the description writes it: what was in the places of parameters is not kept. */
  path: string;
  status: number;
  /** Of an error. */
  code?: string;
  duration_ms: number;
  test?: true;
};

export type WireResentEvent = {
  event_id: string;
  /** Empty when no endpoint that is enabled or paused was ever sent it. */
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
      /** Whether the face answered the light of the screen, where the check was measured at the edge. */
      light?: 'answers' | 'contradicts' | 'cannot_tell';
      /** What it was held to, once it was judged: `strict` verifies nobody without light that answers, pictures half the way and a report of the camera. */
      level?: 'standard' | 'strict';
      /** Which tests have spoken, once it was judged: `movements`, `device_numbers`, `edge_pictures`, `between_pictures`, `light`, `camera_report`. An open set. */
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
  /** An age that was shown without a camera. */
  proof?: {
    method: 'wallet' | 'pass' | 'key';
    /** What was shown, and no more. */
    bracket: string;
    /** Of a pass or a key. `high`: the age was read from a document or a wallet. */
    class?: 'standard' | 'high';
    /** Of a pass the month it is of, of a key that of the check behind it. */
    issued?: string;
    /** Type of the document that a wallet has shown. */
    credential?: string;
    issuer_country?: string;
  };
  risk?: { band: 'low' | 'medium' | 'high' };
  /** Where liveness and age were measured, once one was. `device`: the numbers are the page’s own. */
  measured?: 'edge' | 'device';
  /** A phone did the check, in place of the device of the link. */
  handed_over?: true;
  /** A person at the customer has decided. */
  reviewed?: true;
  /** A document has reversed an estimate that said too young, in this chain. */
  overturned?: true;
  /** The rules of law that it was held to, where `context` or your settings ask for them. */
  policy?: {
    /** ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known. */
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
    /** Those that held. None: nothing is known of a law there. */
    rules: string[];
    /** The law wants a proof for each access: ask again at the next. */
    per_access?: true;
    /** What of it could not be met where the visitor is; the session ended with `assistance_needed`. */
    missing?: string[];
  };
  /** URL of the signed deletion receipt, once pictures were received and the session has ended. It needs no key. */
  receipt?: string;
  /** `xtk_…` of the session that this one retakes; that one is `retaken`. */
  previous?: string;
  created_at: string;
  completed_at?: string;
  expires_at: string;
  test?: true;
};

export type WireRetakeData = {
  /** Init token of the new session, `xit_…`. */
  token: string;
  /** Send the visitor’s browser here. */
  verify_url: string;
  /** `xtk_…` of the session that it retakes. */
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
  /** How far the visitor got, and when. */
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
  /** `evt_…`; the same as the header `webhook-id`. */
  id: string;
  api_version: string;
  /** Seconds since the epoch. */
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
  /** `pending`: it has not answered its challenge and gets no events. `paused`: deliveries are held back. `disabled`: it failed for three days or responded 410. */
  state: 'pending' | 'enabled' | 'paused' | 'disabled';
  disabled_reason?: 'failing' | 'gone';
  failing_since?: string;
  /** Until then deliveries are also signed with the previous secret. */
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
    /** Without signatures, which are computed for each attempt. */
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
  /** https on a public host, without credentials and fragment. */
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
  /** `paused`: holds deliveries back. `enabled`: sends pending deliveries; also re-enables a disabled endpoint. */
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
  /** https on a public host, without credentials and fragment. */
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
  /** One endpoint. Default: all endpoints of the mode that subscribe to the type. */
  endpoint_id?: string;
};

export type WireWebhookWithSecret = WireWebhook & {
  /** It is not shown again. */
  secret: string;
};
