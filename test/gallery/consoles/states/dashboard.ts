// The states of the customers' console.
import type {
  WireEvent,
  WireListedReview,
  WireRequestLine,
  WireResult,
  WireReview,
  WireSessionFile,
} from '../../../../widget/console/api/wire.ts';
import type { Answers, ConsoleState } from '../console-state.ts';
import {
  at,
  FAILED_SESSION,
  HOME,
  KEYS,
  OVERVIEW,
  OWNER,
  SESSIONS,
  SETTINGS,
  VERIFIED_SESSION,
} from './answers.ts';

const CHECKS: WireReview['checks'] = {
  liveness: { performed: true, passed: true, light: 'answers' },
  age: { performed: false, passed: false },
  document: { performed: true, passed: true, document_type: 'passport', country: 'FR' },
  face_match: { performed: true, passed: false },
  eu_wallet: { performed: false, passed: false },
  aml: { performed: false, passed: false },
};

const RESULT: WireResult = {
  token: 'xtk_one',
  status: 'success',
  verified: true,
  verification_type: 'age_check',
  ip_country: 'NL',
  checks: {
    liveness: { performed: true, passed: true, light: 'answers' },
    age: { performed: true, passed: true, gate: 18 },
    document: { performed: false, passed: false },
    face_match: { performed: false, passed: false },
    eu_wallet: { performed: false, passed: false },
    aml: { performed: false, passed: false },
  },
  created_at: at(20, '10:20'),
  completed_at: at(20, '10:21'),
  expires_at: at(20, '10:35'),
};

const SESSION: WireSessionFile = {
  ...FAILED_SESSION,
  reason: 'liveness_failed',
  checks: {
    ...CHECKS,
    liveness: { performed: true, passed: false },
    age: { performed: false, passed: false, gate: 18 },
    document: { performed: false, passed: false },
    face_match: { performed: false, passed: false },
  },
  risk: { band: 'low' },
  receipt: 'https://agate.example/verify/v1/receipts/xtk_two',
  retake: 'possible',
  page: { site: 'Cellar Door', asks_for_document: false },
  timeline: [
    { type: 'created', at: at(20, '10:08') },
    { type: 'visitor', at: at(20, '10:08'), name: 'opened' },
    { type: 'visitor', at: at(20, '10:08'), name: 'consent', notice: '7' },
    { type: 'visitor', at: at(20, '10:08'), name: 'camera' },
    { type: 'visitor', at: at(20, '10:08'), name: 'liveness_start' },
    { type: 'ended', at: at(20, '10:08'), status: 'failed' },
    {
      type: 'webhook',
      at: at(20, '10:08'),
      delivery_id: 'del_02',
      endpoint_id: 'we_01',
      attempt: 1,
      duration_ms: 38,
      failure: 'connection',
    },
    {
      type: 'webhook',
      at: at(20, '10:09'),
      delivery_id: 'del_02',
      endpoint_id: 'we_01',
      attempt: 2,
      duration_ms: 91,
      http_status: 200,
    },
  ],
  deliveries: [
    {
      id: 'del_02',
      endpoint_id: 'we_01',
      event_id: 'evt_02',
      event_type: 'session.failed',
      state: 'delivered',
      attempts: 2,
    },
  ],
};

const VERIFIED: WireSessionFile = {
  ...VERIFIED_SESSION,
  checks: RESULT.checks,
  risk: { band: 'low' },
  receipt: 'https://agate.example/verify/v1/receipts/xtk_one',
  page: { site: 'Cellar Door', asks_for_document: false },
  timeline: [
    { type: 'created', at: at(20, '10:21') },
    { type: 'visitor', at: at(20, '10:21'), name: 'opened' },
    { type: 'visitor', at: at(20, '10:21'), name: 'consent', notice: '7' },
    { type: 'visitor', at: at(20, '10:21'), name: 'camera' },
    { type: 'visitor', at: at(20, '10:21'), name: 'liveness_start' },
    { type: 'visitor', at: at(20, '10:21'), name: 'liveness_end' },
    { type: 'visitor', at: at(20, '10:21'), name: 'age' },
    { type: 'ended', at: at(20, '10:21'), status: 'success' },
    {
      type: 'webhook',
      at: at(20, '10:21'),
      delivery_id: 'del_03',
      endpoint_id: 'we_01',
      attempt: 1,
      duration_ms: 64,
      http_status: 200,
    },
  ],
  deliveries: [
    {
      id: 'del_03',
      endpoint_id: 'we_01',
      event_id: 'evt_03',
      event_type: 'session.success',
      state: 'delivered',
      attempts: 1,
    },
  ],
};

