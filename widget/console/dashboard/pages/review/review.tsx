// One session that is waiting for a human decision: its pictures side by side, what was checked,
// and the decision (D-95).
import { useState } from 'react';
import { useParams } from 'wouter';
import { CallError } from '../../../api/call-error.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Empty, Note } from '../../../ui/note.tsx';
import { factOfUser } from '../../fact-of-user.tsx';
import { CheckList } from '../../check-list.tsx';
import { explainReason } from '../../explain-reason.ts';
import { AfterDecision } from './after-decision.tsx';
import { DecisionCard } from './decision-card.tsx';
import { Pictures } from './pictures.tsx';
import type { Decided } from './use-decision.ts';
import { useReview, type ShownReview as Waiting } from './use-review.ts';

/**
 * The page remounts `Review` for every id, so that no data from one review is shown with the next.
 */
export default function ReviewPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  const [decided, setDecided] = useState<Decided>();
  return (
    <Page
      title={t('review.title')}
      actions={<ButtonLink href="/reviews">{t('review.all')}</ButtonLink>}
    >
      {decided?.id === id ? (
        <AfterDecision decided={decided} />
      ) : (
        <Review key={id} id={id} onDecided={setDecided} />
      )}
    </Page>
  );
}

function Review({ id, onDecided }: { id: string; onDecided: (decided: Decided) => void }) {
  const t = useTexts();
  const { moment } = useFormats();
  const seen = useReview(id);
  if (seen.error instanceof CallError && seen.error.status === 404)
    return (
      <Card>
        <Empty icon="eye" title={t('review.gone')} text={t('review.gone_text')} />
      </Card>
    );
  return (
    <Loaded query={seen} lines={8}>
      {({ review, pictures }) => (
        <>
          <Note>
            <p>
              {review.test === true
                ? t('session.test')
                : t('review.kept', { until: moment(review.due_at) })}
            </p>
          </Note>
          <Pictures pictures={pictures} />
          <DecisionCard review={review} onDecided={onDecided} />
          <ReviewFacts review={review} />
        </>
      )}
    </Loaded>
  );
}

function ReviewFacts({ review }: { review: Waiting }) {
  const t = useTexts();
  const { gate, external_user_id: user, risk } = review;
  return (
    <Card title={t('session.facts')}>
      <Facts
        facts={[
          {
            label: t('sessions.asked'),
            value: gate === undefined ? t('newest.identity') : t('newest.age', { age: gate }),
          },
          { label: t('review.waits_with'), value: explainReason(review.reason, t) },
          { label: t('reviews.requested'), value: <Moment at={review.requested_at} isExact /> },
          { label: t('reviews.due'), value: <Moment at={review.due_at} isExact /> },
          factOfUser(user, t),
          risk !== undefined && {
            label: t('session.risk'),
            value: t(`session.risk_${risk.band}`),
          },
        ]}
      />
      <CheckList checks={review.checks} />
    </Card>
  );
}
