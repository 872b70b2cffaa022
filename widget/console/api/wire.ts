// Wire types of the API, generated from its routes by `npm run generate:wire`. Do not edit.

export type WireAccount = {
  id: number;
  subject: string;
  email?: string;
  email_verified: boolean;
  display_name?: string;
  status: 'active' | 'suspended' | 'locked' | 'pending_deletion';
  locale: string;
  has_password: boolean;
  created_at: string;
  delete_at?: string;
};

export type WireAccountConnection = {
  client_id: string;
  client_name: string;
  scopes: string[];
  connected_at: string;
  last_shared_at: string;
};

export type WireAccountNotification = {
  id: number;
  type: string;
  details: Record<string, unknown>;
  created_at: string;
  read_at?: string;
};

export type WireAccountOverview = WireAccount & {
  age: {
    verified: boolean;
    verified_brackets: string[];
    level?: 'ml' | 'document' | 'wallet';
    verified_at?: string;
    expires_at?: string;
  };
  counts: {
    sessions: number;
    passkeys: number;
    connections: number;
    notifications: number;
    logins: number;
  };
  recent_logins: WireLoginAttempt[];
};

export type WireAccountPasskey = {
  id: number;
  name: string;
  backed_up: boolean;
  created_at: string;
  last_used_at?: string;
};

export type WireAccountSession = {
  id: string;
  device: string;
  place?: string;
  ip?: string;
  methods: string[];
  created_at: string;
  last_seen_at: string;
  expires_at: string;
};

export type WireAccountStats = {
  total: number;
  by_status: { active: number; suspended: number; locked: number; pending_deletion: number };
  email_verified: number;
  created_last_30_days: number;
};

export type WireAdminCertificate = {
  id: string;
  standard:
    | 'ISO/IEC 27566-1:2025'
    | 'ISO/IEC 30107-3:2023'
    | 'CEN/TS 18099:2024'
    | 'ISO/IEC 27001:2022'
    | 'ISO/IEC 19795-10:2024'
    | null;
  title: string;
  issuer: string;
  scope: string;
  statement: string;
  valid_from: string;
  valid_to: string | null;
  kind: 'pdf' | 'png' | 'jpeg';
  bytes: number;
  sha256: string;
  added_at: string;
};

export type WireAdminConfirmedName = { name: string; confirmed_at: string };

export type WireAdminIncident = {
  id: string;
  began_at: string;
  ended_at: string | null;
  what: string;
  concerned: string;
  done: string;
  written_at: string;
  changed_at: string | null;
};

export type WireAdminOAuthClient = {
  client_id: string;
  tenant_id: string;
  tenant_name: string;
  name: string;
  public: boolean;
  pkce_optional: boolean;
  created_at: string;
};

export type WireAdminOAuthClientDetail = WireAdminOAuthClient & {
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri?: string;
  frontchannel_logout_uri?: string;
  web_origins: string[];
  scopes: string[];
  age_thresholds: (12 | 15 | 18 | 21 | 25)[];
  refuses_face: boolean;
  dpop_bound_access_tokens: boolean;
  nonce_optional: boolean;
  id_token_claims: boolean;
  client_kind: 'web' | 'native';
  token_endpoint_auth_method?: 'none' | 'private_key_jwt';
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
  require_pushed_authorization_requests: boolean;
  id_token_signed_response_alg: 'RS256' | 'ES256';
  profile?: 'fapi2';
  default_max_age?: number;
  device_flow: boolean;
  fedcm: boolean;
};

export type WireAdminPlan = {
  id: string;
  name: string;
  currency: string;
  monthly_minor: number;
  verification_minor: number;
};

export type WireAdminQuestionedNames = {
  names: {
    tenant_id: string;
    tenant_name: string;
    place: 'company' | 'controller' | 'client' | 'member';
    id: string;
    name: string;
    fault: 'hides_letters' | 'mixes_alphabets' | 'service_name' | 'well_known';
    looks_like?: string;
  }[];
  next?: string;
};

export type WireAdminTenant = {
  id: string;
  name: string;
  state: 'active' | 'suspended' | 'ended';
  residency: 'none' | 'eu';
  plan: { id: string; name: string } | null;
  created_at: string;
  suspended_at?: string;
  suspension_reason?: string;
  ages_trusted: boolean;
  agate_id: boolean;
};

export type WireAdminTenantDetail = WireAdminTenant & {
  age_margin_years: number | null;
  age_target: 5 | 2 | 1 | null;
  attempt_cap: number;
  retention_days: number;
  history_days: number;
  require_second_factor: boolean;
  effective_age_margin_years: number;
  age_margin_floor_years: number;
  owners: { name: string; email: string; last_login_at?: string }[];
  counts: { members: number; keys: number; clients: number; endpoints: number };
  currency: string | null;
  months: { month: string; completed: number; amount_minor: number }[];
};

export type WireAdminUser = {
  id: number;
  email: string;
  name: string;
  role: string;
  active: boolean;
  two_factor_enabled: boolean;
  created_at: string;
  last_login_at?: string;
};

export type WireAdminWalletAnchor = {
  id: string;
  name: string;
  subject: string;
  sha256: string;
  doc_types: string[];
  not_after: string;
  added_at: string;
  list?: string;
};

export type WireAgeMarginPreview = {
  min_age: number;
  measured: 'device' | 'edge';
  age_target: 5 | 2 | 1 | null;
  margin_years: number;
  fail_margin_years: number;
  error_years: number;
  passes_from: number;
  fails_below: number;
  warnings: { code: 'age_estimate_unsuitable' | 'age_target_unreachable'; message: string }[];
  decided_by: 'one_net' | 'two_nets' | 'head';
  measured_on: string;
  groups: {
    ages: [number, number];
    passed: number;
    passed_interval: [number, number];
    failed: number;
    failed_interval: [number, number];
    inconclusive: number;
    inconclusive_interval: [number, number];
    populations: {
      name: string;
      people: number;
      passed: number;
      passed_interval: [number, number];
    }[];
  }[];
  ages: {
    age: number;
    passed: number;
    passed_interval: [number, number];
    failed: number;
    failed_interval: [number, number];
    inconclusive: number;
    inconclusive_interval: [number, number];
  }[];
};

export type WireApiKey = {
  id: string;
  name: string;
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  prefix: string;
  last_four: string;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  last_used_at?: string;
  expires_at?: string;
  revoked_at?: string;
};

export type WireApiKeyWithText = WireApiKey & { key: string };

export type WireAuditDetail = WireAuditEntry & {
  hash: string | null;
  intact: boolean;
  previous_intact: boolean;
  signed_at?: string;
};

export type WireAuditEntry = {
  id: number;
  created_at: string;
  admin_user_id: number | null;
  action: string;
  target_type: string;
  target_id: string;
  ip?: string;
  user_agent?: string;
  before?: Record<string, string | number | boolean | null>;
  after?: Record<string, string | number | boolean | null>;
};

export type WireBlacklistEntry = {
  id: number;
  reason: string;
  source: 'session' | 'image';
  session_id?: string;
  added_by: string;
  created_at: string;
  expires_at: string;
};

export type WireBlacklistOutlook = {
  entries: number;
  wrongly_matched: number;
  most_entries: number;
};

export type WireDashboardBlockSessionRequest = {
  session_token: string;
  mode?: 'live' | 'test';
  reason: string;
  expires_in_days?: number | null;
};

