// Fields with a label, a hint and an error, which assistive technology reads with the field.
import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  name?: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'text';
  isRequired?: boolean;
  isDisabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** For what has no language: addresses, codes, keys. */
  isCode?: boolean;
}

export function TextInput(props: Props) {
  const { label, hint, error, inputRef, isCode = false, inputMode, ...field } = props;
  return (
    <TextField
      {...field}
      className="field"
      isInvalid={error !== undefined}
      // The browser says what is missing; an answer of the server must not keep the form from being sent again.
      validationBehavior={error === undefined ? 'native' : 'aria'}
    >
      <Label className="field-label">{label}</Label>
      <Input
        ref={inputRef}
        className={isCode ? 'input code' : 'input'}
        {...(isCode && { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' })}
        {...(inputMode && { inputMode })}
      />
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}
