// The states of the operators' console.
import type {
  WireAccount,
  WireAccountStats,
  WireAdminTenant,
  WireAuditEntry,
  WireLoginAttempt,
  WirePeriodComparison,
  WireVerifiedAge,
} from '../../../../widget/console/api/wire.ts';
import type { Answers, ConsoleState } from '../console-state.ts';
import { at, DAYS } from './answers.ts';
import { CLIENT_DETAIL, CLIENTS } from './clients.ts';
import { OPERATOR, OPERATOR_SESSIONS, OPERATORS } from './operators.ts';
import { HEALTH } from './health.ts';
import { CONFIRMED_NAMES, QUESTIONED_NAMES } from './names.ts';
import { OWN_SESSIONS } from './organisation.ts';

const STATS: WireAccountStats = {
  total: 48_210,
  by_status: { active: 47_902, suspended: 31, locked: 12, pending_deletion: 265 },
  email_verified: 45_033,
  created_last_30_days: 2_114,
};

const figures = (scale: number) => ({
  created: Math.round(2710 * scale),
  success: Math.round(1920 * scale),
  failed: Math.round(320 * scale),
  canceled: Math.round(160 * scale),
  expired: Math.round(230 * scale),
  completed: Math.round(2240 * scale),
  success_rate: 0.857,
  new_users: Math.round(2114 * scale),
  new_tenants: Math.round(14 * scale),
  risk: {
    low: Math.round(1890 * scale),
    medium: Math.round(301 / scale),
    high: Math.round(49 * scale),
  },
  corrected: scale === 1 ? 0 : 2,
});

const funnel = (scale: number) => ({
  created: Math.round(2710 * scale),
  opened: Math.round(2588 * scale),
  consent: Math.round(2471 * scale),
  camera: Math.round(2440 * scale),
  liveness_start: Math.round(2420 * scale),
  liveness_end: Math.round(2391 * scale),
  age: Math.round(2304 * scale),
  verdict: Math.round(2260 * scale),
});

const COMPARISON: WirePeriodComparison = {
  days: 30,
  current: { from: at(1), to: at(20), ...figures(1) },
  previous: { from: '2026-10-01T09:30:00.000Z', to: '2026-10-20T09:30:00.000Z', ...figures(0.9) },
  change_percent: {
    created: 11.1,
    success: 11.1,
    failed: -4.2,
    canceled: 0,
    expired: 2.4,
    completed: 10.9,
    new_users: 8.8,
    new_tenants: 16.7,
  },
  funnel: { current: funnel(1), previous: funnel(0.9) },
  series: { current: DAYS, previous: DAYS },
};

const PASS_COUNTS = [
  { month: '2026-10', bracket: '18+', issued_at_least: 4_150, spent_at_least: 2_300 },
  { month: '2026-11', bracket: '18+', issued_at_least: 1_200, spent_at_least: 350 },
  { month: '2026-11', bracket: '21+', issued_at_least: 50, spent_at_least: 0 },
];

const ACCOUNT: WireAccount = {
  id: 412,
  subject: 'xid_4f0c2a9be71d',
  email: 'reader@mail.example',
  email_verified: true,
  status: 'active',
  locale: 'en',
  has_password: true,
  created_at: at(4),
};

const ACCOUNTS: WireAccount[] = [
  ACCOUNT,
  {
    id: 411,
    subject: 'xid_91aa03d7c5e2',
    display_name: 'reading-corner',
    email_verified: false,
    status: 'pending_deletion',
    locale: 'de',
    has_password: false,
    created_at: at(3),
    delete_at: at(28),
  },
  {
    ...ACCOUNT,
    id: 409,
    email: 'a.rather.long.address.of.somebody@subdomain.mail.example',
    email_verified: false,
    status: 'suspended',
    locale: 'pt-BR',
  },
];

const LOGIN: WireLoginAttempt = {
  id: 9,
  method: 'passkey',
  outcome: 'success',
  device: 'Firefox on Linux',
  place: 'DE',
  ip: '192.0.2.14',
  at: at(20, '08:12'),
};

const SUSPENSION: WireAuditEntry = {
  id: 7,
  created_at: at(20, '10:02'),
  admin_user_id: 1,
  action: 'account.suspend',
  target_type: 'account',
  target_id: '409',
  ip: '192.0.2.7',
  before: { status: 'active' },
  after: { status: 'suspended', reason: 'Asked for by the owner of the address' },
};

