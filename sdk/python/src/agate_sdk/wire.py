# Wire types of the API, generated from its routes by `npm run generate:wire`. Do not edit.
"""The bodies of the API's requests and responses, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class _BlacklistEntryRequired(TypedDict):
    id: int
    reason: str
    source: Literal["session", "image"]
    added_by: str
    """Who added the entry: an API key, `key_…`, or a member, `staff:<id>`."""
    created_at: str
    expires_at: str
    """When the entry is deleted. It matches nobody from then on."""


class BlacklistEntry(_BlacklistEntryRequired, total=False):
    session_id: str
    """The part of the session’s tokens between prefix and secret."""


class BlacklistOutlook(TypedDict):
    entries: int
    wrongly_matched: float
    """Estimated share of visitors whom the list refuses by mistake, 0 to 1: the rate of the
    demographic group with the highest rate, as if every entry belonged to it. See docs/face.md for
    its basis.
    """
    most_entries: int
    """The largest number of entries that keeps `wrongly_matched` at or below 0.05."""


class _DeletionReceiptRequired(TypedDict):
    iss: str
    """Origin of the service."""
    session: str
    """SHA-256 of the result token, base64url."""
    status: Literal["success", "failed", "canceled", "expired"]
    decided_at: str
    policy: str
    """Version of the policy that decided the session."""
    received: list[DeletionReceiptReceived]
    models: list[DeletionReceiptModel]


class DeletionReceipt(_DeletionReceiptRequired, total=False):
    test: Literal[True]
    residency: Literal["eu"]
    """The session, its counters and its hashes of pictures are stored in the European Union.
    Absent: not restricted.
    """
    overturned: Literal[True]
    """`true` if a document has overturned an estimate, as in the result."""
    law: DeletionReceiptLaw
    """The legal rules that applied to the session, as in `policy` of the result."""
    kept: list[DeletionReceiptKept]
    """Pictures that were kept, encrypted, for a reviewer at the site."""
    face_kept: DeletionReceiptFaceKept
    """Encrypted face template that was kept: after a face check, or where the site keeps faces so
    that it can block them.
    """


class DeletionReceiptFaceKept(TypedDict):
    until: str
    """Latest possible time."""


class DeletionReceiptKept(TypedDict):
    pictures: int
    hashes: list[str]
    """SHA-256 of each, base64url."""
    since: str
    until: str
    """The latest time at which they would have been deleted."""
    dropped_at: str


class _DeletionReceiptLawRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """The rules that applied. Empty if no law is known for the place."""


class DeletionReceiptLaw(_DeletionReceiptLawRequired, total=False):
    jurisdiction: str
    """Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
    else the visitor’s country. Absent if unknown.
    """
    per_access: Literal[True]
    """Whether the law requires a new proof for each access."""
    missing: list[str]
    """Requirements that could not be met at the visitor’s location. The session ended with
    `assistance_needed`.
    """


class DeletionReceiptModel(TypedDict):
    file: str
    sha256: str
    """Hexadecimal."""


class DeletionReceiptReceived(TypedDict):
    step: Literal["liveness", "age", "face", "document", "review"]
    pictures: int
    uploads: int
    """How often the same pictures were received."""
    hashes: list[str]
    """SHA-256 of each measured picture, base64url: for camera pictures the hash that the page had
    committed to, for document parts the hash of their bytes.
    """
    received_at: str
    dropped_at: str
    """Latest possible time."""


class ErrorEnvelope(TypedDict):
    success: Literal[False]
    error: ErrorEnvelopeError
    meta: Meta


class _ErrorEnvelopeErrorRequired(TypedDict):
    code: Literal["VALIDATION_FAILED", "INVALID_REQUEST", "INVALID_API_VERSION", "MISSING_CALLBACK_URL", "INVALID_CALLBACK_URL", "INVALID_MIN_AGE", "INVALID_PURPOSE", "INVALID_VERIFICATION_MODE", "INVALID_LIVENESS_DIFFICULTY", "INVALID_USER_ID", "INVALID_ACCEPT", "POLICY_UNSATISFIABLE", "INVALID_CODE", "INVALID_PICTURE", "INVALID_DOCUMENT", "INVALID_TOKEN", "KEY_INVALID", "PASS_INVALID", "PASS_SPENT", "PASSES_ALREADY_TAKEN", "PASSES_NOT_FOR_THIS_SESSION", "UNAUTHORIZED", "INVALID_CREDENTIALS", "FORBIDDEN", "SECRET_KEY_REQUIRED", "FRESH_SIGN_IN_REQUIRED", "FACE_REQUIRED", "BROWSER_UNCONFIRMED", "SECOND_FACTOR_REQUIRED", "SSO_REQUIRED", "EMAIL_NOT_VERIFIED", "ENDPOINT_NOT_VERIFIED", "ACCOUNT_SUSPENDED", "TENANT_SUSPENDED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "SESSION_OPENED_ELSEWHERE", "SESSION_OF_OTHER_BROWSER", "SESSION_ON_OTHER_DEVICE", "SESSION_RETAKEN", "SESSION_HAS_NO_FACE_DATA", "SESSION_FACE_DATA_EXPIRED", "RETAKE_NOT_ALLOWED", "RETAKE_LIMIT_EXCEEDED", "PAYLOAD_TOO_LARGE", "MISDIRECTED_REQUEST", "IDEMPOTENCY_KEY_MISMATCH", "TOO_MANY_REQUESTS", "INTERNAL_ERROR", "UNAVAILABLE"]
    message: str


class ErrorEnvelopeError(_ErrorEnvelopeErrorRequired, total=False):
    details: list[ErrorEnvelopeErrorDetail]
    """Every invalid field, if validation failed."""
    receiver: ErrorEnvelopeErrorReceiver
    """For `ENDPOINT_NOT_VERIFIED`: what the receiver did instead of returning the challenge, and
    its HTTP status if it responded.
    """


class ErrorEnvelopeErrorDetail(TypedDict):
    field: str
    message: str


class _ErrorEnvelopeErrorReceiverRequired(TypedDict):
    reason: Literal["url_not_allowed", "secret_unreadable", "no_connection", "certificate", "timeout", "redirect", "wrong_status", "empty_body", "other_body"]


class ErrorEnvelopeErrorReceiver(_ErrorEnvelopeErrorReceiverRequired, total=False):
    status: int


class FaceAccepted(TypedDict):
    challenge_id: str
    """Challenge ID, `fch_…`. Read its status until it ends."""
    status: Literal["processing"]


class _FaceChallengeRequired(TypedDict):
    challenge_id: str
    """Challenge ID, `fch_…`."""
    kind: Literal["enroll", "verify"]
    status: Literal["processing", "completed", "failed", "expired"]
    """`completed`: the face was enrolled or compared. `failed`: it could not be enrolled or
    compared. `expired`: the challenge was not finished in time.
    """
    passed: Union[bool, None]
    """Null while `processing`; true only when `completed`."""
    expires_at: str


class FaceChallenge(_FaceChallengeRequired, total=False):
    failure_reason: Literal["invalid_image", "no_face_detected", "not_enrolled", "face_mismatch", "face_unclear", "blacklist_match", "liveness_failed", "canceled", "expired", "internal_error"]
    liveness: Literal[True]
    """True if a live person answered on the hosted page. Absent if a picture was sent."""
    completed_at: str
    test: Literal[True]


class FaceEvent(TypedDict):
    id: str
    """Event ID, `evt_…`, identical to the `webhook-id` header."""
    api_version: str
    created: int
    """Unix time in seconds."""
    type: Literal["face_2fa.completed"]
    data: FaceChallenge


class FaceSession(TypedDict):
    challenge_id: str
    """Challenge ID, `fch_…`. Read its status until it ends."""
    verify_url: str
    """URL of the page for the person. It opens once."""


class FaceSessionRequest(TypedDict):
    user_id: str
    """Your own identifier for the person."""
    kind: Literal["enroll", "verify"]
    callback_url: str
    """URL to which the browser returns at the end, with `status`, `token` (the challenge) and
    `user_id`.
    """


class _FaceUserRequired(TypedDict):
    enrolled: bool


class FaceUser(_FaceUserRequired, total=False):
    enrolled_at: str


class _ListedVerificationRequired(TypedDict):
    token: str
    """Result token, `xtk_…`."""
    status: Literal["pending", "in_progress", "pending_tenant_review", "awaiting_retake", "success", "failed", "canceled", "expired", "retaken"]
    verified: bool
    purpose: Literal["age_verification", "id_verification"]
    verification_mode: Literal["auto", "document", "facial"]
    created_at: str
    expires_at: str


class ListedVerification(_ListedVerificationRequired, total=False):
    reason: str
    verification_type: Literal["age_check", "full", "agate_id", "eu_wallet", "agate_pass", "agate_key"]
    gate: int
    external_user_id: str
    ip_country: str
    measured: Literal["edge", "device"]
    previous: str
    """Token of the session that this one retakes, `xtk_…`."""
    contested: Literal[True]
    """Whether the visitor requested a document check instead of an estimate."""
    completed_at: str
    erased_at: str
    """When personal data was erased."""
    test: Literal[True]


class _MetaRequired(TypedDict):
    request_id: str
    timestamp: str


class Meta(_MetaRequired, total=False):
    api_version: str
    pagination: MetaPagination
    """Present in lists only."""


class MetaPagination(TypedDict):
    page: int
    per_page: int
    total: int
    total_pages: int


class _OAuthClientRequired(TypedDict):
    id: str
    client_id: str
    """The same as `id`."""
    name: str
    redirect_uris: list[str]
    scopes: list[str]
    post_logout_redirect_uris: list[str]
    age_thresholds: list[Literal[12, 15, 18, 21, 25]]
    """Ages about which the client may request claims. Claims say nothing about other ages."""
    client_kind: Literal["web", "native"]
    """`native`: a program on people’s devices. Its redirect URIs at 127.0.0.1 and [::1] match any
    port (RFC 8252 7.3).
    """
    pkce_optional: bool
    """Whether requests may omit PKCE. They must then have a `nonce`."""
    nonce_optional: bool
    """Whether requests without PKCE may also omit the `nonce`. Set by an operator."""
    id_token_claims: bool
    """Whether ID tokens contain the claims of the granted scopes."""
    refuses_face: bool
    """Whether the client refuses sign-in by face."""
    dpop_bound_access_tokens: bool
    """Whether the client only gets tokens that are bound to a key (DPoP, RFC 9449 5.2)."""
    require_pushed_authorization_requests: bool
    """Whether the client must push its authorization requests (PAR, RFC 9126)."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Signing algorithm of the client’s ID tokens and logout tokens."""
    device_flow: bool
    """Whether the client may request device codes (RFC 8628)."""
    fedcm: bool
    """Whether the client’s pages may use FedCM to ask the browser for a sign-in."""
    created_at: str


