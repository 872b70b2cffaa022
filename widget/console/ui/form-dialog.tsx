// A dialog with a form: its error is above the buttons, and the submit button comes last.
import type { ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import type { ErrorTexts } from './describe-error.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ErrorNote } from './note.tsx';
import type { useAction } from './use-action.ts';

interface Props extends Pick<ErrorTexts, 'conflict' | 'unproven'> {
  title: string;
  /** The explanation, and the fields. */
  children: ReactNode;
  /** The text of the submit button. */
  act: string;
  action: Pick<ReturnType<typeof useAction>, 'run' | 'isRunning' | 'error'>;
  look?: 'primary' | 'danger';
  /** Whether a required input is still missing. */
  isDisabled?: boolean;
  /** Whether the submit button takes focus immediately, for dialogs without a field to fill in. */
  takesFocus?: boolean;
  /** Whether a field shows the error, in which case no general message appears. */
  isFieldFault?: boolean;
  /** Another action, shown before the two buttons. */
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