export type WireDashboardBlockedFace = WireBlacklistEntry & {
  added_by_name?: string;
  contest_contact: string;
};

export type WireDashboardUser = {
  id: string;
  email: string;
  email_verified: boolean;
  name: string;
  role: string;
  tenant_id: string;
  active: boolean;
  state: 'invited' | 'active' | 'suspended';
  two_factor_enabled: boolean;
  created_at: string;
  last_login_at?: string;
};

export type WireDashboardWebhookTest = {
  type?:
    | 'session.success'
    | 'session.failed'
    | 'session.canceled'
    | 'session.expired'
    | 'session.review_required'
    | 'session.retake_requested'
    | 'face_2fa.completed';
};

export type WireDeliveryRange = { from: string; until: string };

export type WireDone = { done: true };

export type WireEnrolledFace = {
  id: string;
  user_id: string;
  enrolled_at: string;
  last_used_at: string;
  expires_at: string;
  outdated: boolean;
};

export type WireErased = { erased: true };

export type WireErasing = { erased: false };

export type WireEvent = WireSessionEvent | WireFaceEvent;

export type WireFaceChallenge = {
  challenge_id: string;
  kind: 'enroll' | 'verify';
  status: 'processing' | 'completed' | 'failed' | 'expired';
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
  liveness?: true;
  expires_at: string;
  completed_at?: string;
  test?: true;
};

export type WireFaceEvent = {
  id: string;
  api_version: string;
  created: number;
  type: 'face_2fa.completed';
  data: WireFaceChallenge;
};

export type WireFaceRates = {
  measured_on: string;
  limits: { portrait: { same: number; other: number }; enrolled: { same: number; other: number } };
  in_force: boolean;
  groups: {
    group: string;
    people: number;
    strangers: {
      pairs: number;
      portrait: { share: number; interval: [number, number] };
      enrolled: { share: number; interval: [number, number] };
      portrait_unclear: { share: number; interval: [number, number] };
    };
    own: {
      pairs: number;
      portrait_again: { share: number; interval: [number, number] };
      portrait_other: { share: number; interval: [number, number] };
      enrolled_refused: { share: number; interval: [number, number] };
    } | null;
  }[];
};

export type WireForcedLogout = { reason: string };

export type WireHealth = {
  status: 'ok' | 'degraded' | 'down';
  checks: WireHealthChecks;
  schedules: {
    cron: string;
    started_at: string;
    finished_at: string;
    succeeded_at?: string;
    failed_steps: string[];
  }[];
  queues: { name: string; messages: number; oldest_at?: string }[];
  dead_letters: { queue: string; count: number; oldest_at: string; newest_at: string }[];
  overdue: {
    deliveries: { count: number; oldest_at?: string };
    mails: { count: number; oldest_at?: string };
    sessions: { count: number; oldest_at?: string };
    audit_entries: { count: number; oldest_at?: string };
    logout_notices: { count: number; oldest_at?: string };
    grants: { count: number; oldest_at?: string };
    account_deletions: { count: number; oldest_at?: string };
  };
  failures: {
    deliveries: { count: number; oldest_at?: string };
    mails: { count: number; oldest_at?: string };
  };
  keys: {
    kid: string;
    purpose: string;
    state: 'active' | 'next' | 'retired' | 'revoked';
    active_from: string;
    next_published_at?: string;
  }[];
  storage: { size_bytes?: number; limit_bytes: number };
  ledgers: {
    limit_bytes: number;
    largest: {
      tenant_id: string;
      tenant_name?: string;
      mode: 'live' | 'test';
      number: number;
      answer_ms?: number;
      size_bytes: number;
      share: number;
    }[];
    slowest?: {
      tenant_id: string;
      tenant_name?: string;
      mode: 'live' | 'test';
      number: number;
      answer_ms?: number;
    };
  };
  wallet_lists: { uri: string; doc_type: string; failure?: string; ended_at?: string }[];
  wallet_trust_lists: { name: string; next_update_at: string }[];
};

export type WireHealthChecks = {
  d1: 'ok' | 'degraded' | 'down';
  objects: 'ok' | 'degraded' | 'down';
  queues: 'ok' | 'degraded' | 'down';
  keys: 'ok' | 'degraded' | 'down';
  schedule: 'ok' | 'degraded' | 'down';
  face: 'ok' | 'degraded' | 'down';
  documents: 'ok' | 'degraded' | 'down';
  wallet: 'ok' | 'degraded' | 'down';
  wallet_lists: 'ok' | 'degraded' | 'down';
  storage: 'ok' | 'degraded' | 'down';
  ledgers: 'ok' | 'degraded' | 'down';
};

export type WireInvitation = {
  id: string;
  email: string;
  role: string;
  name?: string;
  created_at: string;
  expires_at: string;
};

export type WireLaw = {
  context:
    | 'adult_content'
    | 'social_media'
    | 'gambling'
    | 'alcohol'
    | 'tobacco_vape'
    | 'app_store'
    | 'chat'
    | 'general';
  date: string;
  places: {
    jurisdiction: string;
    name: string;
    version: string;
    rules: string[];
    asks: {
      min_age?: number;
      methods?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
      refuse_methods?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
      min_assurance?: 'device' | 'edge' | 'document' | 'wallet';
      liveness_level?: 'standard' | 'strict';
      max_proof_age_days?: number;
      recheck?: ('next_bracket' | 'new_device')[];
      offer_at_least?: number;
      must_offer: string[];
      per_access: boolean;
      contest: boolean;
      retention_days_max?: number;
      records: string[];
    };
    session?: {
      min_age?: number;
      verification_mode: 'auto' | 'document' | 'facial';
      methods: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[];
    };
    missing: { field: string; message: string }[];
  }[];
  rules: {
    id: string;
    name: string;
    version: string;
    holds: boolean;
    status: 'in_force' | 'draft';
    effective_from: string | null;
    effective_to?: string;
    note: string;
    sources: { title: string; url: string; read_on: string }[];
    reviewed_by: string | null;
  }[];
  changes: WireLawChanges;
};

export type WireLawChanges = {
  version: string;
  seen_at?: string;
  added: string[];
  changed: {
    id: string;
    members: { name: string; before: string | null; after: string | null }[];
  }[];
  removed: string[];
};

export type WireListedReview = {
  id: string;
  gate?: number;
  external_user_id?: string;
  requested_at: string;
  due_at: string;
  test?: true;
  purpose: 'age_verification' | 'id_verification';
};

export type WireListedSession = {
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
  previous?: string;
  contested?: true;
  created_at: string;
  completed_at?: string;
  expires_at: string;
  erased_at?: string;
  test?: true;
};

export type WireLoginAttempt = {
  id: number;
  method: 'password' | 'passkey' | 'face';
  outcome: 'success' | 'failed' | 'locked' | 'suspended';
  device: string;
  place?: string;
  ip?: string;
  at: string;
};

