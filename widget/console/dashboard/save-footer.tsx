import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';

interface Props {
  /** Whether the form differs from the saved values. */
  isChanged: boolean;
  isRunning: boolean;
  /** Whether the form has errors and cannot be saved. */
  isFaulty?: boolean;
  onDiscard: () => void;
}

/**
 * The buttons at the end of a settings form: discard, which is shown only while there are changes,
 * and save.
 */
export function SaveFooter({ isChanged, isRunning, isFaulty = false, onDiscard }: Props) {
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
