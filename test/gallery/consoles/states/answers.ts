// API responses shared by several states: one customer's data at the gallery's fixed time.
import type {
  WireAgeMarginPreview,
  WireApiKey,
  WireListedSession,
  WireSettings,
  WireTenantFallThrough,
  WireTenantFunnel,
  WireTenantOverview,
  WireVerificationFigures,
  WireWebhook,
} from '../../../../widget/console/api/wire.ts';
import type { Answers } from '../console-state.ts';

export const OWNER = {
  email: 'owner@cellar.example',
  name: 'Cellar',
  role: 'owner',
  two_factor_enabled: true,
  email_verified: true,
  tenant_id: 'ten_cellar',
} as const;

/**
 * @param day a day of November 2026
 * @param clock hours and minutes, with or without seconds
 */
export const at = (day: number, clock = '09:30'): string =>
  new Date(`2026-11-${String(day).padStart(2, '0')}T${clock}Z`).toISOString();

const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10);

/** The figures of a month, with a weekly pattern and a little growth. */
export const DAYS: WireVerificationFigures['series'] = Array.from({ length: 30 }, (_, index) => {
  const created = 60 + index + ([0, 4, 9, 13, 31, 44, 22].at(index % 7) ?? 0);
  return {
    date: dayOf(index),
    created,
    success: Math.round(created * 0.71),
    failed: Math.round(created * 0.12),
    canceled: Math.round(created * 0.06),
    expired: Math.round(created * 0.08),
  };
});

const sum = (part: 'created' | 'success' | 'failed' | 'canceled' | 'expired'): number =>
  DAYS.reduce((all, day) => all + day[part], 0);

const completed = sum('success') + sum('failed');

export const OVERVIEW: WireTenantOverview = {
  days: 30,
  totals: {
    created: sum('created'),
    success: sum('success'),
    failed: sum('failed'),
    canceled: sum('canceled'),
    expired: sum('expired'),
    completed,
    success_rate: sum('success') / completed,
  },
  series: DAYS,
  median_duration_seconds: 19,
  by_country: [
    { country: 'DE', success: 1210, failed: 190 },
    { country: 'FR', success: 402, failed: 71 },
    { country: 'NL', success: 188, failed: 24 },
  ],
  by_verification_type: [
    { verification_type: 'age_check', success: 1402, failed: 201 },
    { verification_type: 'full', success: 398, failed: 84 },
  ],
  by_reason: [
    { reason: 'age_below_threshold', failed: 122 },
    { reason: 'liveness_failed', failed: 98 },
    { reason: 'age_inconclusive', failed: 40 },
  ],
  contests: { contested: 21, overturned: 14 },
};

const FUNNEL: WireTenantFunnel = {
  days: 30,
  running: 85,
  steps: [
    { step: 'created', sessions: 2646, share: 1 },
    { step: 'opened', sessions: 2588, share: 0.978 },
    { step: 'liveness', sessions: 2391, share: 0.904 },
    { step: 'age', sessions: 2304, share: 0.871 },
    { step: 'completed', sessions: 2262, share: 0.855 },
  ],
};

/** The active live keys. */
export const KEYS: WireApiKey[] = [
  {
    id: 'key_01',
    name: 'Shop server',
    kind: 'secret',
    mode: 'live',
    prefix: 'sk_live_',
    last_four: 'x8Kq',
    status: 'active',
    created_at: at(2),
    last_used_at: at(20, '10:29'),
  },
  {
    id: 'key_02',
    name: 'Shop page',
    kind: 'publishable',
    mode: 'live',
    prefix: 'pk_live_',
    last_four: 'Lm2a',
    status: 'active',
    created_at: at(2, '09:31'),
  },
];

export const ENDPOINT: WireWebhook = {
  id: 'we_01',
  url: 'https://cellar.example/hooks/agate',
  description: 'Orders',
  events: ['session.success', 'session.failed', 'session.review_required'],
  mode: 'both',
  state: 'enabled',
  created_at: at(3),
};

export const DISABLED_ENDPOINT: WireWebhook = {
  id: 'we_02',
  url: 'https://staging.cellar.example/hooks/agate-verification',
  events: ['session.success'],
  mode: 'test',
  state: 'disabled',
  disabled_reason: 'failing',
  failing_since: at(12),
  created_at: at(4),
};

export const WEBHOOKS: WireWebhook[] = [ENDPOINT, DISABLED_ENDPOINT];

const listed = (
  token: string,
  clock: string,
  rest: Partial<WireListedSession>,
): WireListedSession => ({
  token,
  status: 'success',
  verified: true,
  purpose: 'age_verification',
  verification_mode: 'auto',
  verification_type: 'age_check',
  gate: 18,
  measured: 'edge',
  ip_country: 'DE',
  created_at: at(20, clock),
  completed_at: at(20, `${clock}:13`),
  expires_at: at(21, clock),
  ...rest,
});

export const FAILED_SESSION = listed('xtk_two', '10:08', {
  status: 'failed',
  verified: false,
  reason: 'age_below_threshold',
  contested: true,
  external_user_id: 'order-20416',
});

export const VERIFIED_SESSION = listed('xtk_one', '10:21', { external_user_id: 'order-20417' });

