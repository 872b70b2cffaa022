// Fields that several forms share: an email address to sign in with, and a new password.
import { Field } from './form.tsx';
import { useTexts } from './words.ts';

/** @param autocomplete a sign-in also offers passkeys */
export function EmailField({
  value,
  error,
  autocomplete = 'username',
}: {
  value: string | undefined;
  error?: string | undefined;
  autocomplete?: 'username' | 'username webauthn';
}) {
  const t = useTexts();
  return (
    <Field
      name="email"
      label={t('field.email')}
      type="email"
      autocomplete={autocomplete}
      value={value}
      maxlength={254}
      error={error}
    />
  );
}

/** With the rule for passwords below it. */
export function NewPasswordField({
  name = 'new_password',
  error,
}: {
  /** `password` where it is the first one. */
  name?: 'new_password' | 'password';
  error: string | undefined;
}) {
  const t = useTexts();
  return (
    <Field
      name={name}
      label={t(`field.${name}`)}
      type="password"
      autocomplete="new-password"
      hint={t('password.rule')}
      error={error}
    />
  );
}