class OAuthClient(_OAuthClientRequired, total=False):
    logo: str
    logo_url: str
    backchannel_logout_uri: str
    frontchannel_logout_uri: str
    token_endpoint_auth_method: Literal["none", "private_key_jwt"]
    """Authentication method of a client without a secret: `none` for public clients,
    `private_key_jwt` for clients that sign (RFC 7523).
    """
    jwks: OAuthClientJwks
    """Public keys of the client (RFC 7517)."""
    jwks_uri: str
    profile: Literal["fapi2"]
    """FAPI 2.0 Security Profile."""
    default_max_age: int
    """Maximum authentication age in seconds for requests without `max_age`. After an older sign-in,
    userinfo requires a new one (RFC 9470).
    """
    web_origins: list[str]
    previous_secret_expires_at: str
    """When the previous secret stops being valid."""


class OAuthClientChanges(TypedDict, total=False):
    name: str
    redirect_uris: list[str]
    """https, or http on localhost. Compared byte for byte, except for ports of loopback addresses
    with `client_kind` `native`.
    """
    scopes: list[Literal["openid", "profile", "email", "age_verification", "connections", "offline_access"]]
    """Must include `openid`."""
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "private_key_jwt"]
    """With `private_key_jwt`, secrets stop working. After switching back, the previous secret works
    again; a client that never had one gets it by rotation. Not for public clients.
    """
    logo: Union[str, None]
    """Logo as a `data:` URL, at most 16 KiB."""
    logo_url: Union[str, None]
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: Union[str, None]
    frontchannel_logout_uri: Union[str, None]
    """Opened in a frame when a person signs out, always with `iss` and `sid`. Must be at the origin
    of a redirect URI.
    """
    age_thresholds: Union[list[Literal[12, 15, 18, 21, 25]], None]
    """Default, and null: all ages."""
    refuses_face: bool
    """Default: false. Refuses sign-in by face, like `acr_values` without `urn:agate:acr:face`."""
    client_kind: Literal["web", "native"]
    """Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1]
    then match any port.
    """
    pkce_optional: bool
    """Default: false. For libraries without PKCE support: requests may omit PKCE but must then have
    a `nonce` that your site checks. Not for public and native clients.
    """
    id_token_claims: bool
    """Default: false. For libraries that do not read userinfo: ID tokens contain the claims of the
    granted scopes, as of their issue.
    """
    dpop_bound_access_tokens: bool
    """Default: false. If true, the client must send DPoP proofs; otherwise it may."""
    jwks: Union[OAuthClientChangesJwks, None]
    """Public keys for ES256, PS256 or Ed25519, at most 10. Used for `private_key_jwt` and for
    signed requests (RFC 9101).
    """
    jwks_uri: Union[str, None]
    """Public https URL of the keys, instead of `jwks`. Fetched again after five minutes."""
    require_pushed_authorization_requests: bool
    """Default: false. If true, the client must use PAR (RFC 9126); otherwise it may."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Default: RS256."""
    profile: Union[Literal["fapi2"], None]
    """FAPI 2.0 Security Profile. Requires `private_key_jwt` and https redirect URIs, and enables
    PAR, DPoP and ES256.
    """
    default_max_age: Union[int, None]
    """Maximum authentication age in seconds for requests without `max_age`, at most a year. After
    an older sign-in, userinfo requires a new one (RFC 9470).
    """
    device_flow: bool
    """Default: false. Whether the client may request device codes (RFC 8628)."""
    fedcm: bool
    """Default: false. Whether the client’s pages, at the origins of its redirect URIs, may ask the
    browser for a sign-in (FedCM). Not for native clients or clients that push their requests.
    """
    web_origins: list[str]
    """For public clients: origins of pages that call the token endpoints from a browser."""


