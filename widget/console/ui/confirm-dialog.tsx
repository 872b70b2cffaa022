// A dialog that asks for confirmation before an irreversible action: it explains what will happen
// and requires the user to type a word.
import { useState, type ReactNode } from 'react';
import type { ErrorTexts } from './describe-error.ts';
import { FormDialog } from './form-dialog.tsx';
import { TypedWord } from './typed-word.tsx';
import { useAction } from './use-action.ts';

interface Props extends Pick<ErrorTexts, 'conflict'> {
  title: string;
  /** An explanation of what will happen, and to whom. */
  children: ReactNode;
  /** The word to type: the name of what the action destroys. */
  word: string;
  /** The text of the button that confirms. */
  act: string;
  /** Whether the fields above the typed word are filled in. Default: true. */
  isReady?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { title, children, word, act, conflict, isReady = true, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const action = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <FormDialog
      title={title}
      act={act}
      action={action}
      look="danger"
      isDisabled={!isReady || typed.trim() !== word}
      conflict={conflict}
      onClose={onClose}
    >
      {children}
      <TypedWord word={word} typed={typed} onChange={setTyped} />
    </FormDialog>
  );
}
