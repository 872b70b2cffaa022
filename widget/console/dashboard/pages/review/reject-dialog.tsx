import { useState } from 'react';
import type { WireReviewDecision } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';
import { explainReason } from '../../explain-reason.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useDecision, type DecisionProps } from './use-decision.ts';

type Rejection = Extract<WireReviewDecision, { decision: 'reject' }>;

const REJECTIONS = [
  'face_mismatch',
  'document_rejected',
  'document_expired',
  'age_below_threshold',
] as const satisfies readonly NonNullable<Rejection['reason']>[];

export function RejectDialog(props: DecisionProps) {
  const t = useTexts();
  const { review, onClose } = props;
  const [reason, setReason] = useState<(typeof REJECTIONS)[number]>(
    () => REJECTIONS.find((each) => each === review.reason) ?? REJECTIONS[0],
  );
  const action = useDecision(props, { decision: 'reject', reason });
  return (
    <FormDialog
      title={t('review.reject_title')}
      act={t('review.reject')}
      look="danger"
      action={action}
      takesFocus
      conflict={t('review.conflict')}
      onClose={onClose}
    >
      <p>{t('review.reject_text')}</p>
      <Select
        label={t('review.reason')}
        value={reason}
        onChange={setReason}
        options={REJECTIONS.filter(
          (each) => each !== 'age_below_threshold' || review.gate !== undefined,
        ).map((value) => ({ value, label: explainReason(value, t) }))}
      />
    </FormDialog>
  );
}