class OAuthClientChangesJwks(TypedDict):
    keys: list[OAuthClientChangesJwksKey]


class _OAuthClientChangesJwksKeyRequired(TypedDict):
    kty: str


class OAuthClientChangesJwksKey(_OAuthClientChangesJwksKeyRequired, total=False):
    kid: str
    use: str
    alg: str
    crv: str
    x: str
    y: str
    n: str
    e: str
    ext: bool
    key_ops: list[str]
    x5c: list[str]
    x5u: str
    x5t: str
    d: str
    """Member of a private or symmetric key, which is refused."""
    k: str
    """Member of a private or symmetric key, which is refused."""
    p: str
    """Member of a private or symmetric key, which is refused."""
    q: str
    """Member of a private or symmetric key, which is refused."""
    dp: str
    """Member of a private or symmetric key, which is refused."""
    dq: str
    """Member of a private or symmetric key, which is refused."""
    qi: str
    """Member of a private or symmetric key, which is refused."""


class OAuthClientJwks(TypedDict):
    keys: list[OAuthClientJwksKey]


class _OAuthClientJwksKeyRequired(TypedDict):
    kty: Literal["EC", "RSA", "OKP"]


class OAuthClientJwksKey(_OAuthClientJwksKeyRequired, total=False):
    kid: str
    use: Literal["sig"]
    alg: Literal["ES256", "PS256", "EdDSA", "Ed25519"]
    crv: Literal["P-256", "Ed25519"]
    x: str
    y: str
    n: str
    e: str


class _OAuthClientRegistrationRequired(TypedDict):
    name: str
    redirect_uris: list[str]
    """https, or http on localhost. Compared byte for byte, except for ports of loopback addresses
    with `client_kind` `native`.
    """
    scopes: list[Literal["openid", "profile", "email", "age_verification", "connections", "offline_access"]]
    """Must include `openid`."""


