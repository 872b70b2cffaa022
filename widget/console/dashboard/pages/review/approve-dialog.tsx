import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useDecision, type DecisionProps } from './use-decision.ts';

export function ApproveDialog(props: DecisionProps) {
  const t = useTexts();
  const { review, onClose } = props;
  const action = useDecision(props, { decision: 'approve' });
  const isLast = review.approvals + 1 >= review.approvals_needed;
  return (
    <FormDialog
      title={t('review.approve_title')}
      act={t('review.approve')}
      action={action}
      takesFocus
      conflict={t('review.conflict_approve')}
      onClose={onClose}
    >
      <p>{t(isLast ? 'review.approve_text' : 'review.approve_first_text')}</p>
    </FormDialog>
  );
}
