// What is known of the reader's own second factors, and that it changed.
import type { QueryClient } from '@tanstack/react-query';

/** Whether one is due before anything else is answered: of the operators' console alone. */
export const FACTOR_DUE = ['second-factor-due'] as const;

/** After one was set up, shown or removed. */
export const askFactorsAgain = (answers: QueryClient): Promise<unknown> =>
  Promise.all(
    [FACTOR_DUE, ['second-factor'], ['passkeys']].map((queryKey) =>
      answers.invalidateQueries({ queryKey }),
    ),
  );