class OAuthClientRegistration(_OAuthClientRegistrationRequired, total=False):
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    """`none` creates a public client permanently: no secret, PKCE only. `private_key_jwt`: no
    secret, but signatures with a key of `jwks` or `jwks_uri`. Default: both ways to send a secret
    work.
    """
    logo: Union[str, None]
    """Logo as a `data:` URL, at most 16 KiB."""
    logo_url: Union[str, None]
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: Union[str, None]
    frontchannel_logout_uri: Union[str, None]
    """Opened in a frame when a person signs out, always with `iss` and `sid`. Must be at the origin
    of a redirect URI.
    """
    age_thresholds: Union[list[Literal[12, 15, 18, 21, 25]], None]
    """Default, and null: all ages."""
    refuses_face: bool
    """Default: false. Refuses sign-in by face, like `acr_values` without `urn:agate:acr:face`."""
    client_kind: Literal["web", "native"]
    """Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1]
    then match any port.
    """
    pkce_optional: bool
    """Default: false. For libraries without PKCE support: requests may omit PKCE but must then have
    a `nonce` that your site checks. Not for public and native clients.
    """
    id_token_claims: bool
    """Default: false. For libraries that do not read userinfo: ID tokens contain the claims of the
    granted scopes, as of their issue.
    """
    dpop_bound_access_tokens: bool
    """Default: false. If true, the client must send DPoP proofs; otherwise it may."""
    jwks: Union[OAuthClientRegistrationJwks, None]
    """Public keys for ES256, PS256 or Ed25519, at most 10. Used for `private_key_jwt` and for
    signed requests (RFC 9101).
    """
    jwks_uri: Union[str, None]
    """Public https URL of the keys, instead of `jwks`. Fetched again after five minutes."""
    require_pushed_authorization_requests: bool
    """Default: false. If true, the client must use PAR (RFC 9126); otherwise it may."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Default: RS256."""
    profile: Union[Literal["fapi2"], None]
    """FAPI 2.0 Security Profile. Requires `private_key_jwt` and https redirect URIs, and enables
    PAR, DPoP and ES256.
    """
    default_max_age: Union[int, None]
    """Maximum authentication age in seconds for requests without `max_age`, at most a year. After
    an older sign-in, userinfo requires a new one (RFC 9470).
    """
    device_flow: bool
    """Default: false. Whether the client may request device codes (RFC 8628)."""
    fedcm: bool
    """Default: false. Whether the client’s pages, at the origins of its redirect URIs, may ask the
    browser for a sign-in (FedCM). Not for native clients or clients that push their requests.
    """
    web_origins: list[str]
    """For public clients: origins of pages that call the token endpoints from a browser."""


class OAuthClientRegistrationJwks(TypedDict):
    keys: list[OAuthClientRegistrationJwksKey]


class _OAuthClientRegistrationJwksKeyRequired(TypedDict):
    kty: str


class OAuthClientRegistrationJwksKey(_OAuthClientRegistrationJwksKeyRequired, total=False):
    kid: str
    use: str
    alg: str
    crv: str
    x: str
    y: str
    n: str
    e: str
    ext: bool
    key_ops: list[str]
    x5c: list[str]
    x5u: str
    x5t: str
    d: str
    """Member of a private or symmetric key, which is refused."""
    k: str
    """Member of a private or symmetric key, which is refused."""
    p: str
    """Member of a private or symmetric key, which is refused."""
    q: str
    """Member of a private or symmetric key, which is refused."""
    dp: str
    """Member of a private or symmetric key, which is refused."""
    dq: str
    """Member of a private or symmetric key, which is refused."""
    qi: str
    """Member of a private or symmetric key, which is refused."""


class _OAuthClientWithSecretRequired(TypedDict):
    id: str
    client_id: str
    """The same as `id`."""
    name: str
    redirect_uris: list[str]
    scopes: list[str]
    post_logout_redirect_uris: list[str]
    age_thresholds: list[Literal[12, 15, 18, 21, 25]]
    """Ages about which the client may request claims. Claims say nothing about other ages."""
    client_kind: Literal["web", "native"]
    """`native`: a program on people’s devices. Its redirect URIs at 127.0.0.1 and [::1] match any
    port (RFC 8252 7.3).
    """
    pkce_optional: bool
    """Whether requests may omit PKCE. They must then have a `nonce`."""
    nonce_optional: bool
    """Whether requests without PKCE may also omit the `nonce`. Set by an operator."""
    id_token_claims: bool
    """Whether ID tokens contain the claims of the granted scopes."""
    refuses_face: bool
    """Whether the client refuses sign-in by face."""
    dpop_bound_access_tokens: bool
    """Whether the client only gets tokens that are bound to a key (DPoP, RFC 9449 5.2)."""
    require_pushed_authorization_requests: bool
    """Whether the client must push its authorization requests (PAR, RFC 9126)."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Signing algorithm of the client’s ID tokens and logout tokens."""
    device_flow: bool
    """Whether the client may request device codes (RFC 8628)."""
    fedcm: bool
    """Whether the client’s pages may use FedCM to ask the browser for a sign-in."""
    created_at: str


class OAuthClientWithSecret(_OAuthClientWithSecretRequired, total=False):
    logo: str
    logo_url: str
    backchannel_logout_uri: str
    frontchannel_logout_uri: str
    token_endpoint_auth_method: Literal["none", "private_key_jwt"]
    """Authentication method of a client without a secret: `none` for public clients,
    `private_key_jwt` for clients that sign (RFC 7523).
    """
    jwks: OAuthClientWithSecretJwks
    """Public keys of the client (RFC 7517)."""
    jwks_uri: str
    profile: Literal["fapi2"]
    """FAPI 2.0 Security Profile."""
    default_max_age: int
    """Maximum authentication age in seconds for requests without `max_age`. After an older sign-in,
    userinfo requires a new one (RFC 9470).
    """
    web_origins: list[str]
    previous_secret_expires_at: str
    """When the previous secret stops being valid."""
    client_secret: str
    """Client secret, shown only once. Absent for public clients."""


class OAuthClientWithSecretJwks(TypedDict):
    keys: list[OAuthClientWithSecretJwksKey]


class _OAuthClientWithSecretJwksKeyRequired(TypedDict):
    kty: Literal["EC", "RSA", "OKP"]


class OAuthClientWithSecretJwksKey(_OAuthClientWithSecretJwksKeyRequired, total=False):
    kid: str
    use: Literal["sig"]
    alg: Literal["ES256", "PS256", "EdDSA", "Ed25519"]
    crv: Literal["P-256", "Ed25519"]
    x: str
    y: str
    n: str
    e: str


