import { describe, expect, it } from 'vitest';
import { sandboxOutcome } from '../../../../../src/domain/verification/rules/session/sandbox.ts';

describe('sandboxOutcome', () => {
  it.each([
    ['u+pass', 'success'],
    ['+fail', 'failed'],
    ['u+cancel', 'canceled'],
    ['u+expire', 'expired'],
    ['u+pass ', undefined],
    ['pass', undefined],
    [undefined, undefined],
  ] as const)('%s → %s', (userId, outcome) => expect(sandboxOutcome(userId)).toBe(outcome));
});
