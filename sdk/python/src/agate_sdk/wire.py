# The wire types of the API, made from its routes: run `npm run generate:wire`, do not edit.
"""What the service takes and answers, by the names of its members."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class _BlacklistEntryRequired(TypedDict):
    id: int
    reason: str
    source: Literal["session", "image"]
    added_by: str
    """The key, `key_…`, or the member, `staff:<id>`."""
    created_at: str
    expires_at: str
    """From then on it matches nobody, and is gone."""


class BlacklistEntry(_BlacklistEntryRequired, total=False):
    session_id: str
    """The middle of that session’s tokens, between prefix and secret."""


class BlacklistOutlook(TypedDict):
    entries: int
    wrongly_matched: float
    """The share of visitors whom the list refuses by mistake: of the group of the worst rate, should all entries be of it. An estimate; docs/face.md has what it was made of."""
    most_entries: int
    """So many it may have: with more, that share would be above 0.05."""


class _DeletionReceiptRequired(TypedDict):
    iss: str
    """Origin of the service."""
    session: str
    """SHA-256 of the result token, base64url."""
    status: Literal["success", "failed", "canceled", "expired"]
    decided_at: str
    policy: str
    """Version of the rules that judged."""
    received: list[DeletionReceiptReceived]
    models: list[DeletionReceiptModel]


class DeletionReceipt(_DeletionReceiptRequired, total=False):
    test: Literal[True]
    overturned: Literal[True]
    """As in the result: a document has reversed an estimate."""
    law: DeletionReceiptLaw
    """As `policy` of the result: the rules of law that the session was held to."""
    kept: list[DeletionReceiptKept]
    """Encrypted, for a person at the site who was asked to decide."""
    face_kept: DeletionReceiptFaceKept
    """A description of the face, encrypted: where the site keeps faces so that it can block one, and after a face check."""


class DeletionReceiptFaceKept(TypedDict):
    until: str
    """At the latest."""


class DeletionReceiptKept(TypedDict):
    pictures: int
    hashes: list[str]
    """SHA-256 of each, base64url."""
    since: str
    until: str
    """When they would have gone at the latest."""
    dropped_at: str


class _DeletionReceiptLawRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """Those that held. None: nothing is known of a law there."""


class DeletionReceiptLaw(_DeletionReceiptLawRequired, total=False):
    jurisdiction: str
    """ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known."""
    per_access: Literal[True]
    """The law wants a proof for each access: ask again at the next."""
    missing: list[str]
    """What of it could not be met where the visitor is; the session ended with `assistance_needed`."""


class DeletionReceiptModel(TypedDict):
    file: str
    sha256: str
    """Hexadecimal."""


class DeletionReceiptReceived(TypedDict):
    step: Literal["liveness", "age", "face", "document", "review"]
    pictures: int
    uploads: int
    """How often the same pictures arrived."""
    hashes: list[str]
    """Of those that were measured: as the page had committed to them, and of a document’s parts SHA-256 of their bytes, base64url."""
    received_at: str
    dropped_at: str
    """At the latest."""


class ErrorEnvelope(TypedDict):
    success: Literal[False]
    error: ErrorEnvelopeError
    meta: Meta


class _ErrorEnvelopeErrorRequired(TypedDict):
    code: Literal["VALIDATION_FAILED", "INVALID_REQUEST", "INVALID_API_VERSION", "MISSING_CALLBACK_URL", "INVALID_CALLBACK_URL", "INVALID_MIN_AGE", "INVALID_PURPOSE", "INVALID_VERIFICATION_MODE", "INVALID_LIVENESS_DIFFICULTY", "INVALID_USER_ID", "INVALID_ACCEPT", "POLICY_UNSATISFIABLE", "INVALID_CODE", "INVALID_PICTURE", "INVALID_DOCUMENT", "INVALID_TOKEN", "KEY_INVALID", "PASS_INVALID", "PASS_SPENT", "PASSES_ALREADY_TAKEN", "PASSES_NOT_FOR_THIS_SESSION", "UNAUTHORIZED", "INVALID_CREDENTIALS", "FORBIDDEN", "SECRET_KEY_REQUIRED", "FRESH_SIGN_IN_REQUIRED", "FACE_REQUIRED", "BROWSER_UNCONFIRMED", "SECOND_FACTOR_REQUIRED", "SSO_REQUIRED", "EMAIL_NOT_VERIFIED", "ENDPOINT_NOT_VERIFIED", "ACCOUNT_SUSPENDED", "TENANT_SUSPENDED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "SESSION_OPENED_ELSEWHERE", "SESSION_OF_OTHER_BROWSER", "SESSION_ON_OTHER_DEVICE", "SESSION_RETAKEN", "SESSION_HAS_NO_FACE_DATA", "SESSION_FACE_DATA_EXPIRED", "RETAKE_NOT_ALLOWED", "RETAKE_LIMIT_EXCEEDED", "PAYLOAD_TOO_LARGE", "MISDIRECTED_REQUEST", "IDEMPOTENCY_KEY_MISMATCH", "TOO_MANY_REQUESTS", "INTERNAL_ERROR", "UNAVAILABLE"]
    message: str


class ErrorEnvelopeError(_ErrorEnvelopeErrorRequired, total=False):
    details: list[ErrorEnvelopeErrorDetail]
    """Every invalid field, when validation failed."""
    receiver: ErrorEnvelopeErrorReceiver
    """Of `ENDPOINT_NOT_VERIFIED`: what the receiver did instead of returning the challenge, and its status if it answered."""


class ErrorEnvelopeErrorDetail(TypedDict):
    field: str
    message: str


class _ErrorEnvelopeErrorReceiverRequired(TypedDict):
    reason: Literal["url_not_allowed", "secret_unreadable", "no_connection", "certificate", "timeout", "redirect", "wrong_status", "empty_body", "other_body"]


class ErrorEnvelopeErrorReceiver(_ErrorEnvelopeErrorReceiverRequired, total=False):
    status: int


class FaceAccepted(TypedDict):
    challenge_id: str
    """`fch_…`: read its status until it ends."""
    status: Literal["processing"]


class _FaceChallengeRequired(TypedDict):
    challenge_id: str
    """`fch_…`"""
    kind: Literal["enroll", "verify"]
    status: Literal["processing", "completed", "failed", "expired"]
    """`completed`: the face was enrolled, or compared. `failed`: it could not be. `expired`: the time was not enough."""
    passed: Union[bool, None]
    """Null while `processing`; true only when `completed`."""
    expires_at: str


class FaceChallenge(_FaceChallengeRequired, total=False):
    failure_reason: Literal["invalid_image", "no_face_detected", "not_enrolled", "face_mismatch", "face_unclear", "blacklist_match", "liveness_failed", "canceled", "expired", "internal_error"]
    liveness: Literal[True]
    """Answered by a live person on our page. Absent: by a picture."""
    completed_at: str
    test: Literal[True]


class FaceEvent(TypedDict):
    id: str
    """`evt_…`; the same as the header `webhook-id`."""
    api_version: str
    created: int
    """Seconds since the epoch."""
    type: Literal["face_2fa.completed"]
    data: FaceChallenge


class FaceSession(TypedDict):
    challenge_id: str
    """`fch_…`: read its status until it ends."""
    verify_url: str
    """The page for the person. It opens once."""


class FaceSessionRequest(TypedDict):
    user_id: str
    """Your own name for the person."""
    kind: Literal["enroll", "verify"]
    callback_url: str
    """Where the browser goes at the end, with `status`, `token` (the challenge) and `user_id`."""


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
    """`xtk_…` that it retakes."""
    contested: Literal[True]
    """Its visitor asked for a document in place of an estimate."""
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
    """Lists only."""


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
    """The ages that claims may speak of; they say nothing about others."""
    client_kind: Literal["web", "native"]
    """`native`: a program on people’s devices; its redirect URIs at 127.0.0.1 and [::1] are good with any port (RFC 8252 7.3)."""
    pkce_optional: bool
    """It may send requests without PKCE; they must have a `nonce`."""
    nonce_optional: bool
    """Those may come without a `nonce`, too: an operator allows it."""
    id_token_claims: bool
    """Its ID tokens have the claims of the granted scopes."""
    refuses_face: bool
    """It takes no sign-in by face."""
    dpop_bound_access_tokens: bool
    """It gets tokens bound to a key, and no others (RFC 9449 5.2)."""
    require_pushed_authorization_requests: bool
    """Its requests come by PAR alone (RFC 9126)."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """What signs its ID tokens and logout tokens."""
    device_flow: bool
    """It may ask for device codes (RFC 8628)."""
    fedcm: bool
    """Its pages may ask the browser for a sign-in (FedCM)."""
    created_at: str


class OAuthClient(_OAuthClientRequired, total=False):
    logo: str
    logo_url: str
    backchannel_logout_uri: str
    frontchannel_logout_uri: str
    token_endpoint_auth_method: Literal["none", "private_key_jwt"]
    """Of clients without a secret: `none` of public ones, `private_key_jwt` of those that sign (RFC 7523)."""
    jwks: OAuthClientJwks
    """Public keys of the client (RFC 7517)."""
    jwks_uri: str
    profile: Literal["fapi2"]
    """FAPI 2.0 Security Profile."""
    default_max_age: int
    """Seconds. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470)."""
    web_origins: list[str]
    previous_secret_expires_at: str
    """Until then the previous secret is valid as well."""


class OAuthClientChanges(TypedDict, total=False):
    name: str
    redirect_uris: list[str]
    """https, or http on localhost; compared byte for byte, but for ports of loopback addresses with `client_kind` `native`."""
    scopes: list[Literal["openid", "profile", "email", "age_verification", "connections", "offline_access"]]
    """With `openid`."""
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "private_key_jwt"]
    """With `private_key_jwt` no secret works any more. Back to a secret: the one from before works again; a client that never had one gets it by rotation. Not of public clients."""
    logo: Union[str, None]
    """A `data:` URL of a picture, at most 16 KiB."""
    logo_url: Union[str, None]
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: Union[str, None]
    frontchannel_logout_uri: Union[str, None]
    """Opened in a frame when a person signs out, always with `iss` and `sid`; at the origin of a redirect URI."""
    age_thresholds: Union[list[Literal[12, 15, 18, 21, 25]], None]
    """Default, and null: all."""
    refuses_face: bool
    """Default: false. As `acr_values` without `urn:agate:acr:face`."""
    client_kind: Literal["web", "native"]
    """Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] are then good with any port."""
    pkce_optional: bool
    """Default: false. For libraries that cannot do better: requests may come without PKCE, and must then have a `nonce` that your site checks. Not for public and native clients."""
    id_token_claims: bool
    """Default: false. For libraries that read no userinfo: ID tokens have the claims of the granted scopes, as of then."""
    dpop_bound_access_tokens: bool
    """Default: false. Every client may send DPoP proofs; this one must."""
    jwks: Union[OAuthClientChangesJwks, None]
    """Public keys for ES256, PS256 or Ed25519, at most 10. For `private_key_jwt`, and for signed requests (RFC 9101)."""
    jwks_uri: Union[str, None]
    """In place of `jwks`: a public https address, read again after five minutes."""
    require_pushed_authorization_requests: bool
    """Default: false. Every client may use PAR (RFC 9126); this one must."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Default: RS256."""
    profile: Union[Literal["fapi2"], None]
    """FAPI 2.0 Security Profile: needs `private_key_jwt` and https redirect URIs, and sets PAR, DPoP and ES256."""
    default_max_age: Union[int, None]
    """Seconds, at most a year. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470)."""
    device_flow: bool
    """Default: false. It may ask for device codes (RFC 8628)."""
    fedcm: bool
    """Default: false. Its pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients and for those that push their requests."""
    web_origins: list[str]
    """Of a public client: origins of pages that call the token endpoints from a browser."""


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
    """Of a private or symmetric key, which is refused."""
    k: str
    """Of a private or symmetric key, which is refused."""
    p: str
    """Of a private or symmetric key, which is refused."""
    q: str
    """Of a private or symmetric key, which is refused."""
    dp: str
    """Of a private or symmetric key, which is refused."""
    dq: str
    """Of a private or symmetric key, which is refused."""
    qi: str
    """Of a private or symmetric key, which is refused."""


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
    """https, or http on localhost; compared byte for byte, but for ports of loopback addresses with `client_kind` `native`."""
    scopes: list[Literal["openid", "profile", "email", "age_verification", "connections", "offline_access"]]
    """With `openid`."""