_RedeemedPassWords = TypedDict("_RedeemedPassWords", {"class": 'Literal["standard", "high"]'})


class RedeemedPass(_RedeemedPassWords):
    ok: Literal[True]
    bracket: str
    issued: str
    """Month in which the pass was issued."""


class _RequestLineRequired(TypedDict):
    id: int
    at: str
    request_id: str
    """The `X-Request-Id` of the response."""
    method: str
    path: str
    """Path as in this API description. The values of path parameters are not stored."""
    status: int
    duration_ms: int


class RequestLine(_RequestLineRequired, total=False):
    code: str
    """Error code, if the request failed."""
    test: Literal[True]


class ResentEvent(TypedDict):
    event_id: str
    deliveries: list[ResentEventDelivery]
    """Empty if the event was never sent to an endpoint that is enabled or paused."""


class ResentEventDelivery(TypedDict):
    id: str
    endpoint_id: str


class Retake(TypedDict):
    token: str
    """Init token of the new session, `xit_…`."""
    verify_url: str
    """URL to which to send the visitor’s browser."""
    previous: str
    """Token of the session that this one retakes, `xtk_…`."""


class _SandboxOutcomeRequired(TypedDict):
    status: Literal["success", "failed", "canceled", "expired", "pending_tenant_review", "awaiting_retake"]


class SandboxOutcome(_SandboxOutcomeRequired, total=False):
    reason: str


class SentWebhookTest(TypedDict):
    event_id: str
    deliveries: list[SentWebhookTestDelivery]


class SentWebhookTestDelivery(TypedDict):
    id: str
    endpoint_id: str


class SessionEvent(TypedDict):
    id: str
    """Event ID, `evt_…`, identical to the `webhook-id` header."""
    api_version: str
    created: int
    """Unix time in seconds."""
    type: Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested"]
    data: SessionResult


class _SessionResultRequired(TypedDict):
    token: str
    """Result token, `xtk_…`."""
    status: Literal["pending", "in_progress", "pending_tenant_review", "awaiting_retake", "success", "failed", "canceled", "expired", "retaken"]
    verified: bool
    """True exactly when `status` is `success`."""
    checks: SessionResultChecks
    created_at: str
    expires_at: str


class SessionResult(_SessionResultRequired, total=False):
    reason: str
    verification_type: Literal["age_check", "full", "agate_id", "eu_wallet", "agate_pass", "agate_key"]
    ip_country: str
    external_user_id: str
    proof: SessionResultProof
    """An age that was proven without a camera."""
    risk: SessionResultRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured. Absent before that. `device`: the measurements are the
    page’s own.
    """
    handed_over: Literal[True]
    """Whether a phone completed the check instead of the device that opened the link."""
    reviewed: Literal[True]
    """Whether a reviewer at the customer made the decision."""
    overturned: Literal[True]
    """Whether a document reversed an estimate that was too low, in this chain of sessions."""
    policy: SessionResultPolicy
    """The legal rules that applied to the session. Present if `context` or your settings request
    them.
    """
    receipt: str
    """URL of the signed deletion receipt. Present once pictures were received and the session has
    ended. It requires no key.
    """
    previous: str
    """Token of the session that this one retakes, `xtk_…`. The status of that session is `retaken`.
    """
    completed_at: str
    test: Literal[True]


class SessionResultChecks(TypedDict):
    liveness: SessionResultChecksLiveness
    age: SessionResultChecksAge
    document: SessionResultChecksDocument
    face_match: SessionResultChecksFaceMatch
    eu_wallet: SessionResultChecksEuWallet
    aml: SessionResultChecksAml


class _SessionResultChecksAgeRequired(TypedDict):
    performed: bool
    passed: bool


class SessionResultChecksAge(_SessionResultChecksAgeRequired, total=False):
    gate: int


class SessionResultChecksAml(TypedDict):
    performed: bool
    passed: bool


class _SessionResultChecksDocumentRequired(TypedDict):
    performed: bool
    passed: bool


class SessionResultChecksDocument(_SessionResultChecksDocumentRequired, total=False):
    document_type: Literal["passport", "id_card", "drivers_license", "residence_permit"]
    country: str


class SessionResultChecksEuWallet(TypedDict):
    performed: bool
    passed: bool


class SessionResultChecksFaceMatch(TypedDict):
    performed: bool
    passed: bool


class _SessionResultChecksLivenessRequired(TypedDict):
    performed: bool
    passed: bool


class SessionResultChecksLiveness(_SessionResultChecksLivenessRequired, total=False):
    light: Literal["answers", "contradicts", "cannot_tell"]
    """Whether the face reflected the light of the screen, where the check was measured at the edge.
    """
    level: Literal["standard", "strict"]
    """The liveness level that applied. Present once liveness was decided. `strict` requires
    reflected light, pictures taken halfway through the movements and a camera report.
    """
    tested: list[str]
    """The tests that contributed to the liveness decision: `movements`, `device_numbers`,
    `edge_pictures`, `between_pictures`, `light`, `texture`, `camera_report`. Present once liveness
    has been decided. The list may grow.
    """


class _SessionResultPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """The rules that applied. Empty if no law is known for the place."""


class SessionResultPolicy(_SessionResultPolicyRequired, total=False):
    jurisdiction: str
    """Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
    else the visitor’s country. Absent if unknown.
    """
    per_access: Literal[True]
    """Whether the law requires a new proof for each access."""
    missing: list[str]
    """Requirements that could not be met at the visitor’s location. The session ended with
    `assistance_needed`.
    """


_SessionResultProofOtherWords = TypedDict("_SessionResultProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _SessionResultProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """The age bracket that was proven, nothing more."""


class SessionResultProof(_SessionResultProofRequired, _SessionResultProofOtherWords, total=False):
    issued: str
    """For a pass, its month; for a key, the month of the check behind it."""
    credential: str
    """Type of the document that the wallet presented."""
    issuer_country: str


class SessionResultRisk(TypedDict):
    band: Literal["low", "medium", "high"]


class _VerificationRequired(TypedDict):
    token: str
    """Init token, `xit_…`: single use, 10 minutes."""
    verify_url: str
    """URL to which to send the visitor’s browser."""


class Verification(_VerificationRequired, total=False):
    tv: VerificationTv
    """For `display` `tv`: what the screen shows. Poll the status with `token`, or wait for the
    webhook.
    """
    warnings: list[VerificationWarning]
    """Reasons for attention although the session exists: an age estimate is unsuitable for this
    `min_age`, the law has changed your request or cannot be met in some countries, or an unknown
    member of the body was ignored.
    """


class _VerificationDetailRequired(TypedDict):
    token: str
    """Result token, `xtk_…`."""
    status: Literal["pending", "in_progress", "pending_tenant_review", "awaiting_retake", "success", "failed", "canceled", "expired", "retaken"]
    verified: bool
    """True exactly when `status` is `success`."""
    checks: VerificationDetailChecks
    created_at: str
    expires_at: str
    purpose: Literal["age_verification", "id_verification"]
    verification_mode: Literal["auto", "document", "facial"]
    timeline: list[VerificationDetailTimeline]
    """Steps that the visitor reached, with times."""


class VerificationDetail(_VerificationDetailRequired, total=False):
    reason: str
    verification_type: Literal["age_check", "full", "agate_id", "eu_wallet", "agate_pass", "agate_key"]
    ip_country: str
    external_user_id: str
    proof: VerificationDetailProof
    """An age that was proven without a camera."""
    risk: VerificationDetailRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured. Absent before that. `device`: the measurements are the
    page’s own.
    """
    handed_over: Literal[True]
    """Whether a phone completed the check instead of the device that opened the link."""
    reviewed: Literal[True]
    """Whether a reviewer at the customer made the decision."""
    overturned: Literal[True]
    """Whether a document reversed an estimate that was too low, in this chain of sessions."""
    policy: VerificationDetailPolicy
    """The legal rules that applied to the session. Present if `context` or your settings request
    them.
    """
    receipt: str
    """URL of the signed deletion receipt. Present once pictures were received and the session has
    ended. It requires no key.
    """
    previous: str
    """Token of the session that this one retakes, `xtk_…`. The status of that session is `retaken`.
    """
    completed_at: str
    test: Literal[True]


