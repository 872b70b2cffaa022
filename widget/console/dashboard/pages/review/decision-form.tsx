import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import type { useAction } from '../../../ui/use-action.ts';

interface Props {
  title: string;
  act: string;
  look?: 'primary' | 'danger';
  action: ReturnType<typeof useAction>;
  isDisabled?: boolean;
  /** Why this decision may come too late (409). */
  conflict: string;
  onClose: () => void;
  /** What comes of it, and what there is to choose. */
  children: ReactNode;
}

/** The button has the focus when nothing has to be chosen: Enter decides, Escape does not. */
export function DecisionForm(props: Props) {
  const { title, act, look = 'primary', action, isDisabled = false } = props;
  const { conflict, onClose, children } = props;
  const t = useTexts();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) action.run();
        }}
      >
        {children}
        {action.error !== undefined && <ErrorNote error={action.error} conflict={conflict} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button
            type="submit"
            look={look}
            autoFocus
            isPending={action.isRunning}
            isDisabled={isDisabled}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
