import { useState } from 'react';
import type { WireReviewDecision } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useDecision, type DecisionProps } from './use-decision.ts';

type AskAgain = Extract<WireReviewDecision, { decision: 'ask_again' }>;
type RepeatedStep = AskAgain['steps'][number];

const STEPS: readonly RepeatedStep[] = ['document', 'movements'];

export function AskAgainDialog(props: DecisionProps) {
  const t = useTexts();
  const [steps, setSteps] = useState<RepeatedStep[]>(['document']);
  const action = useDecision(props, { decision: 'ask_again', steps });
  return (
    <FormDialog
      title={t('review.ask_again_title')}
      act={t('review.ask_again')}
      action={action}
      takesFocus
      isDisabled={steps.length === 0}
      conflict={t('review.conflict_ask_again')}
      onClose={props.onClose}
    >
      <p>{t('review.ask_again_text')}</p>
      <fieldset className="checks">
        <legend className="field-label">{t('review.steps')}</legend>
        {STEPS.map((step) => (
          <label key={step} className="check">
            <input
              type="checkbox"
              checked={steps.includes(step)}
              onChange={({ target }) =>
                setSteps(
                  STEPS.filter((each) => (each === step ? target.checked : steps.includes(each))),
                )
              }
            />
            <span>{t(`review.step_${step}`)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
