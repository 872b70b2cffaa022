// Asks for the password again before a change to the member's own second factor.
import { useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { PasswordInput } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { passwordFault } from './password-fault.ts';

interface Props {
  title: string;
  text: string;
  /** The text of the submit button. */
  act: string;
  isEnding?: boolean;
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}

export function PasswordDialog({ title, text, act, isEnding = false, ...props }: Props) {
  const { onPassword, onClose } = props;
  const t = useTexts();
  const [password, setPassword] = useState('');
  const attempt = useAction(() => onPassword(password));
  return (
    <FormDialog
      title={title}
      act={act}
      action={attempt}
      look={isEnding ? 'danger' : 'primary'}
      isFieldFault
      onClose={onClose}
    >
      <p>{text}</p>
      <PasswordInput
        label={t('signin.password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={passwordFault(attempt.error, t)}
      />
    </FormDialog>
  );
}
