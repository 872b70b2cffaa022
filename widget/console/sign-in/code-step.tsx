import { useEffect, useRef, useState } from 'react';
import { CallError } from '../api/call-error.ts';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { describeError } from '../ui/describe-error.ts';
import { useAction } from '../ui/use-action.ts';

interface Props {
  challenge: string;
  onBack: () => void;
}

/** The second factor: a code from the authenticator app, or a recovery code. */
export function CodeStep({ challenge, onBack }: Props) {
  const t = useTexts();
  const { keeper } = useConsole();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const attempt = useAction(() => keeper.answer(challenge, code.trim()));
  useEffect(() => input.current?.focus(), [attempt.error]);
  const isWrong = attempt.error instanceof CallError && attempt.error.status === 401;
  return (
    <>
      <h1>{t('signin.code_title')}</h1>
      <p className="muted">{t('signin.code_text')}</p>
      <Form onSubmit={attempt.run}>
        <TextInput
          label={t('signin.code')}
          name="code"
          autoComplete="one-time-code"
          isRequired
          isCode
          inputRef={input}
          value={code}
          onChange={setCode}
          error={
            attempt.error === undefined
              ? undefined
              : isWrong
                ? t('signin.code_wrong')
                : describeError(attempt.error, t)
          }
        />
        <Button type="submit" look="primary" isPending={attempt.isRunning}>
          {t('signin.submit')}
        </Button>
      </Form>
      <Button look="plain" onPress={onBack}>
        {t('signin.again')}
      </Button>
    </>
  );
}
