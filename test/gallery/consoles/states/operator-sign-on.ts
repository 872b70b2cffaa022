// States of the operators' console: their own identity provider.
import type { WireOperatorSso, WireOperatorSsoLink } from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { at } from './answers.ts';
import { HEALTH } from './health.ts';
import { OPERATOR, OPERATORS } from './operators.ts';

const NONE: WireOperatorSso = {
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
  redirect_uri: 'https://agate.example/console/v1/admin/sso/callback',
  backchannel_logout_uri: 'https://agate.example/console/v1/admin/sso/backchannel-logout',
};

const SET_UP: WireOperatorSso = {
  ...NONE,
  issuer: 'https://login.agate.example/realms/operators',
  client_id: 'agate-operators',
  has_client_secret: true,
  default_role: 'analyst',
  role_claim: 'groups',
  role_map: [{ value: 'helpdesk', role: 'support' }],
  factor_values: ['mfa'],
  enforce: true,
  break_glass: 1,
  break_glass_ready: false,
  break_glass_used_at: at(14, '06:40'),
  domains: ['agate.example'],
};

const LINKS: WireOperatorSsoLink[] = [
  {
    id: 2,
    name: 'Support desk',
    email: 'support@agate.example',
    linked_at: at(4),
    last_used_at: at(20, '08:12'),
  },
];

const state = (
  name: string,
  rest: Pick<ConsoleState, 'path' | 'answers' | 'shows'>,
  user?: typeof OPERATOR,
): ConsoleState => ({
  console: 'admin',
  name: `admin-sso-${name}`,
  ...(user && { user }),
  ...rest,
});

const answersOf = (sso: WireOperatorSso): ConsoleState['answers'] => ({
  '/admin/v1/health': HEALTH,
  '/admin/v1/sso': sso,
  '/admin/v1/sso/links': LINKS,
  '/admin/v1/admins': OPERATORS,
});

export const OPERATOR_SIGN_ON_STATES: readonly ConsoleState[] = [
  state(
    'set-up',
    { path: '/single-sign-on', answers: answersOf(SET_UP), shows: '.note.warn' },
    OPERATOR,
  ),
  state(
    'none',
    { path: '/single-sign-on', answers: answersOf(NONE), shows: '.card form' },
    OPERATOR,
  ),
  state('refused', { path: '/sso?fault=not_invited', answers: {}, shows: '.note.bad' }),
];
