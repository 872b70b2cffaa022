import { useTexts } from '../../../texts/context.ts';
import { DecisionForm } from './decision-form.tsx';
import { useDecision, type DecisionProps } from './use-decision.ts';

export function ApproveDialog(props: DecisionProps) {
  const t = useTexts();
  const { review, onClose } = props;
  const action = useDecision(props, { decision: 'approve' });
  const isLast = review.approvals + 1 >= review.approvals_needed;
  return (
    <DecisionForm
      title={t('review.approve_title')}
      act={t('review.approve')}
      action={action}
      conflict={t('review.conflict_approve')}
      onClose={onClose}
    >
      <p>{t(isLast ? 'review.approve_text' : 'review.approve_first_text')}</p>
    </DecisionForm>
  );
}
