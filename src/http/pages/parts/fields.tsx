// Fields that several forms share: an email address, and a new password.
import { Field } from './form.tsx';
import { useTexts } from './words.ts';

/** @param autocomplete `username webauthn` where passkeys are offered */
export function EmailField({
  name = 'email',
  value,
  error,
  autocomplete = 'username',
}: {
  /** The field's name: `new_email` for an address that is to replace the current one. */
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

/** A field for a new password, with the password rule below it. */
export function NewPasswordField({
  name = 'new_password',
  error,
}: {
  /** The field's name: `password` for the first password of an account. */
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
