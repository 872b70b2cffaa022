// The cost of a password hash. The tests in workerd replace this file with
// test/support/installation/password-cost.ts, because hashing is slow on purpose;
// test/crypto/password-cost.test.ts checks the shipped values.

export interface PasswordCost {
  /**
   * The CPU and memory cost: with r = 8, N = 2^14 uses 16 MB, and five rounds (p = 5) take about
   * 200 ms of CPU time (docs/deploy.md#what-the-free-plan-allows).
   */
  N: number;
  r: number;
  p: number;
}

export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
