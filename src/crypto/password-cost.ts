// The cost of a password hash. The tests in workerd replace this file with
// test/support/installation/password-cost.ts, because hashing is slow on purpose;
// test/crypto/password-cost.test.ts checks the shipped values.

export interface PasswordCost {
  /** CPU and memory: with r = 8, 2^14 takes 16 MB, and five rounds (p) take about 0.15 s. */
  N: number;
  r: number;
  p: number;
}

export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
