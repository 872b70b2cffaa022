import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireReviewDecided, WireReviewDecision } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { ShownReview } from './use-review.ts';

type Decision = WireReviewDecision;
export type Decided = WireReviewDecided;

/** The props that the dialogs for all decisions share. */
export interface DecisionProps {
  review: ShownReview;
  onDecided: (decided: Decided) => void;
  onClose: () => void;
}

/**
 * How long the list of waiting reviews may still contain a review after its decision, because its
 * row is updated via a queue.
 */
const LATE_MS = 60_000;
/** The times of the decisions made in this tab, by the review's id. */
const decidedAtMs = new Map<string, number>();

export const wasJustDecided = (id: string): boolean =>
  Date.now() - (decidedAtMs.get(id) ?? -LATE_MS) < LATE_MS;

/** @param decision the decision that each call of `run` submits */
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
    decidedAtMs.set(review.id, Date.now());
    onDecided(decided);
    await Promise.all(
      [['reviews'], ['sessions'], ['session', review.id]].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  });
}
