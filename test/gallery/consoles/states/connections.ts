// States of the customers' console: trying the check, OAuth clients, faces, and the accuracy of
// checks.
import type {
  WireDashboardBlockedFace,
  WireEnrolledFace,
  WireOAuthClient,
  WireSessionFile,
} from '../../../../widget/console/api/wire.ts';
import type { Answers, ConsoleState } from '../console-state.ts';
import {
  FAILED_SESSION,
  FALL_THROUGH,
  KEYS,
  MARGIN,
  OVERVIEW,
  OWNER,
  SETTINGS,
  WEBHOOKS,
  at,
} from './answers.ts';
import { FACE_RATES } from './face-rates.ts';

const CLIENT: WireOAuthClient = {
  id: 'clt_01',
  client_id: 'xoc_6vK1c9Tq',
  name: 'Cellar',
  redirect_uris: ['https://cellar.example/signed-in'],
  scopes: ['openid', 'age_verification'],
  post_logout_redirect_uris: ['https://cellar.example/'],
  backchannel_logout_uri: 'https://cellar.example/logout',
  age_thresholds: [18, 21],
  refuses_face: false,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  id_token_signed_response_alg: 'RS256',
  device_flow: false,
  fedcm: false,
  client_kind: 'web',
  pkce_optional: false,
  nonce_optional: false,
  id_token_claims: false,
  created_at: at(5),
};

const PUBLIC_CLIENT: WireOAuthClient = {
  ...CLIENT,
  id: 'clt_02',
  client_id: 'xoc_0aZp5dWn',
  name: 'Tasting room',
  redirect_uris: ['https://tasting.cellar.example/callback'],
  token_endpoint_auth_method: 'none',
  web_origins: ['https://tasting.cellar.example'],
  dpop_bound_access_tokens: true,
};

const FACES: WireEnrolledFace[] = [
  {
    id: 'fac_01',
    user_id: 'member-1842',
    enrolled_at: at(6),
    last_used_at: at(19),
    expires_at: '2027-11-19T09:30:00.000Z',
    outdated: false,
  },
  {
    id: 'fac_02',
    user_id: 'member-1790',
    enrolled_at: at(2),
    last_used_at: at(2),
    expires_at: '2027-11-02T09:30:00.000Z',
    outdated: true,
  },
];

const BLOCKED: WireDashboardBlockedFace[] = [
  {
    id: 4,
    reason: 'Bought for others three times',
    source: 'session',
    session_id: 'xtk_nine',
    added_by: 'staff:7',
    added_by_name: 'Vera Vintner',
    created_at: at(14),
    expires_at: '2027-02-12T09:30:00.000Z',
    contest_contact: 'privacy@cellar.example',
  },
  {
    id: 3,
    reason: 'Threatened a colleague',
    source: 'session',
    session_id: 'xtk_six',
    added_by: 'staff:3',
    created_at: at(12),
    expires_at: '2027-02-10T09:30:00.000Z',
    contest_contact: 'privacy@cellar.example',
  },
];

const TRIED: WireSessionFile = {
  ...FAILED_SESSION,
  status: 'in_progress',
  test: true,
  timeline: [
    { type: 'created', at: at(20, '10:28') },
    { type: 'visitor', at: at(20, '10:29'), name: 'opened' },
  ],
  deliveries: [],
};

const NOT_OPENED: WireSessionFile = {
  ...TRIED,
  status: 'pending',
  timeline: TRIED.timeline.slice(0, 1),
};

const signedIn = (
  name: string,
  state: Omit<ConsoleState, 'name' | 'console' | 'user'>,
): ConsoleState => ({ console: 'dashboard', user: OWNER, ...state, name: `dashboard-${name}` });

const TRY_ANSWERS = {
  '/dashboard/v1/api-keys': KEYS,
  '/dashboard/v1/webhooks': WEBHOOKS,
  '/dashboard/v1/sessions/{token}': TRIED,
};

const OUTLOOK = { entries: 214, wrongly_matched: 0.0203, most_entries: 535 };

/** The responses to the requests that analysts may make. */
const FIGURES: Answers = {
  '/dashboard/v1/analytics/overview': OVERVIEW,
  '/dashboard/v1/analytics/fall-through': FALL_THROUGH,
  '/dashboard/v1/settings/age-margin': MARGIN,
  '/dashboard/v1/settings/face-rates': FACE_RATES,
};

const TRUTH: Answers = { ...FIGURES, '/dashboard/v1/settings': SETTINGS };

export const CONNECTION_STATES: readonly ConsoleState[] = [
  signedIn('try', { path: '/try', isTest: true, answers: TRY_ANSWERS, shows: 'pre' }),
  signedIn('try-watched', {
    path: '/try/xtk_two',
    isTest: true,
    answers: TRY_ANSWERS,
    shows: 'pre',
  }),
  signedIn('try-waiting', {
    path: '/try',
    isTest: true,
    answers: {
      ...TRY_ANSWERS,
      '/dashboard/v1/test-sessions': {
        token: 'xtk_two',
        verify_url: 'https://agate.example/v/xit_Vn3kq0TnW1cRfV3k8yYrb3kRfWcQ1nT',
      },
      '/dashboard/v1/sessions/{token}': NOT_OPENED,
    },
    reach: (page) => page.locator('form .button.primary').click(),
    shows: '.qr path',
  }),
  signedIn('clients', {
    path: '/clients',
    answers: { '/dashboard/v1/oauth-clients': [CLIENT, PUBLIC_CLIENT] },
    shows: '.rows .row',
  }),
  signedIn('client', {
    path: '/clients/clt_01',
    answers: { '/dashboard/v1/oauth-clients/{id}': CLIENT },
    shows: 'pre',
  }),
  signedIn('faces', {
    path: '/faces',
    answers: { '/dashboard/v1/faces': FACES, '/dashboard/v1/settings': SETTINGS },
    shows: '.table',
  }),
  signedIn('blocked-faces', {
    path: '/blocked-faces',
    answers: {
      '/dashboard/v1/blocked-faces': BLOCKED,
      '/dashboard/v1/blocked-faces/outlook': OUTLOOK,
      '/dashboard/v1/settings': SETTINGS,
    },
    shows: '.table',
  }),
  signedIn('truth', { path: '/truth', answers: TRUTH, shows: '.bar-parts' }),
  signedIn('truth-faces', {
    path: '/truth',
    answers: TRUTH,
    reach: (page) => page.locator('details.fold summary').click(),
    shows: '.fold .table',
  }),
  {
    ...signedIn('truth-analyst', {
      path: '/truth',
      answers: FIGURES,
      reach: (page) => page.locator('.figure').nth(4).waitFor(),
      shows: '.outlook .curve',
    }),
    user: { ...OWNER, role: 'analyst' },
  },
  signedIn('truth-stop', {
    path: '/truth',
    answers: TRUTH,
    reach: (page) => page.locator('.card .button.plain').last().click(),
    shows: '.dialog form',
  }),
  signedIn('keys-end-now', {
    path: '/keys',
    answers: { '/dashboard/v1/api-keys': KEYS },
    reach: async (page) => {
      await page.locator('.table-actions .button').nth(1).click();
      await page.locator('.dialog select').selectOption('0');
    },
    shows: '.dialog .button.danger',
  }),
];
