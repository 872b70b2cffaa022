// States of the customers' console: the team's own identity provider.
import type {
  WireDashboardUser,
  WireSso,
  WireSsoLink,
} from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { at, OWNER } from './answers.ts';

const NONE: WireSso = {
  issuer: null,
  client_id: null,
  has_client_secret: false,
  default_role: null,
  role_claim: null,
  role_map: [],
  factor_values: [],
  enforce: false,
  break_glass: null,
  break_glass_ready: false,
  domains: [],
  redirect_uri: 'https://agate.example/console/v1/dashboard/sso/callback',
  backchannel_logout_uri:
    'https://agate.example/console/v1/dashboard/sso/ten_cellar/backchannel-logout',
};

const SET_UP: WireSso = {
  ...NONE,
  issuer: 'https://login.cellar.example/realms/staff',
  client_id: 'agate-dashboard',
  has_client_secret: true,
  default_role: 'analyst',
  role_claim: 'groups',
  role_map: [
    { value: 'coders', role: 'developer' },
    { value: 'support', role: 'reviewer' },
  ],
  factor_values: ['mfa'],
  enforce: true,
  break_glass: 'mem_1',
  break_glass_ready: false,
  break_glass_used_at: at(14, '06:40'),
  domains: [
    { domain: 'cellar.example', state: 'proven', record: 'agate-verify=one', checked_at: at(18) },
    {
      domain: 'cellar-door.example',
      state: 'lapsed',
      record: 'agate-verify=Zm9yIHRoZSBjZWxsYXIgZG9v',
      checked_at: at(19),
    },
    {
      domain: 'vineyard.example',
      state: 'pending',
      record: 'agate-verify=c28geW91IGxvb2tlZCBoZXJl',
    },
  ],
};

const LINKS: WireSsoLink[] = [
  {
    id: 'mem_2',
    name: 'Bo Barrel',
    email: 'bo@cellar.example',
    linked_at: at(4),
    last_used_at: at(20, '08:12'),
  },
];

const TEAM: WireDashboardUser[] = [
  {
    id: 'mem_1',
    email: 'vera@cellar.example',
    email_verified: true,
    name: 'Vera Vintner',
    role: 'owner',
    tenant_id: 'ten_cellar',
    active: true,
    state: 'active',
    two_factor_enabled: false,
    created_at: at(1),
  },
];

const state = (
  name: string,
  rest: Pick<ConsoleState, 'path' | 'answers' | 'shows'>,
  user?: typeof OWNER,
): ConsoleState => ({
  console: 'dashboard',
  name: `dashboard-sso-${name}`,
  ...(user && { user }),
  ...rest,
});

const answersOf = (sso: WireSso): ConsoleState['answers'] => ({
  '/dashboard/v1/sso': sso,
  '/dashboard/v1/sso/links': LINKS,
  '/dashboard/v1/team': TEAM,
});

export const SINGLE_SIGN_ON_STATES: readonly ConsoleState[] = [
  state(
    'set-up',
    { path: '/single-sign-on', answers: answersOf(SET_UP), shows: '.note.warn' },
    OWNER,
  ),
  state('none', { path: '/single-sign-on', answers: answersOf(NONE), shows: '.card form' }, OWNER),
  state('refused', { path: '/sso?fault=not_invited', answers: {}, shows: '.note.bad' }),
];
