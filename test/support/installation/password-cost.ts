// Replaces src/crypto/password-cost.ts in the tests that run in workerd (vitest.config.ts): they
// sign up and sign in hundreds of times, and do not test how costly a hash is.
import type { PasswordCost } from '../../../src/crypto/password-cost.ts';

export const PASSWORD_COST: PasswordCost = { N: 2, r: 1, p: 1 };