const ENTRIES: WireAuditEntry[] = [
  SUSPENSION,
  {
    id: 6,
    created_at: at(20, '09:58'),
    admin_user_id: 1,
    action: 'auth.login',
    target_type: 'admin',
    target_id: '1',
    ip: '192.0.2.7',
  },
];

const TENANT: WireAdminTenant = {
  id: 'ten_cellar',
  name: 'Cellar',
  state: 'active',
  residency: 'none',
  plan: { id: 'plan_shop', name: 'Shop' },
  created_at: at(1),
  ages_trusted: true,
  agate_id: true,
};

const TENANTS: WireAdminTenant[] = [
  TENANT,
  {
    ...TENANT,
    id: 'ten_arcade',
    name: 'Arcade',
    state: 'suspended',
    plan: null,
    suspended_at: at(18),
    suspension_reason: 'Unpaid since August',
    ages_trusted: false,
    agate_id: false,
  },
];

const AGES: WireVerifiedAge[] = [
  {
    account_id: 412,
    age_bracket: '18+',
    level: 'document',
    counts: true,
    method: 'document',
    measured: 'edge',
    margin_years: 7,
    difficulty: 'medium',
    liveness_level: 'standard',
    tenant_id: 'ten_cellar',
    session_id: 'xtk_one',
    policy_version: '1-edge-7-medium-standard',
    verified_at: at(10),
    expires_at: '2027-11-10T09:30:00.000Z',
  },
];

const signedIn = (name: string, rest: Omit<ConsoleState, 'name' | 'console'>): ConsoleState => ({
  console: 'admin',
  user: OPERATOR,
  ...rest,
  // Every page first requests the service's health to find out whether a second factor is required.
  answers: { '/admin/v1/health': HEALTH, ...rest.answers },
  name: `admin-${name}`,
});

const PERSON: Answers = {
  '/admin/v1/accounts/{id}': {
    ...ACCOUNT,
    age: {
      verified: true,
      verified_brackets: ['18+', '21+'],
      level: 'document',
      verified_at: at(10),
      expires_at: '2027-11-10T09:30:00.000Z',
    },
    counts: { sessions: 1, passkeys: 1, connections: 1, notifications: 1, logins: 1 },
    recent_logins: [LOGIN],
  },
  '/admin/v1/accounts/{id}/connections': [
    {
      client_id: 'cellar',
      client_name: 'Cellar',
      scopes: ['openid', 'age'],
      connected_at: at(11),
      last_shared_at: at(20, '08:12'),
    },
  ],
  '/admin/v1/accounts/{id}/login-history': [LOGIN],
  '/admin/v1/accounts/{id}/notifications': [],
  '/admin/v1/accounts/{id}/passkeys': [
    { id: 3, name: 'Phone', backed_up: true, created_at: at(4), last_used_at: at(20, '08:12') },
  ],
  '/admin/v1/accounts/{id}/sessions': [
    {
      id: 'ses_1',
      device: 'Firefox on Linux',
      place: 'DE',
      ip: '192.0.2.14',
      methods: ['passkey'],
      created_at: at(20, '08:12'),
      last_seen_at: at(20, '10:11'),
      expires_at: '2026-12-20T08:12:00.000Z',
    },
  ],
};

