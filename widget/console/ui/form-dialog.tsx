// A dialog that asks for something and sends it: what went wrong above the buttons, the act last.
import type { ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import type { MeaningsHere } from './describe-error.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ErrorNote } from './note.tsx';
import type { useAction } from './use-action.ts';

interface Props extends Pick<MeaningsHere, 'conflict' | 'unproven'> {
  title: string;
  /** What it is about, and the fields. */
  children: ReactNode;
  /** The act, as on its button. */
  act: string;
  action: Pick<ReturnType<typeof useAction>, 'run' | 'isRunning' | 'error'>;
  look?: 'primary' | 'danger';
  /** Something is still missing. */
  isDisabled?: boolean;
  /** The act has the focus at once: nothing has to be filled in. */
  takesFocus?: boolean;
  /** A field says what was wrong, so nothing else does. */
  isFieldFault?: boolean;
  /** Another act, before the two. */
  aside?: ReactNode;
  isFirm?: boolean;
  onClose: () => void;
}

export function FormDialog(props: Props) {
  const { title, children, act, action, look = 'primary', isDisabled = false, aside } = props;
  const { takesFocus = false, isFieldFault = false, isFirm, onClose } = props;
  const t = useTexts();
  return (
    <Dialog title={title} isOpen isFirm={isFirm ?? false} onClose={onClose}>
      <Form onSubmit={() => !isDisabled && action.run()}>
        {children}
        {action.error !== undefined && !isFieldFault && (
          <ErrorNote error={action.error} conflict={props.conflict} unproven={props.unproven} />
        )}
        <div className="dialog-foot">
          {aside}
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button
            type="submit"
            look={look}
            autoFocus={takesFocus}
            isPending={action.isRunning}
            isDisabled={isDisabled}
          >
            {act}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
