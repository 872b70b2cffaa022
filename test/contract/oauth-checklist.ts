// The requirements for the sign-in provider, case by case, with the tests that cover each: a file
// in the folder `test`, and part of the test's title. Cases that do not apply are listed with the
// reason. Incidents of other providers are in oauth-incidents.ts.

type Proof = readonly [file: string, title: string];

/**
 * S-01 to S-17: the authorization request. S-20 to S-30: sign-in, consent, sessions. S-40 to S-56:
 * the token endpoint. S-60 to S-68: tokens. S-70 to S-74: userinfo, introspection, revocation. S-80
 * to S-84: keys and discovery. S-90 to S-96: pushed requests, client keys, devices.
 */
export const CASES: Readonly<Record<string, readonly Proof[]>> = {
  'S-01': [
    [
      'routes/oauth/authorize',
      'answers 400 and never redirects for an unknown client or a missing',
    ],
    [
      'routes/oauth/authorize-sign-in',
      'do not allow a redirect to an address that was withdrawn since',
    ],
    ['http/local-path', 'is refused when a browser could read it as another origin'],
  ],
  'S-02': [
    ['routes/oauth/authorize', 'compares the redirect URI byte for byte'],
    ['flows/checklist/token-endpoint', 'must match exactly'],
  ],
  'S-03': [['routes/oauth/authorize', 'makes no exception for loopback addresses']],
  'S-04': [['domain/openid/clients/registered-uri', 'refuses %s']],
  'S-05': [
    ['routes/oauth/authorize', 'is refused without a proper S256 challenge'],
    ['routes/admin/oauth-clients', 'weakens no request that has a challenge'],
  ],
  'S-06': [
    [
      'routes/oauth/authorize',
      'is redirected to the site with an error when a known parameter is repeated',
    ],
    ['routes/oauth/authorize', 'refuses a second client_id or redirect_uri outright'],
    ['routes/oauth/token', 'refuses a repeated parameter'],
  ],
  'S-07': [['routes/oauth/authorize', 'is refused for every response type and mode but code']],
  'S-08': [['routes/oauth/authorize', 'is refused with a request object, a request_uri']],
  'S-09': [
    ['routes/oauth/authorize', 'is refused for unknown and contradictory prompts'],
    [
      'routes/oauth/authorize-sign-in',
      'gets login_required with prompt=none, and no consent request is created',
    ],
    [
      'routes/oauth/authorize-sign-in',
      'gets consent_required with prompt=none where consent is missing, and a code where it is not',
    ],
    ['routes/oauth/authorize-sign-in', 'sees the consent page with prompt=consent'],
    ['routes/oauth/authorize-sign-in', 'signs in again with prompt=login'],
  ],
  'S-10': [
    ['routes/oauth/authorize', 'is refused when max_age is no whole number'],
    ['routes/oauth/authorize-sign-in', 'signs in again when the sign-in is older than max_age'],
    ['routes/oauth/token', 'is replaced at every use, with tokens that keep auth_time'],
    ['flows/conformance/basic', 'oidcc-max-age-10000'],
  ],
  'S-11': [
    ['routes/oauth/authorize-sign-in', 'passes only for the person it names'],
    ['routes/oauth/authorize-sign-in', 'leads to a sign-in if it is for another client'],
    ['routes/oauth/logout', 'accepts an expired one'],
  ],
  'S-12': [
    [
      'routes/oauth/authorize-sign-in',
      'succeeds with acr_values, login_hint, display, claims and locales, which are voluntary',
    ],
    ['routes/oauth/authorize-sign-in', 'is met by a kept age, and is the acr of the ID token'],
    [
      'routes/oauth/authorize-sign-in',
      'shows a page when it is not met, and fails with prompt=none',
    ],
    ['flows/conformance/basic', 'oidcc-ensure-request-with-acr-values-succeeds'],
  ],
  'S-13': [
    ['routes/oauth/authorize', 'is refused for control characters and without openid'],
    ['routes/oauth/authorize', 'ignores scopes that are not known or not the client’s'],
    ['routes/oauth/token', 'becomes tokens of the specified shape'],
  ],
  'S-14': [
    ['routes/oauth/authorize', 'echoes any state unchanged'],
    ['routes/oauth/authorize', 'is refused when state cannot be echoed'],
    [
      'routes/oauth/authorize',
      'shows people a page and programs JSON, with nothing of the request',
    ],
  ],
  'S-15': [['routes/oauth/authorize', 'is a 302 for GET and a 303 for POST']],
  'S-16': [
    [
      'flows/checklist/consent',
      'is shown on our own page and never redirected, before and after the redirect URI is verified',
    ],
  ],
  'S-17': [['routes/oauth/authorize', 'names the issuer exactly once']],
  'S-20': [
    ['routes/oauth/consent-info', 'is 404 without the cookie of the browser'],
    ['routes/portal/consent', 'needs the browser and the account that the page was shown to'],
    [
      'flows/checklist/consent',
      'is accepted only in the browser that started the request: no link yields another person’s code',
    ],
    ['flows/checklist/consent', 'can be given for ten minutes, once'],
  ],
  'S-21': [
    ['routes/portal/consent', 'is refused %s'],
    ['routes/portal/signin', 'is refused from elsewhere'],
    ['flows/conformance/rp-initiated-logout', 'is accepted from our own page only'],
  ],
  'S-22': [
    ['routes/portal/consent', 'sends its form to our own pages only'],
    ['routes/portal/signin', 'is not cached, not embeddable, and loads nothing from other origins'],
  ],
  'S-23': [
    ['routes/portal/consent', 'returns to the request, in two tabs with two sites at once'],
    ['browser/sign-in', 'keeps the concurrent requests of two sites in two tabs apart'],
    ['routes/portal/signin', 'works in two tabs, even if both were opened'],
  ],
  'S-24': [
    ['routes/portal/consent', 'grants what the request asked for, whatever the form contains'],
  ],
  'S-25': [
    ['routes/oauth/authorize-sign-in', 'gives consent once and then gets codes without a page'],
    ['routes/oauth/authorize-sign-in', 'must consent again for more scopes and for another site'],
    ['flows/checklist/consent', 'is remembered per host'],
    [
      'flows/checklist/consent',
      'to fewer scopes on one host does not grow because of another host',
    ],
    [
      'flows/checklist/consent',
      'is requested every time when the redirect goes to a loopback address',
    ],
  ],
  'S-26': [
    ['routes/portal/consent', 'redirects to the site with an error, and going back gives no code'],
  ],
  'S-27': [
    ['flows/checklist/consent', 'is refused at refresh, introspection and userinfo'],
    ['flows/checklist/consent', 'is refused a code, even with consent remembered'],
    ['flows/checklist/consent', 'keeps its code, tokens, sign-in and userinfo while'],
    ['routes/oauth/introspect', 'when the account is suspended: for every site'],
    [
      'routes/admin/suspension-of-tokens',
      'ends refresh, introspection and userinfo right after it',
    ],
    ['routes/admin/suspension-of-tokens', 'ends every token of the account in the Grant objects'],
    [
      'domain/signing-in/account-lifecycle/change-status',
      'ends sessions and grants, and keeps the status',
    ],
  ],
  'S-28': [
    ['routes/portal/consent', 'shows a logo only if it is stored here'],
    [
      'routes/portal/consent',
      'shows which site asks, exactly what it will get, and what it will not',
    ],
    ['domain/terms/receiver-url', 'must not be a private or internal address, in any notation'],
  ],
  'S-29': [
    ['routes/portal/signin', 'answers 303 to the account, with a cookie scripts cannot read'],
    [
      'domain/signing-in/sessions/sign-in',
      'changes the cookie, so that a planted cookie is worth nothing',
    ],
  ],
  'S-30': [
    [
      'domain/signing-in/authentication/sign-in-with-password',
      'counts variants of one address together',
    ],
  ],
  'S-40': [
    ['routes/oauth/token', 'refuses the content type %j'],
    ['routes/oauth/token', 'refuses secrets in the URL'],
    ['routes/oauth/token', 'answers other methods with 405'],
  ],
  'S-41': [
    ['routes/oauth/token', 'answers %j with 401 and a challenge, never 500'],
    ['routes/oauth/token', 'refuses two methods of authentication at once'],
  ],
  'S-42': [['routes/oauth/token', 'gives unknown clients and wrong secrets the same response']],
  'S-43': [['routes/oauth/token', 'needs client authentication']],
  'S-44': [
    ['routes/oauth/token', 'with %s is refused although all else is right, and not consumed'],
    ['flows/checklist/token-endpoint', 'with the right verifier still needs the secret'],
  ],
  'S-45': [['routes/oauth/token', 'is redeemed once by 50 concurrent requests']],
  'S-46': [
    ['routes/oauth/token', 'that is replayed by its own client ends the whole grant'],
    ['routes/oauth/token', 'replayed with %s ends nothing'],
  ],
  'S-47': [
    ['flows/checklist/token-endpoint', 'that is replayed during redemption leaves no token active'],
    ['routes/oauth/introspect', 'when they are revoked while a code is redeemed'],
  ],
  'S-48': [
    ['routes/oauth/token', 'has one successor, however many concurrent requests there are'],
    ['routes/oauth/token', 'can be retried within 30 seconds when the response was lost'],
    ['objects/grant', 'never has two live refresh tokens'],
  ],
  'S-49': [
    ['routes/oauth/token', 'that is used after the grace period ends its family and no other'],
  ],
  'S-50': [
    [
      'flows/checklist/token-endpoint',
      'with a scope at refresh changes neither this token nor the next',
    ],
  ],
  'S-51': [
    ['routes/oauth/token', 'of another client is refused and not affected'],
    ['flows/checklist/consent', 'is refused at refresh, introspection and userinfo'],
    ['routes/oauth/introspect', 'when the person disconnects the site'],
  ],
  'S-52': [
    ['routes/oauth/token', 'expires when it is unused for 30 days'],
    ['routes/oauth/token', 'expires a year after the code'],
  ],
  'S-53': [['flows/checklist/token-endpoint', 'is never cached, not readable cross-origin']],
  'S-54': [['routes/oauth/token', 'answers grant_type %s with %s']],
  'S-55': [['routes/oauth/token', 'counts failures per client and IP address']],
  'S-60': [['flows/checklist/tokens', 'is accepted only with RS256 and a published key']],
  'S-61': [
    ['flows/checklist/tokens', 'is accepted only with its own type, issuer and audience'],
    ['flows/checklist/tokens', 'is not accepted on other surfaces'],
    ['routes/oauth/userinfo', 'refuses ID tokens, refresh tokens and API keys'],
  ],
  'S-62': [['routes/oauth/introspect', 'accepts no ID token and no truncated or respelled token']],
  'S-63': [
    ['routes/oauth/token', 'with tokens that keep auth_time and drop the nonce'],
    ['flows/checklist/tokens', 'always names the access token issued with it'],
  ],
  'S-64': [['flows/checklist/token-endpoint', 'with custom claims overrides no protocol claim']],
  'S-65': [['flows/checklist/tokens', 'is accepted only within its lifetime, to the second']],
  'S-66': [
    ['flows/checklist/tokens', 'has a unique id of 128 random bits'],
    ['flows/checklist/tokens', 'contains no usable token, only hashes'],
  ],
  'S-67': [['flows/checklist/token-endpoint', 'with a resource changes no audience']],
  'S-68': [
    ['routes/oauth/userinfo', 'has only the subject with openid alone'],
    ['routes/oauth/userinfo', 'has brackets and thresholds, never an age or a date of birth'],
    ['http/request-log', 'writes one line per request and never a token'],
  ],
  'S-70': [
    ['routes/oauth/userinfo', 'challenges a request without a token, without an error code'],
    ['routes/oauth/userinfo', 'answers %j with invalid_token, never 500'],
    ['routes/oauth/userinfo', 'refuses a token in the URL, and a token in two places'],
  ],
  'S-71': [
    ['routes/oauth/introspect', 'authenticates the client before anything else'],
    ['routes/oauth/introspect', 'describes only the current refresh token'],
    ['routes/oauth/introspect', 'shows a client only its own tokens'],
  ],
  'S-72': [
    ['routes/oauth/revoke', 'of an access token ends only that token'],
    ['routes/oauth/revoke', 'answers ok for tokens that are unknown or already ended'],
    ['flows/checklist/token-endpoint', 'that could not be stored is not reported as a success'],
  ],
  'S-73': [
    ['routes/well-known/openid-configuration', 'for pages of every origin'],
    ['flows/checklist/token-endpoint', 'is never cached, not readable cross-origin'],
    ['routes/oauth/public-clients', 'can be read at the registered origins'],
  ],
  'S-74': [
    ['routes/oauth/dpop', 'reads the claims only with a proof by its key'],
    ['routes/oauth/dpop', 'accepts each proof once'],
    ['routes/oauth/dpop', 'is refused if anything in it is wrong'],
    ['routes/oauth/dpop', 'of a public client needs its key at every use'],
  ],
  'S-80': [
    ['flows/key-rotation', 'every token verifies with the key set published an hour before'],
    ['routes/well-known/jwks', 'has RSA keys with exactly the members of spec 2.8'],
  ],
  'S-81': [
    ['domain/platform/signing-keys/ring', 'keeps a retired key 24 hours past its longest token'],
    ['flows/checklist/tokens', 'ends within five minutes after its key is revoked'],
  ],
  'S-82': [['routes/well-known/jwks', 'are encrypted: the row alone signs nothing']],
  'S-83': [['routes/well-known/openid-configuration', 'advertises existing endpoints']],
  'S-84': [
    ['routes/well-known/openid-configuration', 'is not found at paths that merely resemble'],
  ],
  'S-90': [
    ['routes/oauth/par', 'is answered once: of 50 concurrent visits'],
    ['routes/oauth/par', 'belongs to the client that pushed it'],
    ['routes/oauth/par', 'expires after 60 seconds'],
    ['routes/oauth/par', 'keeps none of its content in cookies'],
  ],
  'S-91': [
    ['routes/oauth/private-key-jwt', 'accepts each assertion once'],
    ['routes/oauth/private-key-jwt', 'refuses %s (CVE'],
    ['routes/oauth/private-key-jwt', 'cannot be combined with another method'],
  ],
  'S-92': [
    ['routes/oauth/private-key-jwt', 'is called at public hosts only'],
    ['routes/oauth/private-key-jwt', 'is fetched once in five minutes'],
    ['routes/oauth/private-key-jwt', 'with %s authenticates nobody'],
  ],
  'S-93': [
    ['routes/oauth/request-object', 'contains all parameters that count'],
    ['routes/oauth/request-object', 'is refused with %s'],
    ['routes/oauth/request-object', 'works at PAR only'],
  ],
  'S-94': [
    ['flows/fapi2', 'signs a person in by PAR'],
    ['flows/fapi2', 'cannot be set with %s'],
  ],
  'S-95': [
    ['routes/oauth/device', 'gets its tokens once'],
    ['routes/oauth/device', 'needs consent every time'],
    ['routes/oauth/device', 'accepts five wrong codes'],
  ],
  'S-96': [['flows/fapi2', 'makes userinfo require a new sign-in']],
};

