import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useClient } from '../../../session/context.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { Review } from './use-review.ts';

type Decision = components['schemas']['ReviewDecision'];
export type Decided = components['schemas']['ReviewDecided'];

/** What every dialog of a decision is given. */
export interface DecisionProps {
  review: Review;
  onDecided: (decided: Decided) => void;
  onClose: () => void;
}

/** @param decision taken once by each `run` */
export function useDecision({ review, onDecided }: DecisionProps, decision: Decision) {
  const client = useClient();
  const answers = useQueryClient();
  return useAction(async () => {
    const decided = await dataOf(
      client.POST('/dashboard/v1/reviews/{id}/decision', {
        params: { path: { id: review.id } },
        body: decision,
      }),
    );
    onDecided(decided);
    await Promise.all(
      [['reviews'], ['sessions'], ['session', review.id]].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  });
}