class VerificationDetailChecks(TypedDict):
    liveness: VerificationDetailChecksLiveness
    age: VerificationDetailChecksAge
    document: VerificationDetailChecksDocument
    face_match: VerificationDetailChecksFaceMatch
    eu_wallet: VerificationDetailChecksEuWallet
    aml: VerificationDetailChecksAml


class _VerificationDetailChecksAgeRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationDetailChecksAge(_VerificationDetailChecksAgeRequired, total=False):
    gate: int


class VerificationDetailChecksAml(TypedDict):
    performed: bool
    passed: bool


class _VerificationDetailChecksDocumentRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationDetailChecksDocument(_VerificationDetailChecksDocumentRequired, total=False):
    document_type: Literal["passport", "id_card", "drivers_license", "residence_permit"]
    country: str


class VerificationDetailChecksEuWallet(TypedDict):
    performed: bool
    passed: bool


class VerificationDetailChecksFaceMatch(TypedDict):
    performed: bool
    passed: bool


class _VerificationDetailChecksLivenessRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationDetailChecksLiveness(_VerificationDetailChecksLivenessRequired, total=False):
    light: Literal["answers", "contradicts", "cannot_tell"]
    """Whether the face reflected the light of the screen, where the check was measured at the edge.
    """
    level: Literal["standard", "strict"]
    """The liveness level that applied. Present once liveness was decided. `strict` requires
    reflected light, pictures taken halfway through the movements and a camera report.
    """
    tested: list[str]
    """The tests that contributed to the liveness decision: `movements`, `device_numbers`,
    `edge_pictures`, `between_pictures`, `light`, `texture`, `camera_report`. Present once liveness
    has been decided. The list may grow.
    """


class _VerificationDetailPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """The rules that applied. Empty if no law is known for the place."""


class VerificationDetailPolicy(_VerificationDetailPolicyRequired, total=False):
    jurisdiction: str
    """Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
    else the visitor’s country. Absent if unknown.
    """
    per_access: Literal[True]
    """Whether the law requires a new proof for each access."""
    missing: list[str]
    """Requirements that could not be met at the visitor’s location. The session ended with
    `assistance_needed`.
    """


