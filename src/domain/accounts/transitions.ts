// The transitions of an account's status by operation (spec 3.1, D-44). Pure.
import type { AccountStatus } from './account.ts';

export type StatusOperation =
  | 'suspend'
  | 'unsuspend'
  | 'lock'
  | 'unlock'
  | 'request_deletion'
  | 'sign_in';

type Transitions = Partial<Record<AccountStatus, AccountStatus>>;

const TRANSITIONS: Record<StatusOperation, Transitions> = {
  suspend: {
    active: 'suspended',
    suspended: 'suspended',
    locked: 'suspended',
    pending_deletion: 'suspended',
  },
  unsuspend: { suspended: 'active' },
  // A lockout applies in every status, but only an active account's status becomes `locked`.
  lock: { active: 'locked', locked: 'locked' },
  unlock: {
    active: 'active',
    suspended: 'suspended',
    locked: 'active',
    pending_deletion: 'pending_deletion',
  },
  request_deletion: { active: 'pending_deletion', pending_deletion: 'pending_deletion' },
  sign_in: { active: 'active', pending_deletion: 'active' },
};

/** @returns undefined when the operation is not allowed in that status */
export const statusAfter = (
  operation: StatusOperation,
  status: AccountStatus,
): AccountStatus | undefined => TRANSITIONS[operation][status];