export const SESSIONS: WireListedSession[] = [
  VERIFIED_SESSION,
  FAILED_SESSION,
  listed('xtk_three', '09:55', {
    status: 'pending_tenant_review',
    verified: false,
    purpose: 'id_verification',
    verification_mode: 'document',
    verification_type: 'full',
    ip_country: 'FR',
  }),
  listed('xtk_four', '09:40', { status: 'in_progress', verified: false }),
  listed('xtk_five', '09:02', { status: 'expired', verified: false }),
  listed('xtk_six', '08:47', {
    verification_type: 'full',
    external_user_id: 'a-rather-long-reference-of-the-shop-2026-11-20-0847',
    ip_country: 'NL',
  }),
];

export const SETTINGS: WireSettings = {
  name: 'Cellar',
  residency: 'none',
  color: '#7a1f3d',
  logo: null,
  alternative_url: 'https://cellar.example/other-ways',
  controller_name: 'Cellar Ltd',
  privacy_contact: 'privacy@cellar.example',
  privacy_url: 'https://cellar.example/privacy',
  default_locale: null,
  default_theme: 'system',
  callback_origins: ['https://cellar.example'],
  embed_origins: [],
  age_margin_years: null,
  age_target: 2,
  effective_age_margin_years: 7,
  age_margin_floor_years: 2,
  attempt_cap: 5,
  require_second_factor: false,
  retention_days: 30,
  history_days: 365,
  required_method: null,
  accept_methods: null,
  accept_order: null,
  policy: 'off',
  policy_context: null,
  max_proof_age_days: null,
  recheck: [],
  min_assurance: null,
  liveness_level: 'standard',
  document_step_up: true,
  allowed_documents: ['passport', 'id_card', 'residence_permit', 'drivers_license'],
  reviews: true,
  review_second_person: true,
  document_fields: [],
  keep_faces_days: 0,
  agate_id: true,
  agate_id_face: false,
  fall_through: true,
};

const group = (
  ages: [number, number],
  passed: number,
  failed: number,
): WireAgeMarginPreview['groups'][number] => {
  const around = (share: number): [number, number] => [
    Math.max(0, share - 0.03),
    Math.min(1, share + 0.03),
  ];
  const inconclusive = 1 - passed - failed;
  return {
    ages,
    passed,
    passed_interval: around(passed),
    failed,
    failed_interval: around(failed),
    inconclusive,
    inconclusive_interval: around(inconclusive),
    populations: [
      {
        name: 'All-Age-Faces (AAF)',
        people: 520,
        passed: passed * 0.7,
        passed_interval: around(passed * 0.7),
      },
      { name: 'UTKFace', people: 640, passed, passed_interval: around(passed) },
    ],
  };
};

/**
 * @param years the margin at gate 18, in years
 * @param target the target that the margin is computed for, as a percentage, or null if there is
 *   none
 */
const marginOf = (years: number, target: 2 | null): WireAgeMarginPreview => ({
  min_age: 18,
  measured: 'edge',
  age_target: target,
  margin_years: years,
  fail_margin_years: 4,
  error_years: 4.6,
  passes_from: 18 + years,
  fails_below: 14,
  warnings: [],
  decided_by: 'head',
  measured_on: '2026-11-28',
  groups: [
    group([13, 17], 0.02 + (7 - years) / 50, 0.34),
    group([18, 24], 0.22 + (7 - years) / 20, 0.05),
    group([25, 60], 0.88 + (7 - years) / 50, 0.01),
  ],
  ages: Array.from({ length: 30 }, (_, n) => {
    const {
      ages: _ages,
      populations: _by,
      ...shares
    } = group([10 + n, 10 + n], 1 / (1 + Math.exp((18 + years - 10 - n) / 2)), 0);
    return { age: 10 + n, ...shares };
  }),
});

/**
 * The margin that the customer has saved. USUAL_MARGIN applies to a customer that has saved none.
 */
export const MARGIN = marginOf(7, 2);
export const USUAL_MARGIN = marginOf(5, null);

/** The responses to the requests of the dashboard's frame and first page. */
export const HOME: Answers = {
  '/dashboard/v1/analytics/overview': OVERVIEW,
  '/dashboard/v1/analytics/funnel': FUNNEL,
  '/dashboard/v1/api-keys': KEYS,
  '/dashboard/v1/webhooks': WEBHOOKS,
  '/dashboard/v1/sessions': SESSIONS,
};

export const FALL_THROUGH: WireTenantFallThrough = {
  collecting: true,
  minimum: 50,
  month: '2026-10',
  months: ['2026-10', '2026-09', '2026-08'],
  leavings: [
    {
      left_at: 'consent',
      sessions: 117,
      groups: [
        { language: 'de', device: 'all', sessions: 64 },
        { language: 'other', device: 'all', sessions: 53 },
      ],
    },
    { left_at: 'camera', sessions: 71, groups: [{ language: 'all', device: 'all', sessions: 71 }] },
    {
      left_at: 'success',
      sessions: 1920,
      groups: [
        { language: 'de', device: 'phone', sessions: 1204 },
        { language: 'de', device: 'computer', sessions: 240 },
        { language: 'de', device: 'tablet', sessions: 88 },
        { language: 'tr', device: 'phone', sessions: 214 },
        { language: 'tr', device: 'other', sessions: 62 },
        { language: 'other', device: 'all', sessions: 112 },
      ],
    },
  ],
};
