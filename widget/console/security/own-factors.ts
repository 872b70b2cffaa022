// The state of the reader's own second factors, and how to reload it.
import type { QueryClient } from '@tanstack/react-query';

/**
 * The query key for whether a second factor is due before the API answers other calls. Only the
 * operators' console uses it.
 */
export const FACTOR_DUE = ['second-factor-due'] as const;

/** Reloads this state after a second factor was set up, used or removed. */
export const reloadFactors = (answers: QueryClient): Promise<unknown> =>
  Promise.all(
    [FACTOR_DUE, ['second-factor'], ['passkeys']].map((queryKey) =>
      answers.invalidateQueries({ queryKey }),
    ),
  );