class OAuthClientRegistration(_OAuthClientRegistrationRequired, total=False):
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    """`none` makes a public client, for good: no secret, PKCE alone. `private_key_jwt`: no secret, but signatures by a key of `jwks` or `jwks_uri`. Without them both ways to send a secret work."""
    logo: Union[str, None]
    """A `data:` URL of a picture, at most 16 KiB."""
    logo_url: Union[str, None]
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: Union[str, None]
    frontchannel_logout_uri: Union[str, None]
    """Opened in a frame when a person signs out, always with `iss` and `sid`; at the origin of a redirect URI."""
    age_thresholds: Union[list[Literal[12, 15, 18, 21, 25]], None]
    """Default, and null: all."""
    refuses_face: bool
    """Default: false. As `acr_values` without `urn:agate:acr:face`."""
    client_kind: Literal["web", "native"]
    """Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] are then good with any port."""
    pkce_optional: bool
    """Default: false. For libraries that cannot do better: requests may come without PKCE, and must then have a `nonce` that your site checks. Not for public and native clients."""
    id_token_claims: bool
    """Default: false. For libraries that read no userinfo: ID tokens have the claims of the granted scopes, as of then."""
    dpop_bound_access_tokens: bool
    """Default: false. Every client may send DPoP proofs; this one must."""
    jwks: Union[OAuthClientRegistrationJwks, None]
    """Public keys for ES256, PS256 or Ed25519, at most 10. For `private_key_jwt`, and for signed requests (RFC 9101)."""
    jwks_uri: Union[str, None]
    """In place of `jwks`: a public https address, read again after five minutes."""
    require_pushed_authorization_requests: bool
    """Default: false. Every client may use PAR (RFC 9126); this one must."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """Default: RS256."""
    profile: Union[Literal["fapi2"], None]
    """FAPI 2.0 Security Profile: needs `private_key_jwt` and https redirect URIs, and sets PAR, DPoP and ES256."""
    default_max_age: Union[int, None]
    """Seconds, at most a year. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470)."""
    device_flow: bool
    """Default: false. It may ask for device codes (RFC 8628)."""
    fedcm: bool
    """Default: false. Its pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients and for those that push their requests."""
    web_origins: list[str]
    """Of a public client: origins of pages that call the token endpoints from a browser."""


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
    """Of a private or symmetric key, which is refused."""
    k: str
    """Of a private or symmetric key, which is refused."""
    p: str
    """Of a private or symmetric key, which is refused."""
    q: str
    """Of a private or symmetric key, which is refused."""
    dp: str
    """Of a private or symmetric key, which is refused."""
    dq: str
    """Of a private or symmetric key, which is refused."""
    qi: str
    """Of a private or symmetric key, which is refused."""


class _OAuthClientWithSecretRequired(TypedDict):
    id: str
    client_id: str
    """The same as `id`."""
    name: str
    redirect_uris: list[str]
    scopes: list[str]
    post_logout_redirect_uris: list[str]
    age_thresholds: list[Literal[12, 15, 18, 21, 25]]
    """The ages that claims may speak of; they say nothing about others."""
    client_kind: Literal["web", "native"]
    """`native`: a program on people’s devices; its redirect URIs at 127.0.0.1 and [::1] are good with any port (RFC 8252 7.3)."""
    pkce_optional: bool
    """It may send requests without PKCE; they must have a `nonce`."""
    nonce_optional: bool
    """Those may come without a `nonce`, too: an operator allows it."""
    id_token_claims: bool
    """Its ID tokens have the claims of the granted scopes."""
    refuses_face: bool
    """It takes no sign-in by face."""
    dpop_bound_access_tokens: bool
    """It gets tokens bound to a key, and no others (RFC 9449 5.2)."""
    require_pushed_authorization_requests: bool
    """Its requests come by PAR alone (RFC 9126)."""
    id_token_signed_response_alg: Literal["RS256", "ES256"]
    """What signs its ID tokens and logout tokens."""
    device_flow: bool
    """It may ask for device codes (RFC 8628)."""
    fedcm: bool
    """Its pages may ask the browser for a sign-in (FedCM)."""
    created_at: str


class OAuthClientWithSecret(_OAuthClientWithSecretRequired, total=False):
    logo: str
    logo_url: str
    backchannel_logout_uri: str
    frontchannel_logout_uri: str
    token_endpoint_auth_method: Literal["none", "private_key_jwt"]
    """Of clients without a secret: `none` of public ones, `private_key_jwt` of those that sign (RFC 7523)."""
    jwks: OAuthClientWithSecretJwks
    """Public keys of the client (RFC 7517)."""
    jwks_uri: str
    profile: Literal["fapi2"]
    """FAPI 2.0 Security Profile."""
    default_max_age: int
    """Seconds. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470)."""
    web_origins: list[str]
    previous_secret_expires_at: str
    """Until then the previous secret is valid as well."""
    client_secret: str
    """It is not shown again. Public clients have none."""


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
    """The month it is of."""


class _RequestLineRequired(TypedDict):
    id: int
    at: str
    request_id: str
    """The `X-Request-Id` of the answer."""
    method: str
    path: str
    """As the description writes it: what was in the places of parameters is not kept."""
    status: int
    duration_ms: int


class RequestLine(_RequestLineRequired, total=False):
    code: str
    """Of an error."""
    test: Literal[True]


class ResentEvent(TypedDict):
    event_id: str
    deliveries: list[ResentEventDelivery]
    """Empty when no endpoint that is enabled or paused was ever sent it."""


class ResentEventDelivery(TypedDict):
    id: str
    endpoint_id: str


class Retake(TypedDict):
    token: str
    """Init token of the new session, `xit_…`."""
    verify_url: str
    """Send the visitor’s browser here."""
    previous: str
    """`xtk_…` of the session that it retakes."""


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
    """`evt_…`; the same as the header `webhook-id`."""
    api_version: str
    created: int
    """Seconds since the epoch."""
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
    """An age that was shown without a camera."""
    risk: SessionResultRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured, once one was. `device`: the numbers are the page’s own."""
    handed_over: Literal[True]
    """A phone did the check, in place of the device of the link."""
    reviewed: Literal[True]
    """A person at the customer has decided."""
    overturned: Literal[True]
    """A document has reversed an estimate that said too young, in this chain."""
    policy: SessionResultPolicy
    """The rules of law that it was held to, where `context` or your settings ask for them."""
    receipt: str
    """URL of the signed deletion receipt, once pictures were received and the session has ended. It needs no key."""
    previous: str
    """`xtk_…` of the session that this one retakes; that one is `retaken`."""
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
    """Whether the face answered the light of the screen, where the check was measured at the edge."""
    level: Literal["standard", "strict"]
    """What it was held to, once it was judged: `strict` verifies nobody without light that answers, pictures half the way and a report of the camera."""
    tested: list[str]
    """Which tests have spoken, once it was judged: `movements`, `device_numbers`, `edge_pictures`, `between_pictures`, `light`, `camera_report`. An open set."""


