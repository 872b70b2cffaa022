import { useTexts } from '../../../texts/context.ts';
import { Moment } from '../../../ui/moment.tsx';
import type { ShownReview } from './use-review.ts';

/** The decisions of this round and of earlier rounds, with the members who made them. */
export function PastDecisions({ review: { decisions, round } }: { review: ShownReview }) {
  const t = useTexts();
  if (decisions.length === 0) return null;
  return (
    <ul className="rows">
      {decisions.map((past) => (
        <li key={past.at + past.member_id} className="row">
          <span className="row-text">
            {t(`review.past_${past.decision}`, { name: past.member_name ?? past.member_id })}
            {past.steps !== undefined &&
              ` ${past.steps.map((step) => t(`review.step_${step}`)).join(', ')}`}{' '}
            <span className="muted small">
              <Moment at={past.at} isExact />
              {round > 1 && ` · ${t('review.round', { round: past.round })}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
