import { expect, test } from 'vitest';
import { statusAfter, type StatusOperation } from '../../../src/domain/accounts/transitions.ts';

const STATUSES = ['active', 'suspended', 'locked', 'pending_deletion'] as const;

test.each<[StatusOperation, (string | undefined)[]]>([
  // from:             active              suspended    locked       pending_deletion
  ['suspend', ['suspended', 'suspended', 'suspended', 'suspended']],
  ['unsuspend', [undefined, 'active', undefined, undefined]],
  ['lock', ['locked', undefined, 'locked', undefined]],
  ['unlock', ['active', 'suspended', 'active', 'pending_deletion']],
  ['request_deletion', ['pending_deletion', undefined, undefined, 'pending_deletion']],
  ['sign_in', ['active', undefined, undefined, 'active']],
])('%s leads active, suspended, locked, pending_deletion to %j (spec 3.1)', (operation, after) => {
  expect(STATUSES.map((status) => statusAfter(operation, status))).toEqual(after);
});