_VerificationDetailProofOtherWords = TypedDict("_VerificationDetailProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _VerificationDetailProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """The age bracket that was proven, nothing more."""


class VerificationDetailProof(_VerificationDetailProofRequired, _VerificationDetailProofOtherWords, total=False):
    issued: str
    """For a pass, its month; for a key, the month of the check behind it."""
    credential: str
    """Type of the document that the wallet presented."""
    issuer_country: str


class VerificationDetailRisk(TypedDict):
    band: Literal["low", "medium", "high"]


class _VerificationDetailTimelineRequired(TypedDict):
    name: Literal["opened", "consent", "camera", "liveness_start", "liveness_end", "age", "verdict", "cancel", "document_consent", "document", "handed_over", "country_changed", "handed_back"]
    at: str


class VerificationDetailTimeline(_VerificationDetailTimelineRequired, total=False):
    step: Literal["consent", "wallet", "liveness", "age", "document", "review"]
    notice: str
    """Version of the privacy notice, for `consent`."""


class _VerificationRequestRequired(TypedDict):
    callback_url: str


class VerificationRequest(_VerificationRequestRequired, total=False):
    success_url: str
    """Replaces `callback_url` if the outcome is success."""
    failed_url: str
    """Replaces `callback_url` if the outcome is failed."""
    min_age: int
    """Age gate, applied exactly. Required for `age_verification`, unless `context` and
    `jurisdiction` set one; not needed for `id_verification`.
    """
    purpose: Literal["age_verification", "id_verification"]
    """Default: `age_verification`."""
    verification_mode: Literal["auto", "document", "facial"]
    """`document`: document and face match, never an estimate. `facial`: on the device only, no
    image leaves the browser. Default: `auto`.
    """
    liveness_difficulty: Literal["easy", "medium", "hard"]
    """Number of movements: 1, 2 or 3. Default: `medium`."""
    user_id: str
    """Your own identifier for the person, returned unchanged."""
    metadata: str
    """Shown in your dashboard only."""
    theme: Literal["light", "dark", "system"]
    """Default: your settings, else `system`. Any other text is treated as `system`."""
    locale: str
    """BCP 47 language tag. The best supported match applies, else `en`. Default: your settings,
    else the visitor’s browser.
    """
    accept: Union[VerificationRequestAccept, None]
    """Accepted methods, maximum age of an earlier proof and required place of measurement. Narrows
    your settings.
    """
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    """What you sell or show, for the legal rules (/docs/jurisdictions). Default: your settings."""
    jurisdiction: str
    """Jurisdiction whose law applies: ISO 3166-1 alpha-2 or 3166-2. Its rules narrow your request:
    `min_age` may be absent, and a lower one is raised. Default: your setting `policy`.
    """
    visitor_region: Literal["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]
    """Location of the visitor, if it is far from your servers. The session is then stored near the
    visitor, if Cloudflare can. The value is not stored, and does not guarantee data residency; with
    your `residency` `eu`, only `weur` and `eeur` have an effect.
    """
    display: Literal["page", "tv"]
    """`tv`: for a screen with neither camera nor keyboard. The response has `tv`, a short URL and a
    code, which a person types on their phone.
    """


class VerificationRequestAccept(TypedDict, total=False):
    methods: list[Literal["face", "document", "wallet", "account", "pass", "key"]]
    max_proof_age_days: int
    recheck: list[Literal["next_bracket", "new_device"]]
    """Conditions under which an age from an account must be verified again, in addition to
    `max_proof_age_days`. `next_bracket`: the person may have reached the next age threshold.
    `new_device`: the browser signed in after the age was verified; age keys are then not accepted.
    """
    min_assurance: Literal["device", "edge", "document", "wallet"]
    order: list[Literal["face", "document", "wallet", "account", "pass", "key"]]
    """Order in which the page offers the methods; omitted ones come last. `document` before `face`:
    a document may be presented immediately, otherwise only after an inconclusive estimate.
    Overrides the order in your settings, and adds no methods.
    """
    liveness_level: Literal["standard", "strict"]


class _VerificationResultRequired(TypedDict):
    token: str
    """Result token, `xtk_…`."""
    status: Literal["pending", "in_progress", "pending_tenant_review", "awaiting_retake", "success", "failed", "canceled", "expired", "retaken"]
    verified: bool
    """True exactly when `status` is `success`."""
    checks: VerificationResultChecks
    created_at: str
    expires_at: str


class VerificationResult(_VerificationResultRequired, total=False):
    reason: str
    verification_type: Literal["age_check", "full", "agate_id", "eu_wallet", "agate_pass", "agate_key"]
    ip_country: str
    external_user_id: str
    proof: VerificationResultProof
    """An age that was proven without a camera."""
    risk: VerificationResultRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured. Absent before that. `device`: the measurements are the
    page’s own.
    """
    handed_over: Literal[True]
    """Whether a phone completed the check instead of the device that opened the link."""
    reviewed: Literal[True]
    """Whether a reviewer at the customer made the decision."""
    overturned: Literal[True]
    """Whether a document reversed an estimate that was too low, in this chain of sessions."""
    policy: VerificationResultPolicy
    """The legal rules that applied to the session. Present if `context` or your settings request
    them.
    """
    receipt: str
    """URL of the signed deletion receipt. Present once pictures were received and the session has
    ended. It requires no key.
    """
    previous: str
    """Token of the session that this one retakes, `xtk_…`. The status of that session is `retaken`.
    """
    completed_at: str
    test: Literal[True]
    document_fields: VerificationResultDocumentFields
    """Fields named by your setting `document_fields`, for a document that passed for
    `id_verification`.
    """


class VerificationResultChecks(TypedDict):
    liveness: VerificationResultChecksLiveness
    age: VerificationResultChecksAge
    document: VerificationResultChecksDocument
    face_match: VerificationResultChecksFaceMatch
    eu_wallet: VerificationResultChecksEuWallet
    aml: VerificationResultChecksAml


class _VerificationResultChecksAgeRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationResultChecksAge(_VerificationResultChecksAgeRequired, total=False):
    gate: int


class VerificationResultChecksAml(TypedDict):
    performed: bool
    passed: bool


class _VerificationResultChecksDocumentRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationResultChecksDocument(_VerificationResultChecksDocumentRequired, total=False):
    document_type: Literal["passport", "id_card", "drivers_license", "residence_permit"]
    country: str


class VerificationResultChecksEuWallet(TypedDict):
    performed: bool
    passed: bool


class VerificationResultChecksFaceMatch(TypedDict):
    performed: bool
    passed: bool


class _VerificationResultChecksLivenessRequired(TypedDict):
    performed: bool
    passed: bool


class VerificationResultChecksLiveness(_VerificationResultChecksLivenessRequired, total=False):
    light: Literal["answers", "contradicts", "cannot_tell"]
    """Whether the face reflected the light of the screen, where the check was measured at the edge.
    """
    level: Literal["standard", "strict"]
    """The liveness level that applied. Present once liveness was decided. `strict` requires
    reflected light, pictures taken halfway through the movements and a camera report.
    """
    tested: list[str]
    """The tests that contributed to the liveness decision: `movements`, `device_numbers`,
    `edge_pictures`, `between_pictures`, `light`, `texture`, `camera_report`. Present once liveness
    has been decided. The list may grow.
    """


class VerificationResultDocumentFields(TypedDict, total=False):
    name: str
    """Given names and surname in capitals, as in the machine-readable code, which may truncate
    them.
    """
    birth_year: int
    document_number_hash: str
    """HMAC-SHA256 in hex with a key specific to you: the same value for the same document."""


class _VerificationResultPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """The rules that applied. Empty if no law is known for the place."""


class VerificationResultPolicy(_VerificationResultPolicyRequired, total=False):
    jurisdiction: str
    """Jurisdiction as ISO 3166-1, ISO 3166-2 or `EU`, taken from the request, else your settings,
    else the visitor’s country. Absent if unknown.
    """
    per_access: Literal[True]
    """Whether the law requires a new proof for each access."""
    missing: list[str]
    """Requirements that could not be met at the visitor’s location. The session ended with
    `assistance_needed`.
    """


_VerificationResultProofOtherWords = TypedDict("_VerificationResultProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _VerificationResultProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """The age bracket that was proven, nothing more."""


class VerificationResultProof(_VerificationResultProofRequired, _VerificationResultProofOtherWords, total=False):
    issued: str
    """For a pass, its month; for a key, the month of the check behind it."""
    credential: str
    """Type of the document that the wallet presented."""
    issuer_country: str


class VerificationResultRisk(TypedDict):
    band: Literal["low", "medium", "high"]


class VerificationTv(TypedDict):
    url: str
    code: str
    """Two groups of four letters."""
    url_with_code: str
    """URL that contains the code, for a QR code beside the text."""
    expires_in: int
    """Seconds."""


class _VerificationWarningRequired(TypedDict):
    code: Literal["age_estimate_unsuitable", "age_target_unreachable", "min_age_raised", "policy_not_applied", "policy_unsatisfiable", "unknown_member"]
    message: str


class VerificationWarning(_VerificationWarningRequired, total=False):
    field: str
    """Name of the ignored member, for `unknown_member`."""


class _WebhookRequired(TypedDict):
    id: str
    url: str
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    state: Literal["pending", "enabled", "paused", "disabled"]
    """`pending`: the endpoint has not answered its challenge and receives no events. `paused`:
    deliveries are held back. `disabled`: deliveries failed for three days, or the endpoint
    responded 410.
    """
    created_at: str


class Webhook(_WebhookRequired, total=False):
    description: str
    disabled_reason: Literal["failing", "gone"]
    failing_since: str
    previous_secret_expires_at: str
    """Until then, deliveries are also signed with the previous secret."""


class _WebhookAttemptRequired(TypedDict):
    number: int
    at: str
    duration_ms: int
    request: WebhookAttemptRequest


class WebhookAttempt(_WebhookAttemptRequired, total=False):
    status: int
    failure: Literal["timeout", "connection", "redirect", "status", "url_not_allowed", "secret_unreadable"]
    """Why the attempt failed."""
    answer: str
    """The first 4 KiB of the response body."""


class WebhookAttemptRequest(TypedDict):
    method: Literal["POST"]
    url: str
    headers: dict[str, str]
    """Request headers without signatures, which are computed for each attempt."""
    body: str


class WebhookChanges(TypedDict, total=False):
    url: str
    """https URL on a public host, without credentials and fragment."""
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    description: Union[str, None]
    state: Literal["enabled", "paused"]
    """`paused`: holds deliveries back. `enabled`: sends pending deliveries; also re-enables a
    disabled endpoint.
    """


class _WebhookDeliveryRequired(TypedDict):
    id: str
    endpoint_id: str
    event: WebhookDeliveryEvent
    state: Literal["pending", "delivered", "dead"]
    created_at: str
    attempts: list[WebhookAttempt]


class WebhookDelivery(_WebhookDeliveryRequired, total=False):
    next_attempt_at: str
    finished_at: str


class WebhookDeliveryEvent(TypedDict):
    id: str
    type: str


class _WebhookRegistrationRequired(TypedDict):
    url: str
    """https URL on a public host, without credentials and fragment."""
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]


class WebhookRegistration(_WebhookRegistrationRequired, total=False):
    mode: Literal["both", "live", "test"]
    description: str


class WebhookTest(TypedDict, total=False):
    type: Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]
    """Default: `session.success`."""
    endpoint_id: str
    """Endpoint to send to. Default: all endpoints of the mode that subscribe to the type."""


class _WebhookWithSecretRequired(TypedDict):
    id: str
    url: str
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    state: Literal["pending", "enabled", "paused", "disabled"]
    """`pending`: the endpoint has not answered its challenge and receives no events. `paused`:
    deliveries are held back. `disabled`: deliveries failed for three days, or the endpoint
    responded 410.
    """
    created_at: str
    secret: str
    """Webhook secret. It is not shown again."""


class WebhookWithSecret(_WebhookWithSecretRequired, total=False):
    description: str
    disabled_reason: Literal["failing", "gone"]
    failing_since: str
    previous_secret_expires_at: str
    """Until then, deliveries are also signed with the previous secret."""


AgateEvent = Union[SessionEvent, FaceEvent]
