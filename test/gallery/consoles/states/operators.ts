// Operators as the API returns them to their console, and the sessions of one operator.
import type { WireAdminUser, WireMemberSession } from '../../../../widget/console/api/wire.ts';
import { at } from './answers.ts';

/** The signed-in operator. */
export const OPERATOR = {
  email: 'operator@agate.example',
  name: 'Operator',
  role: 'superadmin',
  two_factor_enabled: true,
} as const;

export const OPERATORS: WireAdminUser[] = [
  { id: 1, active: true, created_at: at(1), last_login_at: at(20, '09:58'), ...OPERATOR },
  {
    id: 2,
    name: 'Support desk',
    email: 'support@agate.example',
    role: 'support',
    active: true,
    two_factor_enabled: false,
    created_at: at(3),
    last_login_at: at(20, '07:40'),
  },
];

export const OPERATOR_SESSIONS: WireMemberSession[] = [
  {
    method: 'passkey',
    device: 'Firefox, Linux',
    created_at: at(20, '07:40'),
    last_used_at: at(20, '08:52'),
    expires_at: at(20, '19:40'),
  },
  {
    method: 'passkey',
    device: 'Safari, iOS',
    created_at: at(19, '21:12'),
    last_used_at: at(20, '06:30'),
    expires_at: at(20, '09:12'),
  },
];
