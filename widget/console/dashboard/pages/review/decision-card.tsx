import { useMemo, useState } from 'react';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { AskAgainDialog } from './ask-again-dialog.tsx';
import { PastDecisions } from './past-decisions.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { Decided } from './use-decision.ts';
import type { ShownReview } from './use-review.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ACTS = ['approve', 'reject', 'ask_again'] as const;
type Act = (typeof ACTS)[number];

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog, ask_again: AskAgainDialog };

interface Props {
  review: ShownReview;
  onDecided: (decided: Decided) => void;
}

/** The three possible decisions, each with a shortcut key and a confirmation. */
export function DecisionCard({ review, onDecided }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState<Act>();
  const [hasKeys, setKeys] = useState(() => readStored('review-keys') !== 'off');
  const { approved_by_you: hasApproved } = review;
  const acts = useMemo(
    () =>
      ACTS.map((act) => () => {
        if (act !== 'approve' || !hasApproved) setOpen(act);
      }),
    [hasApproved],
  );
  useShortcuts(acts, hasKeys);
  const Dialog = open && DIALOGS[open];
  return (
    <Card title={t('review.decide')}>
      {review.approvals_needed > 1 && (
        <Note>
          <p>{t(approvalsTextKey(review))}</p>
        </Note>
      )}
      <PastDecisions review={review} />
      <div className="page-actions">
        {ACTS.map((act, index) => (
          <Button
            key={act}
            look={act === 'approve' ? 'primary' : 'soft'}
            isDisabled={act === 'approve' && hasApproved}
            onPress={() => setOpen(act)}
          >
            {t(`review.${act}`)}
            {hasKeys && <kbd aria-hidden="true">{index + 1}</kbd>}
          </Button>
        ))}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={hasKeys}
          onChange={({ target }) => {
            keepStored('review-keys', target.checked ? 'on' : 'off');
            setKeys(target.checked);
          }}
        />
        <span>{t('review.keys')}</span>
      </label>
      {Dialog && (
        <Dialog review={review} onDecided={onDecided} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}

function approvalsTextKey({ approved_by_you: hasApproved, approvals }: ShownReview) {
  if (hasApproved) return 'review.you_approved';
  return approvals === 0 ? 'review.needs_two' : 'review.needs_one_more';
}
