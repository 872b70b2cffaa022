import { useState } from 'react';
import { CallError } from '../api/call-error.ts';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { describeError } from '../ui/describe-error.ts';
import { EmailInput, PasswordInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';
import { SIGN_UP } from './addresses.ts';
import { askPasskey } from './ask-passkey.ts';
import { SsoButton } from './sso-button.tsx';

interface Props {
  takesFocus: boolean;
  onChallenge: (challenge: string) => void;
  /**
   * Opens the step for a forgotten password; absent when the identity provider has already named
   * the member, in which case no other way to sign in is offered.
   */
  onForgot?: () => void;
  /** The email address that is filled in at first, if it is already known. */
  firstEmail?: string;
}

export function PasswordStep({ takesFocus, onChallenge, onForgot, firstEmail = '' }: Props) {
  const t = useTexts();
  const { keeper } = useConsole();
  const [email, setEmail] = useState(firstEmail);
  const [password, setPassword] = useState('');
  const attempt = useAction(async () => {
    const challenge = await keeper.signIn({ email: email.trim(), password });
    if (challenge !== undefined) onChallenge(challenge);
  });
  const passkey = useAction(() => keeper.signInWithPasskey(askPasskey));
  const error = attempt.error ?? passkey.error;
  return (
    <>
      <h1 tabIndex={-1} ref={(heading) => (takesFocus ? heading?.focus() : undefined)}>
        {t('signin.title')}
      </h1>
      {error !== undefined && <News tone="bad">{describeRefusal(error, t)}</News>}
      <Form
        onSubmit={() => {
          passkey.forget();
          attempt.run();
        }}
      >
        <EmailInput
          label={t('signin.email')}
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <PasswordInput
          label={t('signin.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" isPending={attempt.isRunning}>
          {t('signin.submit')}
        </Button>
      </Form>
      <Button
        isPending={passkey.isRunning}
        onPress={() => {
          attempt.forget();
          passkey.run();
        }}
      >
        {t('signin.passkey')}
      </Button>
      {onForgot && <OtherWays email={email} onForgot={onForgot} />}
    </>
  );
}

function OtherWays({ email, onForgot }: { email: string; onForgot: () => void }) {
  const t = useTexts();
  const { name } = useConsole();
  return (
    <>
      <SsoButton email={email} />
      <Button look="plain" onPress={onForgot}>
        {t('signin.forgot')}
      </Button>
      {name === 'dashboard' && <ButtonLink href={SIGN_UP}>{t('signup.open')}</ButtonLink>}
    </>
  );
}

function describeRefusal(error: unknown, t: ReturnType<typeof useTexts>): string {
  if (!(error instanceof CallError)) return t('signin.passkey_failed');
  if (error.status === 401 || error.status === 400) return t('signin.wrong');
  if (error.code === 'TENANT_SUSPENDED') return t('signin.suspended');
  if (error.code === 'SSO_REQUIRED') return t('signin.sso_required');
  if (error.status === 403) return t('signin.deactivated');
  return describeError(error, t);
}
