import type { ConsoleState } from '../console-state.ts';
import { ADMIN_STATES } from './admin.ts';
import { CONNECTION_STATES } from './connections.ts';
import { DASHBOARD_STATES } from './dashboard.ts';
import { OPERATOR_SIGN_ON_STATES } from './operator-sign-on.ts';
import { EVIDENCE_STATES } from './evidence.ts';
import { ORGANISATION_STATES } from './organisation.ts';
import { POLICY_STATES } from './policy.ts';
import { SINGLE_SIGN_ON_STATES } from './single-sign-on.ts';
import { WALLET_STATES } from './wallets.ts';
import { WEBHOOK_STATES } from './webhooks.ts';

export const CONSOLE_STATES: readonly ConsoleState[] = [
  ...DASHBOARD_STATES,
  ...POLICY_STATES,
  ...WEBHOOK_STATES,
  ...CONNECTION_STATES,
  ...ORGANISATION_STATES,
  ...SINGLE_SIGN_ON_STATES,
  ...ADMIN_STATES,
  ...OPERATOR_SIGN_ON_STATES,
  ...WALLET_STATES,
  ...EVIDENCE_STATES,
];