const ASKED: WireListedReview = {
  id: 'rev_01',
  gate: 18,
  external_user_id: 'order-20402',
  requested_at: at(18, '11:00'),
  due_at: at(21, '11:00'),
  purpose: 'age_verification',
};

const REVIEWS: WireListedReview[] = [
  ASKED,
  {
    id: 'rev_02',
    requested_at: at(20, '09:55'),
    due_at: at(23, '09:55'),
    purpose: 'id_verification',
  },
];

const REVIEW: WireReview = {
  ...ASKED,
  reason: 'face_mismatch',
  checks: CHECKS,
  risk: { band: 'medium' },
  approvals: 1,
  approvals_needed: 2,
  approved_by_you: false,
  round: 2,
  decisions: [
    {
      round: 1,
      decision: 'ask_again',
      steps: ['document'],
      member_id: 'mem_3',
      member_name: 'Noor Haddad',
      at: at(18, '15:20'),
    },
    {
      round: 2,
      decision: 'approve',
      member_id: 'mem_4',
      member_name: 'Tomás Vidal',
      at: at(20, '09:12'),
    },
  ],
  pictures: (['page', 'front', 'face'] as const).map((name) => ({
    name,
    url: `https://agate.example/dashboard/v1/reviews/rev_01/pictures/${name}`,
    expires_at: at(20, '10:40'),
  })),
};

const event = (id: string, clock: string, session: object): WireEvent => ({
  id,
  type: 'session.success',
  api_version: '2026-08-13',
  created: Date.parse(at(20, clock)) / 1000,
  data: { ...RESULT, ...session },
});

const EVENTS: WireEvent[] = [
  event('evt_03', '10:21', { external_user_id: 'customer-1842' }),
  {
    ...event('evt_02', '10:08', { status: 'failed', verified: false, reason: 'liveness_failed' }),
    type: 'session.failed',
  } as WireEvent,
  event('evt_01', '09:30', {}),
];

const REQUESTS: WireRequestLine[] = [
  {
    id: 3,
    at: at(20, '10:29'),
    request_id: 'req_8yYVrb3kRfWcQ1nT',
    method: 'GET',
    path: '/verify/v1/result/{token}',
    status: 200,
    duration_ms: 12,
  },
  {
    id: 2,
    at: at(20, '10:21'),
    request_id: 'req_q0TnW1cRfV3k8yYr',
    method: 'POST',
    path: '/verify/v1/init',
    status: 422,
    code: 'ORIGIN_NOT_ALLOWED',
    duration_ms: 4,
  },
  {
    id: 1,
    at: at(20, '10:20'),
    request_id: 'req_1nTcQfWkR3bVr8yY',
    method: 'POST',
    path: '/verify/v1/2fa/verify',
    status: 503,
    code: 'UNAVAILABLE',
    duration_ms: 2004,
  },
];

interface Rest extends Partial<ConsoleState> {
  answers: Answers;
  path: string;
  shows: string;
}

const signedIn = (name: string, rest: Rest): ConsoleState => ({
  console: 'dashboard',
  user: OWNER,
  ...rest,
  name: `dashboard-${name}`,
});

