import { expect, test } from 'vitest';
import { findPasswordFault } from '../../../src/domain/terms/password-policy.ts';

test.each([
  ['123456789', 'too_short'],
  ['é'.repeat(9), 'too_short'],
  ['e\u0301'.repeat(9), 'too_short'],
  ['😀'.repeat(9), 'too_short'],
  ['x'.repeat(129), 'too_long'],
  ['password12', 'guessable'],
  ['P@ssw0rd!P@ssw0rd!', 'guessable'],
  ['1q2w3e4r5t6y', 'guessable'],
  ['aaaaaaaaaaaaaaaa', 'guessable'],
  ['abcdefghijkl', 'guessable'],
  ['lovelace1815', 'guessable'],
  ['agateagate', 'guessable'],
  ['violet-anchor-42-meadow', undefined],
  ['Ångström räknar 7 fåglar', undefined],
  ['😀🍋🚲🌧🎻🦊🪁🧵🥁🛶', undefined],
  [`${'kZ8-wq'.repeat(20)}12345678`, undefined],
])('%s: %s', async (password, fault) => {
  const known = ['ada@lovelace.example', 'Ada Lovelace', 'Agate'];
  expect(await findPasswordFault(password, known)).toBe(fault);
});

test('judges the longest password in a moment', async () => {
  await findPasswordFault('warm up the estimator', []);
  const startedAt = Date.now();
  await findPasswordFault('P@$$w0rd1l|!'.repeat(10), []);
  expect(Date.now() - startedAt).toBeLessThan(1_000);
});