/**
 * Modules of the OpenID Foundation's certification plans, by the test file whose titles contain
 * their names.
 */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  'flows/conformance/basic': [
    'oidcc-server',
    'oidcc-response-type-missing',
    'oidcc-idtoken-signature',
    'oidcc-userinfo-get',
    'oidcc-userinfo-post-header',
    'oidcc-userinfo-post-body',
    'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
    'oidcc-scope-profile',
    'oidcc-scope-email',
    'oidcc-scope-address',
    'oidcc-scope-phone',
    'oidcc-scope-all',
    'oidcc-alternate-happy-flow',
    'oidcc-display-page',
    'oidcc-display-popup',
    'oidcc-ui-locales',
    'oidcc-claims-locales',
    'oidcc-login-hint',
    'oidcc-prompt-login',
    'oidcc-prompt-none-not-logged-in',
    'oidcc-prompt-none-logged-in',
    'oidcc-max-age-1',
    'oidcc-max-age-10000',
    'oidcc-ensure-request-with-unknown-parameter-succeeds',
    'oidcc-id-token-hint',
    'oidcc-ensure-request-with-acr-values-succeeds',
    'oidcc-codereuse',
    'oidcc-codereuse-30seconds',
    'oidcc-ensure-registered-redirect-uri',
    'oidcc-ensure-post-request-succeeds',
    'oidcc-server-client-secret-post',
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
    'oidcc-claims-essential',
    'oidcc-ensure-request-object-with-redirect-uri',
    'oidcc-refresh-token',
    'oidcc-ensure-request-with-valid-pkce-succeeds',
  ],
  'flows/conformance/config': ['oidcc-discovery-endpoint-verification'],
  'flows/conformance/rp-initiated-logout': [
    'discovery-endpoint-verification',
    'main',
    'bad-post-logout-redirect-uri',
    'modified-id-token-hint',
    'bad-id-token-hint',
    'no-id-token-hint',
    'no-params',
    'no-post-logout-redirect-uri',
    'no-state',
    'only-state',
    'query-added-to-post-logout-redirect-uri',
  ],
  'flows/conformance/backchannel-logout': ['discovery', 'flow'],
};

/**
 * Cases, modules and incidents that do not apply, each with the feature that it concerns and that
 * this service lacks.
 */
export const NOT_HERE: Readonly<Record<string, string>> = {
  'S-56': 'no bill stops tokens',
  'oidcc-idtoken-unsigned': 'ID tokens without a signature',
  'CVE-2024-1249': 'session management',
  'CVE-2026-41427': 'client registration over the network',
  'GHSA-xr8f-h2gw-9xh6': 'client registration over the network',
};
