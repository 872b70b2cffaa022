import { useEffect, useRef, useState } from 'react';
import { fetchOrThrow } from '../api/call-error.ts';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { describeError } from '../ui/describe-error.ts';
import { EmailInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

/**
 * Requests a link for setting a new password. The response and the message are the same whether or
 * not the member exists.
 */
export function ForgotStep({ onBack }: { onBack: () => void }) {
  const t = useTexts();
  const { name } = useConsole();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const request = useAction(async () => {
    await fetchOrThrow(
      new Request(`/${name}/v1/auth/forgot-password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: email.trim() }),
      }),
    );
    setSent(true);
  });
  return (
    <>
      <h1>{t('signin.forgot_title')}</h1>
      {isSent ? (
        <News tone="good">{t('signin.forgot_sent')}</News>
      ) : (
        <Form onSubmit={request.run}>
          <EmailInput
            label={t('signin.email')}
            name="email"
            autoComplete="username"
            inputRef={input}
            value={email}
            onChange={setEmail}
            error={request.error === undefined ? undefined : describeError(request.error, t)}
          />
          <Button type="submit" look="primary" isPending={request.isRunning}>
            {t('signin.forgot_submit')}
          </Button>
        </Form>
      )}
      <Button look="plain" onPress={onBack}>
        {t('signin.back')}
      </Button>
    </>
  );
}