class _SessionResultPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """Those that held. None: nothing is known of a law there."""


class SessionResultPolicy(_SessionResultPolicyRequired, total=False):
    jurisdiction: str
    """ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known."""
    per_access: Literal[True]
    """The law wants a proof for each access: ask again at the next."""
    missing: list[str]
    """What of it could not be met where the visitor is; the session ended with `assistance_needed`."""


_SessionResultProofOtherWords = TypedDict("_SessionResultProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _SessionResultProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """What was shown, and no more."""


class SessionResultProof(_SessionResultProofRequired, _SessionResultProofOtherWords, total=False):
    issued: str
    """Of a pass the month it is of, of a key that of the check behind it."""
    credential: str
    """Type of the document that a wallet has shown."""
    issuer_country: str


class SessionResultRisk(TypedDict):
    band: Literal["low", "medium", "high"]


class _VerificationRequired(TypedDict):
    token: str
    """Init token, `xit_…`: single use, 10 minutes."""
    verify_url: str
    """Send the visitor’s browser here."""


class Verification(_VerificationRequired, total=False):
    tv: VerificationTv
    """For `display` `tv`: what the screen shows. Ask for the status with `token`, or wait for the webhook."""
    warnings: list[VerificationWarning]
    """The session exists, but an age estimate serves this `min_age` badly, the law has changed what you asked for or cannot be met in some countries, or a member of the body is not known and was ignored."""


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
    """How far the visitor got, and when."""


class VerificationDetail(_VerificationDetailRequired, total=False):
    reason: str
    verification_type: Literal["age_check", "full", "agate_id", "eu_wallet", "agate_pass", "agate_key"]
    ip_country: str
    external_user_id: str
    proof: VerificationDetailProof
    """An age that was shown without a camera."""
    risk: VerificationDetailRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured, once one was. `device`: the numbers are the page’s own."""
    handed_over: Literal[True]
    """A phone did the check, in place of the device of the link."""
    reviewed: Literal[True]
    """A person at the customer has decided."""
    overturned: Literal[True]
    """A document has reversed an estimate that said too young, in this chain."""
    policy: VerificationDetailPolicy
    """The rules of law that it was held to, where `context` or your settings ask for them."""
    receipt: str
    """URL of the signed deletion receipt, once pictures were received and the session has ended. It needs no key."""
    previous: str
    """`xtk_…` of the session that this one retakes; that one is `retaken`."""
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
    """Whether the face answered the light of the screen, where the check was measured at the edge."""
    level: Literal["standard", "strict"]
    """What it was held to, once it was judged: `strict` verifies nobody without light that answers, pictures half the way and a report of the camera."""
    tested: list[str]
    """Which tests have spoken, once it was judged: `movements`, `device_numbers`, `edge_pictures`, `between_pictures`, `light`, `camera_report`. An open set."""


class _VerificationDetailPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """Those that held. None: nothing is known of a law there."""


class VerificationDetailPolicy(_VerificationDetailPolicyRequired, total=False):
    jurisdiction: str
    """ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known."""
    per_access: Literal[True]
    """The law wants a proof for each access: ask again at the next."""
    missing: list[str]
    """What of it could not be met where the visitor is; the session ended with `assistance_needed`."""


_VerificationDetailProofOtherWords = TypedDict("_VerificationDetailProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _VerificationDetailProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """What was shown, and no more."""


class VerificationDetailProof(_VerificationDetailProofRequired, _VerificationDetailProofOtherWords, total=False):
    issued: str
    """Of a pass the month it is of, of a key that of the check behind it."""
    credential: str
    """Type of the document that a wallet has shown."""
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
    """Replaces `callback_url` when the outcome is success."""
    failed_url: str
    """Replaces `callback_url` when the outcome is failed."""
    min_age: int
    """The gate exactly as asked. Required for `age_verification`, unless `context` and `jurisdiction` have one; `id_verification` needs none."""
    purpose: Literal["age_verification", "id_verification"]
    """Default: `age_verification`."""
    verification_mode: Literal["auto", "document", "facial"]
    """`document`: document and face match, never an estimate. `facial`: on the device only, no image leaves the browser. Default: `auto`."""
    liveness_difficulty: Literal["easy", "medium", "hard"]
    """1, 2 or 3 movements. Default: `medium`."""
    user_id: str
    """Your own name for the person, echoed untouched."""
    metadata: str
    """Kept for your dashboard only."""
    theme: Literal["light", "dark", "system"]
    """Without it your settings decide, else it is `system`. Any other text is `system`."""
    locale: str
    """BCP 47; the best supported match, else `en`. Without it your settings decide, else the visitor’s browser."""
    accept: Union[VerificationRequestAccept, None]
    """What the session takes: methods, how old an earlier proof may be, where it must be measured. It narrows your settings."""
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    """What you sell or show, for the rules of law (/docs/jurisdictions). Without it your settings decide."""
    jurisdiction: str
    """Whose law holds: ISO 3166-1 alpha-2 or 3166-2. Its rules narrow what you ask for; with them `min_age` may be absent, and a lower one is raised. Without it your setting `policy` decides."""
    visitor_region: Literal["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]
    """Where the visitor is, when that is far from your servers: the session is then kept near there, if Cloudflare can. Not stored, and no promise of where data lie."""
    display: Literal["page", "tv"]
    """`tv`: for a screen with neither camera nor keyboard. The answer has `tv`, a short address and a code, which a person types on their phone."""


class VerificationRequestAccept(TypedDict, total=False):
    methods: list[Literal["face", "document", "wallet", "account", "pass", "key"]]
    max_proof_age_days: int
    recheck: list[Literal["next_bracket", "new_device"]]
    """When an age from an account has to be shown again, beside `max_proof_age_days`: once the next age threshold can have been reached, and on a device that signed in since. No key answers beside `new_device`."""
    min_assurance: Literal["device", "edge", "document", "wallet"]
    order: list[Literal["face", "document", "wallet", "account", "pass", "key"]]
    """The order in which the page offers the ways; those that it leaves out come behind. `document` before `face`: a document may be shown at once, else only after an estimate that decides nothing. It takes the place of your settings’ order, and makes no way possible that is not."""
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
    """An age that was shown without a camera."""
    risk: VerificationResultRisk
    measured: Literal["edge", "device"]
    """Where liveness and age were measured, once one was. `device`: the numbers are the page’s own."""
    handed_over: Literal[True]
    """A phone did the check, in place of the device of the link."""
    reviewed: Literal[True]
    """A person at the customer has decided."""
    overturned: Literal[True]
    """A document has reversed an estimate that said too young, in this chain."""
    policy: VerificationResultPolicy
    """The rules of law that it was held to, where `context` or your settings ask for them."""
    receipt: str
    """URL of the signed deletion receipt, once pictures were received and the session has ended. It needs no key."""
    previous: str
    """`xtk_…` of the session that this one retakes; that one is `retaken`."""
    completed_at: str
    test: Literal[True]
    document_fields: VerificationResultDocumentFields
    """What your setting `document_fields` names, of a document that passed for `id_verification`."""


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
    """Whether the face answered the light of the screen, where the check was measured at the edge."""
    level: Literal["standard", "strict"]
    """What it was held to, once it was judged: `strict` verifies nobody without light that answers, pictures half the way and a report of the camera."""
    tested: list[str]
    """Which tests have spoken, once it was judged: `movements`, `device_numbers`, `edge_pictures`, `between_pictures`, `light`, `camera_report`. An open set."""


class VerificationResultDocumentFields(TypedDict, total=False):
    name: str
    """Given names and surname in capitals, as the code has them, which may cut them."""
    birth_year: int
    document_number_hash: str
    """HMAC-SHA256 in hex with a key of yours alone: the same for the same document."""


class _VerificationResultPolicyRequired(TypedDict):
    context: Literal["adult_content", "social_media", "gambling", "alcohol", "tobacco_vape", "app_store", "chat", "general"]
    version: str
    """SHA-256 of the data of these rules, hex (/docs/jurisdictions)."""
    rules: list[str]
    """Those that held. None: nothing is known of a law there."""


class VerificationResultPolicy(_VerificationResultPolicyRequired, total=False):
    jurisdiction: str
    """ISO 3166-1 or -2, or `EU`: of the request, else of your settings, else of the visitor’s country; absent where that is not known."""
    per_access: Literal[True]
    """The law wants a proof for each access: ask again at the next."""
    missing: list[str]
    """What of it could not be met where the visitor is; the session ended with `assistance_needed`."""


_VerificationResultProofOtherWords = TypedDict("_VerificationResultProofOtherWords", {"class": 'Literal["standard", "high"]'}, total=False)


class _VerificationResultProofRequired(TypedDict):
    method: Literal["wallet", "pass", "key"]
    bracket: str
    """What was shown, and no more."""


class VerificationResultProof(_VerificationResultProofRequired, _VerificationResultProofOtherWords, total=False):
    issued: str
    """Of a pass the month it is of, of a key that of the check behind it."""
    credential: str
    """Type of the document that a wallet has shown."""
    issuer_country: str


class VerificationResultRisk(TypedDict):
    band: Literal["low", "medium", "high"]


class VerificationTv(TypedDict):
    url: str
    code: str
    """Two groups of four letters."""
    url_with_code: str
    """With the code in it, for a QR code beside the text."""
    expires_in: int
    """Seconds."""


class _VerificationWarningRequired(TypedDict):
    code: Literal["age_estimate_unsuitable", "age_target_unreachable", "min_age_raised", "policy_not_applied", "policy_unsatisfiable", "unknown_member"]
    message: str


class VerificationWarning(_VerificationWarningRequired, total=False):
    field: str
    """Of `unknown_member`: which one."""


class _WebhookRequired(TypedDict):
    id: str
    url: str
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    state: Literal["pending", "enabled", "paused", "disabled"]
    """`pending`: it has not answered its challenge and gets no events. `paused`: deliveries are held back. `disabled`: it failed for three days or responded 410."""
    created_at: str


class Webhook(_WebhookRequired, total=False):
    description: str
    disabled_reason: Literal["failing", "gone"]
    failing_since: str
    previous_secret_expires_at: str
    """Until then deliveries are also signed with the previous secret."""


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
    """Without signatures, which are computed for each attempt."""
    body: str


class WebhookChanges(TypedDict, total=False):
    url: str
    """https on a public host, without credentials and fragment."""
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    description: Union[str, None]
    state: Literal["enabled", "paused"]
    """`paused`: holds deliveries back. `enabled`: sends pending deliveries; also re-enables a disabled endpoint."""


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
    """https on a public host, without credentials and fragment."""
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]


class WebhookRegistration(_WebhookRegistrationRequired, total=False):
    mode: Literal["both", "live", "test"]
    description: str


class WebhookTest(TypedDict, total=False):
    type: Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]
    """Default: `session.success`."""
    endpoint_id: str
    """One endpoint. Default: all endpoints of the mode that subscribe to the type."""


class _WebhookWithSecretRequired(TypedDict):
    id: str
    url: str
    events: list[Literal["session.success", "session.failed", "session.canceled", "session.expired", "session.review_required", "session.retake_requested", "face_2fa.completed"]]
    mode: Literal["both", "live", "test"]
    state: Literal["pending", "enabled", "paused", "disabled"]
    """`pending`: it has not answered its challenge and gets no events. `paused`: deliveries are held back. `disabled`: it failed for three days or responded 410."""
    created_at: str
    secret: str
    """It is not shown again."""


class WebhookWithSecret(_WebhookWithSecretRequired, total=False):
    description: str
    disabled_reason: Literal["failing", "gone"]
    failing_since: str
    previous_secret_expires_at: str
    """Until then deliveries are also signed with the previous secret."""


AgateEvent = Union[SessionEvent, FaceEvent]
