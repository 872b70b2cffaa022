import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';

interface Props {
  /** Whether the form differs from what is saved. */
  isChanged: boolean;
  isRunning: boolean;
  /** Whether the form has errors and cannot be saved. */
  isFaulty?: boolean;
  onDiscard: () => void;
}

/** The buttons at the end of a settings form: discard, shown while something differs, and save. */
export function SaveFoot({ isChanged, isRunning, isFaulty = false, onDiscard }: Props) {
  const t = useTexts();
  return (
    <div className="dialog-foot">
      {isChanged && <Button onPress={onDiscard}>{t('policy.discard')}</Button>}
      <Button
        type="submit"
        look="primary"
        isPending={isRunning}
        isDisabled={!isChanged || isFaulty}
      >
        {t('policy.save')}
      </Button>
    </div>
  );
}