export type WireMemberSession = {
  method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso' | 'sso_mfa';
  device: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

export type WireMeta = {
  request_id: string;
  timestamp: string;
  api_version?: string;
  pagination?: { page: number; per_page: number; total: number; total_pages: number };
};

export type WireNewTenant = {
  name: string;
  plan_id?: string | null;
  residency?: 'none' | 'eu';
  owner_email: string;
  confirm_name?: boolean;
};

export type WireNextSigningKey = {
  kid: string;
  purpose: 'oidc' | 'oidc_es256' | 'admin' | 'dashboard' | 'audit' | 'receipt';
  active_from: string;
  is_new: boolean;
};

export type WireOAuthClient = {
  id: string;
  client_id: string;
  name: string;
  logo?: string;
  logo_url?: string;
  redirect_uris: string[];
  scopes: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri?: string;
  frontchannel_logout_uri?: string;
  age_thresholds: (12 | 15 | 18 | 21 | 25)[];
  client_kind: 'web' | 'native';
  pkce_optional: boolean;
  nonce_optional: boolean;
  id_token_claims: boolean;
  refuses_face: boolean;
  dpop_bound_access_tokens: boolean;
  token_endpoint_auth_method?: 'none' | 'private_key_jwt';
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
  require_pushed_authorization_requests: boolean;
  id_token_signed_response_alg: 'RS256' | 'ES256';
  profile?: 'fapi2';
  default_max_age?: number;
  device_flow: boolean;
  fedcm: boolean;
  web_origins?: string[];
  created_at: string;
  previous_secret_expires_at?: string;
};

export type WireOAuthClientChanges = {
  name?: string;
  redirect_uris?: string[];
  scopes?: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  frontchannel_logout_uri?: string | null;
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  refuses_face?: boolean;
  client_kind?: 'web' | 'native';
  pkce_optional?: boolean;
  id_token_claims?: boolean;
  dpop_bound_access_tokens?: boolean;
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
      d?: string;
      k?: string;
      p?: string;
      q?: string;
      dp?: string;
      dq?: string;
      qi?: string;
    }[];
  } | null;
  jwks_uri?: string | null;
  require_pushed_authorization_requests?: boolean;
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  profile?: 'fapi2' | null;
  default_max_age?: number | null;
  device_flow?: boolean;
  fedcm?: boolean;
  web_origins?: string[];
};

export type WireOAuthClientRegistration = {
  name: string;
  redirect_uris: string[];
  scopes: (
    | 'openid'
    | 'profile'
    | 'email'
    | 'age_verification'
    | 'connections'
    | 'offline_access'
  )[];
  token_endpoint_auth_method?:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'none'
    | 'private_key_jwt';
  logo?: string | null;
  logo_url?: string | null;
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string | null;
  frontchannel_logout_uri?: string | null;
  age_thresholds?: (12 | 15 | 18 | 21 | 25)[] | null;
  refuses_face?: boolean;
  client_kind?: 'web' | 'native';
  pkce_optional?: boolean;
  id_token_claims?: boolean;
  dpop_bound_access_tokens?: boolean;
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
      d?: string;
      k?: string;
      p?: string;
      q?: string;
      dp?: string;
      dq?: string;
      qi?: string;
    }[];
  } | null;
  jwks_uri?: string | null;
  require_pushed_authorization_requests?: boolean;
  id_token_signed_response_alg?: 'RS256' | 'ES256';
  profile?: 'fapi2' | null;
  default_max_age?: number | null;
  device_flow?: boolean;
  fedcm?: boolean;
  web_origins?: string[];
};

export type WireOAuthClientWithSecret = WireOAuthClient & { client_secret?: string };

export type WireOperatorSso = {
  issuer: string | null;
  client_id: string | null;
  has_client_secret: boolean;
  default_role: 'support' | 'analyst' | null;
  role_claim: string | null;
  role_map: { value: string; role: 'support' | 'analyst' }[];
  factor_values: string[];
  enforce: boolean;
  break_glass_ready: boolean;
  break_glass_used_at?: string;
  redirect_uri: string;
  backchannel_logout_uri: string;
  domains: string[];
  break_glass: number | null;
};

export type WireOperatorSsoChanges = {
  issuer?: string;
  client_id?: string;
  client_secret?: string;
  default_role?: 'support' | 'analyst' | null;
  role_claim?: string | null;
  role_map?: { value: string; role: 'support' | 'analyst' }[];
  factor_values?: string[];
  enforce?: boolean;
  domains?: string[];
  break_glass?: number | null;
};

export type WireOperatorSsoLink = {
  id: number;
  name: string;
  email: string;
  linked_at: string;
  last_used_at: string;
};

export type WirePassCount = {
  month: string;
  bracket: string;
  issued_at_least: number;
  spent_at_least: number;
};

export type WirePasskeyAttestation = {
  id: string;
  rawId: string;
  type: 'public-key';
  authenticatorAttachment?: 'cross-platform' | 'platform';
  clientExtensionResults?: Record<string, unknown>;
  name?: string;
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[];
  };
};

export type WirePasskeyCeremony = { session_id: string; options: Record<string, unknown> };

export type WirePeriodComparison = {
  days: number;
  current: {
    from: string;
    to: string;
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
    completed: number;
    success_rate: number | null;
    new_users: number;
    new_tenants: number;
    risk: { low: number; medium: number; high: number };
    corrected: number;
  };
  previous: {
    from: string;
    to: string;
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
    completed: number;
    success_rate: number | null;
    new_users: number;
    new_tenants: number;
    risk: { low: number; medium: number; high: number };
    corrected: number;
  };
  change_percent: {
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
    completed: number;
    new_users: number;
    new_tenants: number;
  };
  funnel: {
    current: {
      created: number;
      opened: number;
      consent: number;
      camera: number;
      liveness_start: number;
      liveness_end: number;
      age: number;
      verdict: number;
    };
    previous: {
      created: number;
      opened: number;
      consent: number;
      camera: number;
      liveness_start: number;
      liveness_end: number;
      age: number;
      verdict: number;
    };
  };
  series: {
    current: {
      date: string;
      created: number;
      success: number;
      failed: number;
      canceled: number;
      expired: number;
    }[];
    previous: {
      date: string;
      created: number;
      success: number;
      failed: number;
      canceled: number;
      expired: number;
    }[];
  };
};

export type WirePlatformOverview = {
  tenants: { total: number };
  users: WireAccountStats;
  verifications: {
    total: number;
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
  };
  revenue: { month: string; by_currency: { currency: string; amount_minor: number }[] };
};

export type WireRecoveryCodes = { enabled: true; recovery_codes: string[] };

export type WireRequestLine = {
  id: number;
  at: string;
  request_id: string;
  method: string;
  path: string;
  status: number;
  code?: string;
  duration_ms: number;
  test?: true;
};

