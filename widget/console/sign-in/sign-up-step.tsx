import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { faultOf, hasFaults } from '../api/call-error.ts';
import { keepStored } from '../browser/stored.ts';
import { ResidencyChoice } from '../residency-choice.tsx';
import { useConsole } from '../session/context.ts';
import type { SignUpFields } from '../session/keeper.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { describeError } from '../ui/describe-error.ts';
import { TextInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

type Field = Exclude<keyof SignUpFields, 'residency'>;

const EMPTY: SignUpFields = {
  company: '',
  residency: 'none',
  name: '',
  email: '',
  password: '',
};

/**
 * Creates a customer and its owner, who is signed in immediately. If the address is already taken,
 * the response is the same.
 */
export function SignUpStep() {
  const t = useTexts();
  const [fields, setFields] = useState(EMPTY);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const attempt = useSignUp(fields);
  const set = (change: Partial<SignUpFields>): void =>
    setFields((before) => ({ ...before, ...change }));
  const of = (name: Field) => ({
    name,
    isRequired: true,
    value: fields[name],
    onChange: (value: string) => set({ [name]: value }),
    error: faultOf(attempt.error, name, t(`signup.${name}_bad`)),
  });
  return (
    <>
      <h1>{t('signup.title')}</h1>
      <p className="muted">{t('signup.text')}</p>
      {attempt.error !== undefined && !hasFaults(attempt.error) && (
        <News tone="bad">{describeError(attempt.error, t)}</News>
      )}
      <Form onSubmit={attempt.run}>
        <TextInput
          {...of('company')}
          label={t('signup.company')}
          hint={t('signup.company_hint')}
          autoComplete="organization"
          inputRef={first}
        />
        <ResidencyChoice value={fields.residency} onChange={(residency) => set({ residency })} />
        <TextInput {...of('name')} label={t('signup.name')} autoComplete="name" />
        <TextInput
          {...of('email')}
          label={t('signin.email')}
          type="email"
          autoComplete="username"
          isCode
        />
        <TextInput
          {...of('password')}
          label={t('signin.password')}
          hint={t('signup.password_hint')}
          type="password"
          autoComplete="new-password"
          isCode
        />
        <Button type="submit" look="primary" isPending={attempt.isRunning}>
          {t('signup.submit')}
        </Button>
      </Form>
      <Link href="/" className="button plain">
        {t('signup.known')}
      </Link>
    </>
  );
}

function useSignUp(fields: SignUpFields) {
  const { keeper } = useConsole();
  return useAction(async () => {
    // A new customer has no live data, so the console starts in test mode.
    keepStored('mode', 'test');
    await keeper.signUp({ ...fields, email: fields.email.trim() });
  });
}
