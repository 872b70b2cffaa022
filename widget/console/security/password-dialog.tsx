// Before what weakens the own sign-in: the password, once more.
import { useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/field.tsx';
import { useAction } from '../ui/use-action.ts';
import { passwordFault } from './password-fault.ts';

interface Props {
  title: string;
  text: string;
  /** As on the button. */
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
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run();
        }}
      >
        <TextInput
          label={t('signin.password')}
          type="password"
          autoComplete="current-password"
          isRequired
          isCode
          value={password}
          onChange={setPassword}
          error={passwordFault(attempt.error, t)}
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button
            type="submit"
            look={isEnding ? 'danger' : 'primary'}
            isPending={attempt.isRunning}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
