// Fields that several forms share: an email address, and a new password.
import { Field } from './form.tsx';
import { useTexts } from './words.ts';

/** @param autocomplete by default that of a sign-in; where passkeys are offered, theirs too */
export function EmailField({
  name = 'email',
  value,
  error,
  autocomplete = 'username',
}: {
  /** `new_email` for one that takes the place of another. */
  name?: 'email' | 'new_email';
  value: string | undefined;
  error?: string | undefined;
  autocomplete?: 'username' | 'username webauthn' | 'email';
}) {
  const t = useTexts();
  return (
    <Field
      name={name}
      label={t(`field.${name}`)}
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
