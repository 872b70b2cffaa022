import type { ConsoleState } from '../console-state.ts';
import { ADMIN_STATES } from './admin.ts';
import { DASHBOARD_STATES } from './dashboard.ts';

export const CONSOLE_STATES: readonly ConsoleState[] = [...DASHBOARD_STATES, ...ADMIN_STATES];
