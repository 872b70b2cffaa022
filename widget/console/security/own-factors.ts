// The state of the user's own second factors, and how to reload it.
import type { QueryClient } from '@tanstack/react-query';

/**
 * The key of the query that checks whether the user must present a second factor before the API
 * answers other calls. Only the operators' console uses it.
 */
export const FACTOR_DUE = ['second-factor-due'] as const;

/** Reloads the state of the second factors after one of them has been set up, used or removed. */
export const reloadFactors = (answers: QueryClient): Promise<unknown> =>
  Promise.all(
    [FACTOR_DUE, ['second-factor'], ['passkeys']].map((queryKey) =>
      answers.invalidateQueries({ queryKey }),
    ),
  );