export const ADMIN_STATES: readonly ConsoleState[] = [
  { name: 'admin-sign-in', console: 'admin', path: '', answers: {}, shows: 'form' },
  signedIn('today', {
    path: '/',
    answers: {
      '/admin/v1/analytics/comparison': COMPARISON,
      '/admin/v1/analytics/overview': {
        tenants: { total: 84 },
        users: STATS,
        verifications: {
          total: 310_442,
          created: 2710,
          success: 1920,
          failed: 320,
          canceled: 160,
          expired: 230,
        },
        revenue: { month: '2026-11', by_currency: [{ currency: 'EUR', amount_minor: 482_150 }] },
      },
    },
    shows: 'text=agate-mails-dead',
  }),
  signedIn('people', {
    path: '/people',
    answers: { '/admin/v1/accounts': ACCOUNTS },
    shows: '.table',
  }),
  signedIn('person', {
    path: '/people/412',
    answers: PERSON,
    shows: 'text=Firefox on Linux',
  }),
  signedIn('person-suspend', {
    path: '/people/412',
    answers: PERSON,
    reach: (page) => page.locator('.page > .page-actions .button').first().click(),
    shows: '.dialog form',
  }),
  signedIn('menu', {
    path: '/people',
    isNarrow: true,
    answers: { '/admin/v1/accounts': ACCOUNTS },
    reach: async (page) => {
      await page.locator('.table').waitFor();
      await page.locator('.bar .button').click();
    },
    shows: '.drawer .person',
  }),
  signedIn('customers', {
    path: '/customers',
    answers: { '/admin/v1/tenants': TENANTS, '/admin/v1/plans': [] },
    shows: '.table',
  }),
  signedIn('customer', {
    path: '/customers/ten_cellar',
    answers: {
      '/admin/v1/plans': [],
      '/admin/v1/tenants/{id}/names': CONFIRMED_NAMES,
      '/admin/v1/tenants/{id}': {
        ...TENANT,
        age_margin_years: null,
        age_target: 2,
        attempt_cap: 5,
        retention_days: 30,
        history_days: 365,
        require_second_factor: false,
        effective_age_margin_years: 7,
        age_margin_floor_years: 2,
        owners: [{ name: 'Cellar', email: 'owner@cellar.example', last_login_at: at(20) }],
        counts: { members: 3, keys: 3, clients: 2, endpoints: 2 },
        currency: 'EUR',
        months: [{ month: '2026-11', completed: 2260, amount_minor: 22_600 }],
      },
    },
    shows: '.card >> nth=1',
  }),
  signedIn('clients', {
    path: '/clients',
    answers: { '/admin/v1/oauth-clients': CLIENTS },
    shows: '.table',
  }),
  signedIn('client', {
    path: '/clients/xoc_7pFq0cW4mT2y',
    answers: { '/admin/v1/oauth-clients/{id}': CLIENT_DETAIL },
    shows: '.card >> nth=2',
  }),
  signedIn('trust', {
    path: '/trust',
    answers: { '/admin/v1/tenants': TENANTS },
    shows: '.table',
  }),
  signedIn('names', {
    path: '/names',
    answers: { '/admin/v1/names': { names: QUESTIONED_NAMES, next: 'ten_cellar' } },
    shows: '.table',
  }),
  signedIn('names-confirm', {
    path: '/names',
    answers: { '/admin/v1/names': { names: QUESTIONED_NAMES } },
    reach: (page) => page.locator('.table-actions .button').first().click(),
    shows: '.dialog',
  }),
  signedIn('ages', {
    path: '/ages?source=ten_cellar',
    answers: { '/admin/v1/verified-ages': AGES },
    shows: '.table',
  }),
  signedIn('operators', {
    path: '/operators',
    answers: { '/admin/v1/admins': OPERATORS },
    shows: '.table',
  }),
  signedIn('operator-sessions', {
    path: '/operators',
    answers: {
      '/admin/v1/admins': OPERATORS,
      '/admin/v1/admins/{id}/sessions': OPERATOR_SESSIONS,
    },
    reach: (page) => page.locator('.table-actions .button').nth(1).click(),
    shows: '.dialog .rows',
  }),
  signedIn('security', {
    path: '/security',
    answers: {
      '/admin/v1/auth/sessions': OWN_SESSIONS,
      '/admin/v1/auth/2fa/status': { enabled: true, recovery_codes_left: 2 },
      '/admin/v1/auth/passkeys': [],
    },
    shows: '.badge.info',
  }),
  signedIn('keys', {
    path: '/keys',
    answers: { '/admin/v1/passes': PASS_COUNTS },
    shows: 'text=key-2026-15',
  }),
  signedIn('audit', {
    path: '/audit',
    answers: { '/admin/v1/audit': ENTRIES, '/admin/v1/admins': OPERATORS },
    shows: '.table',
  }),
  signedIn('audit-entry', {
    path: '/audit/7',
    answers: {
      '/admin/v1/audit/{id}': {
        ...SUSPENSION,
        hash: '5b1c0de2f6a94b7a8e3d',
        intact: true,
        previous_intact: true,
        signed_at: at(20, '03:17'),
      },
      '/admin/v1/admins': OPERATORS,
    },
    shows: '.note.good',
  }),
];