export type WireResult = {
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
  ip_country?: string;
  external_user_id?: string;
  checks: {
    liveness: {
      performed: boolean;
      passed: boolean;
      light?: 'answers' | 'contradicts' | 'cannot_tell';
      level?: 'standard' | 'strict';
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
  proof?: {
    method: 'wallet' | 'pass' | 'key';
    bracket: string;
    class?: 'standard' | 'high';
    issued?: string;
    credential?: string;
    issuer_country?: string;
  };
  risk?: { band: 'low' | 'medium' | 'high' };
  measured?: 'edge' | 'device';
  handed_over?: true;
  reviewed?: true;
  overturned?: true;
  policy?: {
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
    version: string;
    rules: string[];
    per_access?: true;
    missing?: string[];
  };
  receipt?: string;
  previous?: string;
  created_at: string;
  completed_at?: string;
  expires_at: string;
  test?: true;
};

export type WireReview = {
  id: string;
  gate?: number;
  external_user_id?: string;
  requested_at: string;
  due_at: string;
  test?: true;
  reason: string;
  checks: {
    liveness: {
      performed: boolean;
      passed: boolean;
      light?: 'answers' | 'contradicts' | 'cannot_tell';
      level?: 'standard' | 'strict';
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
  risk?: { band: 'low' | 'medium' | 'high' };
  approvals: number;
  approvals_needed: number;
  approved_by_you: boolean;
  round: number;
  decisions: {
    round: number;
    decision: 'approve' | 'ask_again';
    steps?: ('document' | 'movements')[];
    member_id: string;
    member_name?: string;
    at: string;
  }[];
  pictures: { name: 'page' | 'front' | 'face'; url: string; expires_at: string }[];
};

export type WireReviewApproval = { decision: 'approve' };

export type WireReviewDecided = {
  id: string;
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
  approvals: number;
  approvals_needed: number;
};

export type WireReviewDecision = WireReviewApproval | WireReviewRejection | WireReviewRepetition;

export type WireReviewRejection = {
  decision: 'reject';
  reason?: 'face_mismatch' | 'document_rejected' | 'document_expired' | 'age_below_threshold';
};

export type WireReviewRepetition = { decision: 'ask_again'; steps: ('document' | 'movements')[] };

export type WireRotatedApiKey = WireApiKeyWithText & { previous: WireApiKey };

export type WireScimToken = {
  id: string;
  last_four: string;
  default_role: 'developer' | 'analyst' | 'reviewer';
  expired: boolean;
  created_at: string;
  expires_at: string;
  last_used_at?: string;
};

export type WireScimTokenWithText = WireScimToken & { token: string };

export type WireSessionCreated = { type: 'created'; at: string };

export type WireSessionEnded = { type: 'ended'; at: string; status: string };

export type WireSessionErased = { type: 'erased'; at: string };

export type WireSessionEvent = {
  id: string;
  api_version: string;
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

export type WireSessionFile = WireListedSession & {
  metadata?: string;
  checks?: {
    liveness: {
      performed: boolean;
      passed: boolean;
      light?: 'answers' | 'contradicts' | 'cannot_tell';
      level?: 'standard' | 'strict';
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
  risk?: { band: 'low' | 'medium' | 'high' };
  handed_over?: true;
  reviewed?: true;
  overturned?: true;
  policy?: {
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
    version: string;
    rules: string[];
    per_access?: true;
    missing?: string[];
  };
  receipt?: string;
  retake?:
    | 'possible'
    | 'test'
    | 'running'
    | 'decided'
    | 'retaken'
    | 'age_judged'
    | 'limit_exceeded';
  page?: {
    site: string;
    contact?: string;
    asks_for_document: boolean;
    document_need?: 'may' | 'will';
  };
  timeline: (
    | WireSessionCreated
    | WireSessionStep
    | WireSessionEnded
    | WireSessionWebhook
    | WireSessionErased
  )[];
  deliveries: {
    id: string;
    endpoint_id: string;
    event_id: string;
    event_type: string;
    state: 'pending' | 'delivered' | 'dead';
    attempts: number;
  }[];
};

export type WireSessionRetaken = { verify_url: string; previous: string };

export type WireSessionStep = {
  type: 'visitor';
  at: string;
  name: string;
  step?: string;
  notice?: string;
};

export type WireSessionWebhook = {
  type: 'webhook';
  at: string;
  delivery_id: string;
  endpoint_id: string;
  attempt: number;
  duration_ms: number;
  http_status?: number;
  failure?:
    | 'timeout'
    | 'connection'
    | 'redirect'
    | 'status'
    | 'url_not_allowed'
    | 'secret_unreadable';
};

export type WireSettings = {
  name: string;
  residency: 'none' | 'eu';
  color: string | null;
  logo: string | null;
  alternative_url: string | null;
  controller_name: string | null;
  privacy_contact: string | null;
  privacy_url: string | null;
  default_locale: string | null;
  default_theme: 'light' | 'dark' | 'system' | null;
  callback_origins: string[];
  embed_origins: string[];
  age_margin_years: number | null;
  age_target: 5 | 2 | 1 | null;
  effective_age_margin_years: number;
  age_margin_floor_years: number;
  attempt_cap: number;
  require_second_factor: boolean;
  retention_days: number;
  history_days: number;
  required_method: 'document' | 'facial' | null;
  accept_methods: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[] | null;
  accept_order: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[] | null;
  max_proof_age_days: number | null;
  recheck: ('next_bracket' | 'new_device')[];
  min_assurance: 'device' | 'edge' | 'document' | 'wallet' | null;
  liveness_level: 'standard' | 'strict' | null;
  document_step_up: boolean;
  allowed_documents: ('passport' | 'id_card' | 'residence_permit' | 'drivers_license')[];
  reviews: boolean;
  review_second_person: boolean;
  document_fields: ('name' | 'birth_year' | 'document_number_hash')[];
  keep_faces_days: number;
  agate_id: boolean;
  agate_id_face: boolean;
  fall_through: boolean;
  policy: string;
  policy_context:
    | 'adult_content'
    | 'social_media'
    | 'gambling'
    | 'alcohol'
    | 'tobacco_vape'
    | 'app_store'
    | 'chat'
    | 'general'
    | null;
};

export type WireSettingsChanges = {
  name?: string;
  color?: string | null;
  logo?: string | null;
  alternative_url?: string | null;
  controller_name?: string | null;
  privacy_contact?: string | null;
  privacy_url?: string | null;
  default_locale?:
    | 'en'
    | 'de'
    | 'fr'
    | 'es'
    | 'it'
    | 'pt'
    | 'nl'
    | 'pl'
    | 'tr'
    | 'ja'
    | 'zh'
    | 'hi'
    | 'ar'
    | null;
  default_theme?: 'light' | 'dark' | 'system' | null;
  callback_origins?: string[];
  embed_origins?: string[];
  age_margin_years?: number | null;
  age_target?: 5 | 2 | 1 | null;
  attempt_cap?: number;
  require_second_factor?: boolean;
  retention_days?: number;
  history_days?: number;
  required_method?: 'document' | 'facial' | null;
  accept_methods?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[] | null;
  accept_order?: ('face' | 'document' | 'wallet' | 'account' | 'pass' | 'key')[] | null;
  max_proof_age_days?: number | null;
  recheck?: ('next_bracket' | 'new_device')[];
  min_assurance?: 'device' | 'edge' | 'document' | 'wallet' | null;
  liveness_level?: 'standard' | 'strict' | null;
  document_step_up?: boolean;
  allowed_documents?: ('passport' | 'id_card' | 'residence_permit' | 'drivers_license')[];
  reviews?: boolean;
  review_second_person?: boolean;
  document_fields?: ('name' | 'birth_year' | 'document_number_hash')[];
  keep_faces_days?: number;
  agate_id?: boolean;
  agate_id_face?: boolean;
  fall_through?: boolean;
  policy?: string;
  policy_context?:
    | 'adult_content'
    | 'social_media'
    | 'gambling'
    | 'alcohol'
    | 'tobacco_vape'
    | 'app_store'
    | 'chat'
    | 'general'
    | null;
};

export type WireSso = {
  issuer: string | null;
  client_id: string | null;
  has_client_secret: boolean;
  default_role: 'developer' | 'analyst' | 'reviewer' | null;
  role_claim: string | null;
  role_map: { value: string; role: 'developer' | 'analyst' | 'reviewer' }[];
  factor_values: string[];
  enforce: boolean;
  break_glass_ready: boolean;
  break_glass_used_at?: string;
  redirect_uri: string;
  backchannel_logout_uri: string;
  break_glass: string | null;
  domains: WireSsoDomain[];
};

export type WireSsoChanges = {
  issuer?: string;
  client_id?: string;
  client_secret?: string;
  default_role?: 'developer' | 'analyst' | 'reviewer' | null;
  role_claim?: string | null;
  role_map?: { value: string; role: 'developer' | 'analyst' | 'reviewer' }[];
  factor_values?: string[];
  enforce?: boolean;
  break_glass?: string | null;
};

export type WireSsoDomain = {
  domain: string;
  state: 'pending' | 'proven' | 'lapsed';
  record: string;
  checked_at?: string;
};

export type WireSsoLink = {
  id: string;
  name: string;
  email: string;
  linked_at: string;
  last_used_at: string;
};

export type WireStaffPasskey = {
  id: number;
  name: string;
  backed_up: boolean;
  created_at: string;
  last_used_at?: string;
};

export type WireStaffSession = {
  id: string;
  current: boolean;
  method: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso' | 'sso_mfa';
  device: string;
  ip?: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

export type WireTenantAuditEntry = {
  id: number;
  created_at: string;
  member_id: string | null;
  by?: 'scim';
  action: string;
  target_type: string;
  target_id: string;
  ip?: string;
  user_agent?: string;
  before?: Record<string, string | number | boolean | null>;
  after?: Record<string, string | number | boolean | null>;
};

export type WireTenantChanges = {
  name?: string;
  plan_id?: string | null;
  age_margin_years?: number | null;
  age_target?: 5 | 2 | 1 | null;
  attempt_cap?: number;
  retention_days?: number;
  history_days?: number;
  require_second_factor?: boolean;
  ages_trusted?: boolean;
};

export type WireTenantFallThrough = {
  collecting: boolean;
  minimum: number;
  month: string;
  months: string[];
  leavings: {
    left_at:
      | 'consent'
      | 'wallet'
      | 'camera'
      | 'liveness'
      | 'age'
      | 'document'
      | 'review'
      | 'failed'
      | 'success';
    sessions: number;
    groups: {
      language: string;
      device: 'phone' | 'tablet' | 'computer' | 'other' | 'all';
      sessions: number;
    }[];
  }[];
};

export type WireTenantFunnel = {
  days: number;
  running: number;
  steps: {
    step: 'created' | 'opened' | 'liveness' | 'age' | 'completed';
    sessions: number;
    share: number | null;
  }[];
};

export type WireTenantOverview = WireVerificationFigures & {
  median_duration_seconds: number | null;
  by_country: { country: string; success: number; failed: number }[];
  by_verification_type: { verification_type: string; success: number; failed: number }[];
  by_reason: { reason: string; failed: number }[];
  contests: { contested: number; overturned: number };
};

export type WireTenantSuspension = { reason: string };

export type WireTestSession = { token: string; verify_url: string };

export type WireTwoFactorSetup = { secret: string; provisioning_uri: string };

export type WireTwoFactorStatus = { enabled: boolean; recovery_codes_left: number };

export type WireUsage = {
  plan: {
    id: string;
    name: string;
    currency: string;
    monthly_minor: number;
    verification_minor: number;
  } | null;
  months: { month: string; completed: number; amount_minor: number }[];
};

export type WireVerificationFigures = {
  days: number;
  totals: {
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
    completed: number;
    success_rate: number | null;
  };
  series: {
    date: string;
    created: number;
    success: number;
    failed: number;
    canceled: number;
    expired: number;
  }[];
};

export type WireVerifiedAge = {
  account_id: number;
  age_bracket: string | null;
  level: 'ml' | 'document' | 'wallet';
  counts: boolean;
  method?: 'face' | 'document' | 'wallet';
  measured?: 'device' | 'edge';
  margin_years?: number;
  difficulty?: 'easy' | 'medium' | 'hard';
  liveness_level?: 'standard' | 'strict';
  tenant_id?: string;
  session_id?: string;
  policy_version?: string;
  verified_at: string;
  expires_at: string;
  revoked_at?: string;
};

export type WireVerifiedAgeRevocation = {
  tenant_id?: string;
  session?: string;
  method?: 'face' | 'document' | 'wallet';
  policy_version?: string;
  start_date?: string;
  end_date?: string;
  dry_run?: boolean;
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
  state: 'pending' | 'enabled' | 'paused' | 'disabled';
  disabled_reason?: 'failing' | 'gone';
  failing_since?: string;
  previous_secret_expires_at?: string;
  created_at: string;
};

export type WireWebhookAttempt = {
  number: number;
  at: string;
  duration_ms: number;
  request: { method: 'POST'; url: string; headers: Record<string, string>; body: string };
  status?: number;
  failure?:
    | 'timeout'
    | 'connection'
    | 'redirect'
    | 'status'
    | 'url_not_allowed'
    | 'secret_unreadable';
  answer?: string;
};

export type WireWebhookChanges = {
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

export type WireWebhookWithSecret = WireWebhook & { secret: string };

export interface Routes {
  'POST /dashboard/v1/auth/resend-verification': { data: WireDone };
  'POST /dashboard/v1/auth/2fa/setup': { data: WireTwoFactorSetup };
  'POST /dashboard/v1/auth/2fa/verify': { body: { code: string }; data: WireRecoveryCodes };
  'POST /dashboard/v1/auth/2fa/disable': { body: { password: string }; data: WireTwoFactorStatus };
  'GET /dashboard/v1/auth/2fa/status': { data: WireTwoFactorStatus };
  'POST /dashboard/v1/auth/2fa/recovery-codes': {
    body: { password: string };
    data: WireRecoveryCodes;
  };
  'POST /dashboard/v1/auth/change-password': {
    body: { current_password: string; new_password: string };
    data: WireDone;
  };
  'POST /dashboard/v1/auth/passkey/register/begin': { data: WirePasskeyCeremony };
  'POST /dashboard/v1/auth/passkey/register/finish': {
    query?: { 'X-Session-ID'?: string; session_id?: string };
    header?: { 'x-session-id'?: string };
    body: WirePasskeyAttestation;
    data: WireStaffPasskey;
  };
  'GET /dashboard/v1/auth/passkeys': { data: WireStaffPasskey[] };
  'PATCH /dashboard/v1/auth/passkeys/{id}': {
    path: { id: number };
    body: { name: string };
    data: WireStaffPasskey;
  };
  'DELETE /dashboard/v1/auth/passkeys/{id}': { path: { id: number }; data: WireDone };
  'GET /dashboard/v1/auth/me': { data: WireDashboardUser };
  'POST /dashboard/v1/auth/logout': { data: WireDone };
  'POST /dashboard/v1/auth/logout-all': { data: WireDone };
  'GET /dashboard/v1/auth/sessions': { data: WireStaffSession[] };
  'DELETE /dashboard/v1/auth/sessions/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/team/invitations': {
    query?: { page?: number; per_page?: number };
    data: WireInvitation[];
  };
  'POST /dashboard/v1/team/invitations': {
    body: { email: string; role: 'owner' | 'developer' | 'analyst' | 'reviewer'; name?: string };
    data: WireInvitation;
  };
  'DELETE /dashboard/v1/team/invitations/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/team': {
    query?: { page?: number; per_page?: number };
    data: WireDashboardUser[];
  };
  'GET /dashboard/v1/team/{id}': { path: { id: string }; data: WireDashboardUser };
  'PATCH /dashboard/v1/team/{id}': {
    path: { id: string };
    body: {
      name?: string;
      role?: 'owner' | 'developer' | 'analyst' | 'reviewer';
      active?: boolean;
    };
    data: WireDashboardUser;
  };
  'DELETE /dashboard/v1/team/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/members/{id}/sessions': { path: { id: string }; data: WireMemberSession[] };
  'POST /dashboard/v1/members/{id}/force-logout': {
    path: { id: string };
    body: WireForcedLogout;
    data: WireDone;
  };
  'GET /dashboard/v1/scim-tokens': { data: WireScimToken[] };
  'POST /dashboard/v1/scim-tokens': {
    body: { default_role?: 'developer' | 'analyst' | 'reviewer'; expires_in_days?: number };
    data: WireScimTokenWithText;
  };
  'DELETE /dashboard/v1/scim-tokens/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/api-keys': {
    query?: {
      page?: number;
      per_page?: number;
      mode?: 'live' | 'test';
      status?: 'active' | 'expired' | 'revoked';
    };
    data: WireApiKey[];
  };
  'POST /dashboard/v1/api-keys': {
    body: { name: string; kind?: 'secret' | 'publishable'; mode?: 'live' | 'test' };
    data: WireApiKeyWithText;
  };
  'GET /dashboard/v1/api-keys/{id}': { path: { id: string }; data: WireApiKey };
  'PATCH /dashboard/v1/api-keys/{id}': {
    path: { id: string };
    body: { name: string };
    data: WireApiKey;
  };
  'DELETE /dashboard/v1/api-keys/{id}': { path: { id: string }; data: WireDone };
  'POST /dashboard/v1/api-keys/{id}/rotate': {
    path: { id: string };
    body: { overlap_days: number };
    data: WireRotatedApiKey;
  };
  'GET /dashboard/v1/oauth-clients': {
    query?: { page?: number; per_page?: number };
    data: WireOAuthClient[];
  };
  'POST /dashboard/v1/oauth-clients': {
    body: WireOAuthClientRegistration;
    data: WireOAuthClientWithSecret;
  };
  'GET /dashboard/v1/oauth-clients/{id}': { path: { id: string }; data: WireOAuthClient };
  'PATCH /dashboard/v1/oauth-clients/{id}': {
    path: { id: string };
    body: WireOAuthClientChanges;
    data: WireOAuthClient;
  };
  'DELETE /dashboard/v1/oauth-clients/{id}': { path: { id: string }; data: WireDone };
  'POST /dashboard/v1/oauth-clients/{id}/rotate-secret': {
    path: { id: string };
    body: { overlap_days: number; keep?: 'older' };
    data: WireOAuthClientWithSecret;
  };
  'GET /dashboard/v1/webhooks': {
    query?: { page?: number; per_page?: number };
    data: WireWebhook[];
  };
  'POST /dashboard/v1/webhooks': { body: WireWebhookRegistration; data: WireWebhookWithSecret };
  'GET /dashboard/v1/webhooks/{id}': { path: { id: string }; data: WireWebhook };
  'PATCH /dashboard/v1/webhooks/{id}': {
    path: { id: string };
    body: WireWebhookChanges;
    data: WireWebhook;
  };
  'DELETE /dashboard/v1/webhooks/{id}': { path: { id: string }; data: WireDone };
  'POST /dashboard/v1/webhooks/{id}/verify': { path: { id: string }; data: WireWebhook };
  'POST /dashboard/v1/webhooks/{id}/rotate-secret': {
    path: { id: string };
    data: WireWebhookWithSecret;
  };
  'POST /dashboard/v1/webhooks/{id}/test': {
    path: { id: string };
    body: WireDashboardWebhookTest;
    data: { event_id: string; delivery_id: string };
  };
  'GET /dashboard/v1/webhooks/{id}/deliveries': {
    path: { id: string };
    query?: { page?: number; per_page?: number; state?: 'pending' | 'delivered' | 'dead' };
    data: WireWebhookDelivery[];
  };
  'POST /dashboard/v1/webhooks/{id}/replay': {
    path: { id: string };
    body: WireDeliveryRange;
    data: { replayed: number };
  };
  'GET /dashboard/v1/deliveries/{id}': { path: { id: string }; data: WireWebhookDelivery };
  'POST /dashboard/v1/deliveries/{id}/replay': { path: { id: string }; data: WireWebhookDelivery };
  'GET /dashboard/v1/sessions': {
    query?: {
      page?: number;
      per_page?: number;
      mode?: 'live' | 'test';
      status?:
        | 'pending'
        | 'in_progress'
        | 'pending_tenant_review'
        | 'awaiting_retake'
        | 'success'
        | 'failed'
        | 'canceled'
        | 'expired'
        | 'retaken';
      verification_type?:
        | 'age_check'
        | 'full'
        | 'agate_id'
        | 'eu_wallet'
        | 'agate_pass'
        | 'agate_key';
      external_user_id?: string;
      start_date?: string;
      end_date?: string;
    };
    data: WireListedSession[];
  };
  'GET /dashboard/v1/sessions/export': {
    query?: {
      mode?: 'live' | 'test';
      status?:
        | 'pending'
        | 'in_progress'
        | 'pending_tenant_review'
        | 'awaiting_retake'
        | 'success'
        | 'failed'
        | 'canceled'
        | 'expired'
        | 'retaken';
      verification_type?:
        | 'age_check'
        | 'full'
        | 'agate_id'
        | 'eu_wallet'
        | 'agate_pass'
        | 'agate_key';
      external_user_id?: string;
      start_date?: string;
      end_date?: string;
    };
    file: string;
  };
  'GET /dashboard/v1/sessions/{token}': { path: { token: string }; data: WireSessionFile };
  'POST /dashboard/v1/sessions/{token}/retake': {
    path: { token: string };
    header?: { 'idempotency-key'?: string };
    data: WireSessionRetaken;
  };
  'DELETE /dashboard/v1/sessions/{token}/data': {
    path: { token: string };
    data: WireErased | WireErasing;
  };
  'GET /dashboard/v1/sessions/{token}/receipt': { path: { token: string }; file: string };
  'POST /dashboard/v1/test-sessions': {
    body: {
      min_age?: number;
      verification_mode?: 'auto' | 'document' | 'facial';
      user_id?: string;
      locale?: string;
      theme?: 'light' | 'dark' | 'system';
      appearance?: {
        name?: string;
        color?: string | null;
        logo?: string | null;
        controller_name?: string | null;
        privacy_contact?: string | null;
        privacy_url?: string | null;
        alternative_url?: string | null;
      };
      framed?: boolean;
    };
    data: WireTestSession;
  };
  'GET /dashboard/v1/events': {
    query?: { mode?: 'live' | 'test'; before?: string; limit?: number };
    data: WireEvent[];
  };
  'GET /dashboard/v1/requests': {
    query?: { mode?: 'live' | 'test'; only_errors?: boolean; before?: number; limit?: number };
    data: WireRequestLine[];
  };
  'GET /dashboard/v1/reviews': {
    query?: { page?: number; per_page?: number; mode?: 'live' | 'test' };
    data: WireListedReview[];
  };
  'GET /dashboard/v1/reviews/{id}': { path: { id: string }; data: WireReview };
  'GET /dashboard/v1/reviews/{id}/pictures/{link}': {
    path: { id: string; link: string };
    file: string;
  };
  'POST /dashboard/v1/reviews/{id}/decision': {
    path: { id: string };
    body: WireReviewDecision;
    data: WireReviewDecided;
  };
  'GET /dashboard/v1/faces': {
    query?: { page?: number; per_page?: number; mode?: 'live' | 'test' };
    data: WireEnrolledFace[];
  };
  'DELETE /dashboard/v1/faces/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/blocked-faces': {
    query?: { page?: number; per_page?: number; mode?: 'live' | 'test' };
    data: WireDashboardBlockedFace[];
  };
  'POST /dashboard/v1/blocked-faces': { body: WireDashboardBlockSessionRequest; data: WireDone };
  'GET /dashboard/v1/blocked-faces/outlook': {
    query?: { mode?: 'live' | 'test' };
    data: WireBlacklistOutlook;
  };
  'DELETE /dashboard/v1/blocked-faces/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/analytics/overview': { query?: { days?: number }; data: WireTenantOverview };
  'GET /dashboard/v1/analytics/funnel': { query?: { days?: number }; data: WireTenantFunnel };
  'GET /dashboard/v1/analytics/fall-through': {
    query?: { month?: string };
    data: WireTenantFallThrough;
  };
  'GET /dashboard/v1/settings': { data: WireSettings };
  'PATCH /dashboard/v1/settings': { body: WireSettingsChanges; data: WireSettings };
  'GET /dashboard/v1/sso': { data: WireSso };
  'PATCH /dashboard/v1/sso': { body: WireSsoChanges; data: WireSso };
  'DELETE /dashboard/v1/sso': { data: WireDone };
  'POST /dashboard/v1/sso/domains': { body: { domain: string }; data: WireSsoDomain };
  'POST /dashboard/v1/sso/domains/{domain}/check': {
    path: { domain: string };
    data: WireSsoDomain;
  };
  'DELETE /dashboard/v1/sso/domains/{domain}': { path: { domain: string }; data: WireDone };
  'GET /dashboard/v1/sso/links': {
    query?: { page?: number; per_page?: number };
    data: WireSsoLink[];
  };
  'DELETE /dashboard/v1/sso/links/{id}': { path: { id: string }; data: WireDone };
  'GET /dashboard/v1/settings/age-margin': {
    query?: {
      margin_years?: number;
      age_target?: 5 | 2 | 1;
      service_default?: boolean;
      min_age?: number;
      measured?: 'device' | 'edge';
    };
    data: WireAgeMarginPreview;
  };
  'GET /dashboard/v1/settings/face-rates': { data: WireFaceRates };
  'GET /dashboard/v1/law': {
    query?: {
      context?:
        | 'adult_content'
        | 'social_media'
        | 'gambling'
        | 'alcohol'
        | 'tobacco_vape'
        | 'app_store'
        | 'chat'
        | 'general';
      date?: string;
      jurisdiction?: string;
    };
    data: WireLaw;
  };
  'POST /dashboard/v1/law/seen': {
    body: {
      context:
        | 'adult_content'
        | 'social_media'
        | 'gambling'
        | 'alcohol'
        | 'tobacco_vape'
        | 'app_store'
        | 'chat'
        | 'general';
      version: string;
    };
    data: WireLawChanges;
  };
  'GET /dashboard/v1/usage': { query?: { months?: number }; data: WireUsage };
  'GET /dashboard/v1/audit': {
    query?: {
      page?: number;
      per_page?: number;
      member_id?: string;
      action?: string;
      target_type?: string;
      start_date?: string;
      end_date?: string;
    };
    data: WireTenantAuditEntry[];
  };
  'GET /dashboard/v1/compliance/pack': {
    query: { jurisdiction: string; from: string; to: string };
    file: string;
  };
  'POST /admin/v1/auth/2fa/setup': { data: WireTwoFactorSetup };
  'POST /admin/v1/auth/2fa/verify': { body: { code: string }; data: WireRecoveryCodes };
  'POST /admin/v1/auth/2fa/disable': { body: { password: string }; data: WireTwoFactorStatus };
  'GET /admin/v1/auth/2fa/status': { data: WireTwoFactorStatus };
  'POST /admin/v1/auth/2fa/recovery-codes': { body: { password: string }; data: WireRecoveryCodes };
  'POST /admin/v1/auth/change-password': {
    body: { current_password: string; new_password: string };
    data: WireDone;
  };
  'POST /admin/v1/auth/passkey/register/begin': { data: WirePasskeyCeremony };
  'POST /admin/v1/auth/passkey/register/finish': {
    query?: { 'X-Session-ID'?: string; session_id?: string };
    header?: { 'x-session-id'?: string };
    body: WirePasskeyAttestation;
    data: WireStaffPasskey;
  };
  'GET /admin/v1/auth/passkeys': { data: WireStaffPasskey[] };
  'PATCH /admin/v1/auth/passkeys/{id}': {
    path: { id: number };
    body: { name: string };
    data: WireStaffPasskey;
  };
  'DELETE /admin/v1/auth/passkeys/{id}': { path: { id: number }; data: WireDone };
  'GET /admin/v1/auth/me': { data: WireAdminUser };
  'POST /admin/v1/auth/logout': { data: WireDone };
  'POST /admin/v1/auth/logout-all': { data: WireDone };
  'GET /admin/v1/auth/sessions': { data: WireStaffSession[] };
  'DELETE /admin/v1/auth/sessions/{id}': { path: { id: string }; data: WireDone };
  'GET /admin/v1/admins': { query?: { page?: number; per_page?: number }; data: WireAdminUser[] };
  'POST /admin/v1/admins': {
    body: {
      email: string;
      name: string;
      role: 'superadmin' | 'support' | 'analyst';
      password?: string;
    };
    data: WireAdminUser;
  };
  'GET /admin/v1/admins/{id}': { path: { id: number }; data: WireAdminUser };
  'PATCH /admin/v1/admins/{id}': {
    path: { id: number };
    body: { name?: string; role?: 'superadmin' | 'support' | 'analyst'; active?: boolean };
    data: WireAdminUser;
  };
  'DELETE /admin/v1/admins/{id}': { path: { id: number }; data: WireDone };
  'GET /admin/v1/admins/{id}/sessions': { path: { id: number }; data: WireMemberSession[] };
  'POST /admin/v1/admins/{id}/force-logout': {
    path: { id: number };
    body: WireForcedLogout;
    data: WireDone;
  };
  'GET /admin/v1/sso': { data: WireOperatorSso };
  'PATCH /admin/v1/sso': { body: WireOperatorSsoChanges; data: WireOperatorSso };
  'DELETE /admin/v1/sso': { data: WireDone };
  'GET /admin/v1/sso/links': {
    query?: { page?: number; per_page?: number };
    data: WireOperatorSsoLink[];
  };
  'DELETE /admin/v1/sso/links/{id}': { path: { id: number }; data: WireDone };
  'GET /admin/v1/accounts': {
    query?: {
      page?: number;
      per_page?: number;
      search?: string;
      status?: 'active' | 'suspended' | 'locked' | 'pending_deletion';
      verified?: boolean;
      start_date?: string;
      end_date?: string;
    };
    data: WireAccount[];
  };
  'GET /admin/v1/accounts/stats': { data: WireAccountStats };
  'GET /admin/v1/accounts/{id}': { path: { id: number }; data: WireAccountOverview };
  'DELETE /admin/v1/accounts/{id}': {
    path: { id: number };
    body?: { reason?: string };
    data: WireDone;
  };
  'GET /admin/v1/accounts/{id}/connections': {
    path: { id: number };
    query?: { page?: number; per_page?: number };
    data: WireAccountConnection[];
  };
  'GET /admin/v1/accounts/{id}/login-history': {
    path: { id: number };
    query?: { page?: number; per_page?: number };
    data: WireLoginAttempt[];
  };
  'GET /admin/v1/accounts/{id}/notifications': {
    path: { id: number };
    query?: { page?: number; per_page?: number };
    data: WireAccountNotification[];
  };
  'GET /admin/v1/accounts/{id}/passkeys': { path: { id: number }; data: WireAccountPasskey[] };
  'GET /admin/v1/accounts/{id}/sessions': { path: { id: number }; data: WireAccountSession[] };
  'PATCH /admin/v1/accounts/{id}/suspend': {
    path: { id: number };
    body?: { reason?: string };
    data: WireAccount;
  };
  'PATCH /admin/v1/accounts/{id}/unsuspend': {
    path: { id: number };
    body?: { reason?: string };
    data: WireAccount;
  };
  'PATCH /admin/v1/accounts/{id}/unlock': {
    path: { id: number };
    body?: { reason?: string };
    data: WireAccount;
  };
  'POST /admin/v1/accounts/{id}/force-logout': {
    path: { id: number };
    body?: { reason?: string };
    data: WireDone;
  };
  'GET /admin/v1/analytics/overview': { data: WirePlatformOverview };
  'GET /admin/v1/analytics/verifications': {
    query?: { days?: number };
    data: WireVerificationFigures;
  };
  'GET /admin/v1/analytics/comparison': { query?: { days?: number }; data: WirePeriodComparison };
  'GET /admin/v1/audit': {
    query?: {
      page?: number;
      per_page?: number;
      admin_user_id?: number;
      action?: string;
      target_type?: string;
      target_id?: string;
      start_date?: string;
      end_date?: string;
    };
    data: WireAuditEntry[];
  };
  'GET /admin/v1/audit/{id}': { path: { id: number }; data: WireAuditDetail };
  'GET /admin/v1/verified-ages': {
    query?: {
      page?: number;
      per_page?: number;
      tenant_id?: string;
      session?: string;
      method?: 'face' | 'document' | 'wallet';
      policy_version?: string;
      start_date?: string;
      end_date?: string;
      state?: 'kept' | 'revoked';
    };
    data: WireVerifiedAge[];
  };
  'POST /admin/v1/verified-ages/revoke': {
    body: WireVerifiedAgeRevocation;
    data: { revoked: number; remaining: number };
  };
  'POST /admin/v1/verified-ages/{id}/revoke': { path: { id: number }; data: WireVerifiedAge };
  'GET /admin/v1/oauth-clients': {
    query?: {
      page?: number;
      per_page?: number;
      search?: string;
      tenant_id?: string;
      pkce_optional?: boolean;
      public?: boolean;
      start_date?: string;
      end_date?: string;
    };
    data: WireAdminOAuthClient[];
  };
  'GET /admin/v1/oauth-clients/{id}': { path: { id: string }; data: WireAdminOAuthClientDetail };
  'PATCH /admin/v1/oauth-clients/{id}': {
    path: { id: string };
    body: { pkce_optional?: boolean; nonce_optional?: boolean };
    data: WireAdminOAuthClientDetail;
  };
  'GET /admin/v1/tenants': {
    query?: {
      page?: number;
      per_page?: number;
      search?: string;
      state?: 'active' | 'suspended' | 'ended';
      plan_id?: string;
      ages_trusted?: boolean;
      start_date?: string;
      end_date?: string;
    };
    data: WireAdminTenant[];
  };
  'POST /admin/v1/tenants': { body: WireNewTenant; data: WireAdminTenantDetail };
  'GET /admin/v1/plans': { data: WireAdminPlan[] };
  'GET /admin/v1/tenants/{id}': { path: { id: string }; data: WireAdminTenantDetail };
  'PATCH /admin/v1/tenants/{id}': {
    path: { id: string };
    body: WireTenantChanges;
    data: WireAdminTenantDetail;
  };
  'POST /admin/v1/tenants/{id}/invitation': {
    path: { id: string };
    body: { email: string };
    data: WireDone;
  };
  'PATCH /admin/v1/tenants/{id}/suspend': {
    path: { id: string };
    body: WireTenantSuspension;
    data: WireAdminTenantDetail;
  };
  'PATCH /admin/v1/tenants/{id}/unsuspend': { path: { id: string }; data: WireAdminTenantDetail };
  'GET /admin/v1/names': { query?: { after?: string }; data: WireAdminQuestionedNames };
  'GET /admin/v1/tenants/{id}/names': { path: { id: string }; data: WireAdminConfirmedName[] };
  'POST /admin/v1/tenants/{id}/names': {
    path: { id: string };
    body: { name: string };
    data: WireDone;
  };
  'DELETE /admin/v1/tenants/{id}/names': {
    path: { id: string };
    query: { name: string };
    data: WireDone;
  };
  'GET /admin/v1/wallet/anchors': { data: WireAdminWalletAnchor[] };
  'POST /admin/v1/wallet/anchors': {
    body: {
      name: string;
      certificate: string;
      doc_types: (
        | 'eu.europa.ec.av.1'
        | 'org.iso.18013.5.1.mDL'
        | 'urn:eudi:pid:1'
        | 'urn:eudi:pid:de:1'
      )[];
    };
    data: WireAdminWalletAnchor;
  };
  'DELETE /admin/v1/wallet/anchors/{id}': { path: { id: string }; data: WireDone };
  'GET /admin/v1/evidence/certificates': { data: WireAdminCertificate[] };
  'POST /admin/v1/evidence/certificates': {
    body: {
      standard?:
        | 'ISO/IEC 27566-1:2025'
        | 'ISO/IEC 30107-3:2023'
        | 'CEN/TS 18099:2024'
        | 'ISO/IEC 27001:2022'
        | 'ISO/IEC 19795-10:2024'
        | null;
      title: string;
      issuer: string;
      scope: string;
      statement: string;
      valid_from: string;
      valid_to?: string | null;
      document: string;
      replaces?: string;
    };
    data: WireAdminCertificate;
  };
  'GET /admin/v1/evidence/certificates/{id}/document': { path: { id: string }; file: string };
  'DELETE /admin/v1/evidence/certificates/{id}': { path: { id: string }; data: WireDone };
  'GET /admin/v1/evidence/incidents': {
    query?: { page?: number; per_page?: number };
    data: WireAdminIncident[];
  };
  'POST /admin/v1/evidence/incidents': {
    body: {
      began_at: string;
      ended_at?: string | null;
      what: string;
      concerned: string;
      done: string;
    };
    data: WireAdminIncident;
  };
  'PATCH /admin/v1/evidence/incidents/{id}': {
    path: { id: string };
    body: {
      began_at?: string;
      ended_at?: string | null;
      what?: string;
      concerned?: string;
      done?: string;
    };
    data: WireAdminIncident;
  };
  'DELETE /admin/v1/evidence/incidents/{id}': { path: { id: string }; data: WireDone };
  'GET /admin/v1/health': { data: WireHealth };
  'POST /admin/v1/signing-keys/{purpose}/rotate': {
    path: { purpose: 'oidc' | 'oidc_es256' | 'admin' | 'dashboard' | 'audit' | 'receipt' };
    data: WireNextSigningKey;
  };
  'GET /admin/v1/passes': { data: WirePassCount[] };
}
