// States of the customers' console that are about the team and the own sign-in.
import type { components } from '../../../../widget/console/api/schema.ts';
import type { ConsoleState } from '../console-state.ts';
import { at, OWNER } from './answers.ts';

type Schemas = components['schemas'];

const OWN_SESSIONS: Schemas['StaffSession'][] = [
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
} as const;

/** Calls that write are answered as reads are. */
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
];
