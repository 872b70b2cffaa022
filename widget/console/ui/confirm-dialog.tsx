// Before what cannot be undone: says what will happen, and wants a word typed.
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextInput } from './field.tsx';
import { ErrorNote } from './note.tsx';
import { useAction } from './use-action.ts';

interface Props {
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** To be typed: the name of what is lost. */
  word: string;
  /** What a conflict (409) means here. */
  conflict?: string;
  /** The act, as on its button. */
  act: string;
  /** Something above is still missing. */
  isReady?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { title, children, word, act, conflict, isReady = true, onConfirm, onClose } = props;
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const action = useAction(async () => {
    await onConfirm();
    onClose();
  });
  const mayAct = isReady && typed.trim() === word;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayAct) action.run();
        }}
      >
        <TextInput
          label={t('confirm.type', { word })}
          autoComplete="off"
          isCode
          value={typed}
          onChange={setTyped}
        />
        {action.error !== undefined && (
          <ErrorNote error={action.error} {...(conflict !== undefined && { conflict })} />
        )}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.keep')}</Button>
          <Button type="submit" look="danger" isPending={action.isRunning} isDisabled={!mayAct}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