export const DASHBOARD_STATES: readonly ConsoleState[] = [
  { name: 'dashboard-sign-in', console: 'dashboard', path: '', answers: {}, shows: 'form' },
  signedIn('home', { path: '/', answers: HOME, shows: 'a[href$="/xtk_one"]' }),
  signedIn('home-new', {
    path: '/',
    isTest: true,
    user: { ...OWNER, email_verified: false, two_factor_enabled: false },
    answers: {
      ...HOME,
      '/dashboard/v1/analytics/overview': {
        ...OVERVIEW,
        totals: {
          created: 0,
          success: 0,
          failed: 0,
          canceled: 0,
          expired: 0,
          completed: 0,
          success_rate: null,
        },
      },
      '/dashboard/v1/api-keys': [],
      '/dashboard/v1/webhooks': [],
      '/dashboard/v1/sessions': [],
      '/dashboard/v1/auth/me': 'pending',
    },
    shows: '.empty',
  }),
  signedIn('sessions', {
    path: '/sessions',
    answers: { '/dashboard/v1/sessions': SESSIONS },
    shows: '.table',
  }),
  signedIn('sessions-waiting', {
    path: '/sessions',
    answers: { '/dashboard/v1/sessions': 'pending' },
    shows: '.card .waiting',
  }),
  signedIn('sessions-refused', {
    path: '/sessions',
    answers: { '/dashboard/v1/sessions': { refused: 403, code: 'FORBIDDEN' } },
    shows: '.note.bad',
  }),
  signedIn('session', {
    path: '/sessions/xtk_two',
    answers: { '/dashboard/v1/sessions/{token}': SESSION },
    shows: '.table, .timeline',
  }),
  signedIn('session-verified', {
    path: '/sessions/xtk_one',
    answers: { '/dashboard/v1/sessions/{token}': VERIFIED },
    shows: '.table, .timeline',
  }),
  signedIn('session-retaken', {
    path: '/sessions/xtk_two',
    answers: {
      '/dashboard/v1/sessions/{token}': SESSION,
      '/dashboard/v1/sessions/{token}/retake': {
        verify_url: 'https://agate.example/v/xit_Vn3kq0TnW1cRfV3k8yYrb3kRfWcQ1nT',
        previous: 'xtk_two',
      },
    },
    reach: async (page) => {
      await page.locator('.page-actions .primary').click();
      await page.locator('[role=dialog] [type=submit]').click();
      await page.locator('.copied >> text=xit_').waitFor();
      // Waits until React Aria's live region no longer contains the name of the removed button,
      // which takes seven seconds.
      await page.locator('[data-live-announcer] [role="img"]').waitFor({ state: 'detached' });
    },
    shows: '.copied >> text=xit_',
  }),
  signedIn('session-erase', {
    path: '/sessions/xtk_two',
    answers: { '/dashboard/v1/sessions/{token}': SESSION },
    reach: (page) => page.locator('.page-actions .plain').click(),
    shows: '[role=dialog] .danger',
  }),
  signedIn('reviews', {
    path: '/reviews',
    answers: { '/dashboard/v1/reviews': REVIEWS },
    shows: '.table',
  }),
  signedIn('review', {
    path: '/reviews/rev_01',
    answers: { '/dashboard/v1/reviews': REVIEWS, '/dashboard/v1/reviews/{id}': REVIEW },
    shows: '.picture img >> nth=2',
  }),
  signedIn('menu', {
    path: '/keys',
    isNarrow: true,
    answers: { '/dashboard/v1/api-keys': KEYS },
    reach: async (page) => {
      await page.locator('.table').waitFor();
      await page.locator('.bar .button').click();
    },
    shows: '.drawer .person',
  }),
  signedIn('palette', {
    path: '/keys',
    answers: { '/dashboard/v1/api-keys': KEYS },
    reach: async (page) => {
      await page.locator('.table').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('xtk_2f');
    },
    shows: '[role="menuitem"]',
  }),
  signedIn('events', {
    path: '/events',
    answers: { '/dashboard/v1/events': EVENTS },
    reach: (page) => page.locator('.fold summary').first().click(),
    shows: '.code-block pre',
  }),
  signedIn('requests', {
    path: '/requests',
    answers: { '/dashboard/v1/requests': REQUESTS },
    shows: '.table',
  }),
  signedIn('requests-none', {
    path: '/requests?show=errors',
    answers: { '/dashboard/v1/requests': [] },
    shows: '.empty',
  }),
  signedIn('keys', {
    path: '/keys',
    answers: { '/dashboard/v1/api-keys': KEYS },
    shows: '.table',
  }),
  signedIn('appearance', {
    path: '/appearance',
    answers: { '/dashboard/v1/settings': SETTINGS },
    shows: '.contrasts',
  }),
  signedIn('appearance-unsaved', {
    path: '/appearance',
    answers: { '/dashboard/v1/settings': SETTINGS },
    reach: (page) => page.locator('.color-field .input').fill('#ffe066'),
    shows: '.note.warn',
  }),
];
