// States of the customers' console about the team and the member's own sign-in.
import type {
  WireDashboardUser,
  WireInvitation,
  WireScimToken,
  WireStaffSession,
  WireTenantAuditEntry,
  WireUsage,
} from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { OWNER, SETTINGS, at } from './answers.ts';

export const OWN_SESSIONS: WireStaffSession[] = [
  {
    id: 'ses_01',
    current: true,
    method: 'totp',
    device: 'Firefox, Linux',
    ip: '203.0.113.7',
    created_at: at(20, '08:02'),
    last_used_at: at(20, '10:29'),
    expires_at: at(30, '08:02'),
  },
  {
    id: 'ses_02',
    current: false,
    method: 'recovery_code',
    device: 'Chrome, Android',
    ip: '198.51.100.23',
    created_at: at(12, '17:40'),
    last_used_at: at(18, '21:13'),
    expires_at: at(28, '17:40'),
  },
];

const SECURITY = {
  '/dashboard/v1/auth/sessions': OWN_SESSIONS,
  '/dashboard/v1/auth/2fa/status': { enabled: false, recovery_codes_left: 0 },
  '/dashboard/v1/auth/passkeys': [
    { id: 4, name: 'Laptop', backed_up: false, created_at: at(6), last_used_at: at(20, '08:02') },
  ],
};

const TEAM: WireDashboardUser[] = [
  member(1, 'Cellar', 'owner', { two_factor_enabled: true, last_login_at: at(20, '08:02') }),
  member(2, 'Warehouse and delivery, second floor', 'developer', {
    last_login_at: at(18, '16:20'),
  }),
  member(3, 'Night desk', 'reviewer', {
    active: false,
    state: 'suspended',
    last_login_at: at(2, '11:45'),
  }),
  member(4, 'Figures', 'analyst', { email_verified: false }),
];

function member(
  id: number,
  name: string,
  role: string,
  rest: Partial<WireDashboardUser>,
): WireDashboardUser {
  return {
    id: `mem_${id}`,
    email: `${(name.split(' ')[0] ?? name).toLowerCase()}@cellar.example`,
    email_verified: true,
    name,
    role,
    tenant_id: 'ten_cellar',
    active: true,
    state: 'active',
    two_factor_enabled: false,
    created_at: at(1),
    ...rest,
  };
}

const INVITATIONS: WireInvitation[] = [
  {
    id: 'inv_01',
    email: 'sam@cellar.example',
    role: 'reviewer',
    created_at: at(19),
    expires_at: at(26),
  },
];

const SCIM_TOKENS: WireScimToken[] = [
  {
    id: 'scim_01',
    last_four: 'q7Hd',
    default_role: 'analyst',
    expired: false,
    created_at: at(2),
    expires_at: at(28),
    last_used_at: at(20),
  },
];

const TEAM_ANSWERS = {
  '/dashboard/v1/team': TEAM,
  '/dashboard/v1/team/invitations': INVITATIONS,
  '/dashboard/v1/scim-tokens': SCIM_TOKENS,
  '/dashboard/v1/settings': SETTINGS,
};

const AUDIT: WireTenantAuditEntry[] = [
  {
    id: 412,
    created_at: at(20, '09:58'),
    member_id: 'mem_1',
    action: 'team.update',
    target_type: 'staff',
    target_id: 'mem_3',
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    before: { role: 'analyst', active: true },
    after: { role: 'reviewer', active: false },
  },
  {
    id: 411,
    created_at: at(20, '08:02'),
    member_id: 'mem_1',
    action: 'auth.login',
    target_type: 'staff',
    target_id: 'mem_1',
  },
  {
    id: 398,
    created_at: at(18, '03:10'),
    member_id: null,
    action: 'webhook.disable',
    target_type: 'webhook',
    target_id: 'we_01',
    before: { state: 'enabled' },
    after: { state: 'disabled' },
  },
];

const AUDIT_ANSWERS = { '/dashboard/v1/audit': AUDIT, '/dashboard/v1/team': TEAM };

const COMPLETED = [1912, 2730, 2512, 2204, 1875, 960, 121];

const USAGE: WireUsage = {
  plan: {
    id: 'plan_growth',
    name: 'Growth',
    currency: 'EUR',
    monthly_minor: 4900,
    verification_minor: 12,
  },
  months: COMPLETED.map((completed, index) => ({
    month: `2026-${String(11 - index).padStart(2, '0')}`,
    completed,
    amount_minor: 4900 + 12 * completed,
  })),
};

/**
 * The response to the request that starts setting up two-factor authentication. Responses to writes
 * are keyed by path, like responses to reads.
 */
const SETUP = {
  '/dashboard/v1/auth/2fa/setup': {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    provisioning_uri:
      'otpauth://totp/Agate:owner%40cellar.example?issuer=Agate&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
};

const signedIn = (
  name: string,
  state: Omit<ConsoleState, 'name' | 'console' | 'user'>,
): ConsoleState => ({
  console: 'dashboard',
  user: OWNER,
  ...state,
  name: `dashboard-${name}`,
});

export const ORGANISATION_STATES: readonly ConsoleState[] = [
  signedIn('security', { path: '/security', answers: SECURITY, shows: '.badge.info' }),
  signedIn('security-set-up', {
    path: '/security',
    answers: { ...SECURITY, ...SETUP },
    reach: (page) => page.locator('.card .button.primary').first().click(),
    shows: '.qr path',
  }),
  signedIn('team', { path: '/team', answers: TEAM_ANSWERS, shows: '.rows .row' }),
  signedIn('team-invite', {
    path: '/team',
    answers: TEAM_ANSWERS,
    reach: (page) => page.locator('.page-head .button.primary').click(),
    shows: '.dialog form',
  }),
  signedIn('team-change', {
    path: '/team',
    answers: TEAM_ANSWERS,
    reach: (page) => page.locator('.table-actions .button').first().click(),
    shows: '.dialog form',
  }),
  signedIn('audit', { path: '/audit', answers: AUDIT_ANSWERS, shows: '.table' }),
  signedIn('audit-entry', {
    path: '/audit',
    answers: AUDIT_ANSWERS,
    reach: (page) => page.locator('.table-actions .button').first().click(),
    shows: '.dialog .table',
  }),
  signedIn('usage', {
    path: '/usage',
    answers: { '/dashboard/v1/usage': USAGE },
    shows: '.table',
  }),
  signedIn('usage-none', {
    path: '/usage',
    answers: {
      '/dashboard/v1/usage': {
        plan: null,
        months: [{ month: '2026-11', completed: 0, amount_minor: 0 }],
      },
    },
    shows: '.empty',
  }),
];
