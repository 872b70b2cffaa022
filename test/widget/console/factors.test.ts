// The data that the consoles reload after the user's own second factors have changed.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { reloadFactors, FACTOR_DUE } from '../../../widget/console/security/own-factors.ts';

test('asking for the factors again includes whether one is due, since until then an operator gets no other answer (D-63)', async () => {
  const answers = new QueryClient();
  const questions = [FACTOR_DUE, ['second-factor'], ['passkeys']];
  for (const question of [...questions, ['trail']]) answers.setQueryData(question, false);
  await reloadFactors(answers);
  const asked = answers.getQueryCache().findAll({ predicate: (query) => query.isStale() });
  expect(asked.map(({ queryKey }) => queryKey)).toEqual(questions);
});
