// The state of the reader's own second factors, and how to reload it.
import type { QueryClient } from '@tanstack/react-query';

/**
 * Whether a second factor is due before any other call is answered; only in the operators' console.
 */
export const FACTOR_DUE = ['second-factor-due'] as const;

/** Called after a second factor was set up, shown or removed. */
export const askFactorsAgain = (answers: QueryClient): Promise<unknown> =>
  Promise.all(
    [FACTOR_DUE, ['second-factor'], ['passkeys']].map((queryKey) =>
      answers.invalidateQueries({ queryKey }),
    ),
  );
