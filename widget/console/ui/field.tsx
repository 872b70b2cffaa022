// Fields with a label, a hint and an error, which assistive technology reads with the field.
import type { HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface Props extends FieldProps {
  name?: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'text';
  inputRef?: Ref<HTMLInputElement>;
  /**
   * Whether the value is, for example, an address, a code or a key rather than text in a natural
   * language.
   */
  isCode?: boolean;
}

export function TextInput(props: Props) {
  const { label, hint, error, value, onChange, isRequired, isDisabled, ...rest } = props;
  const { inputRef, isCode = false, type = 'text', ...native } = rest;
  return (
    <FieldFrame {...{ label, hint, error, value, onChange, isRequired, isDisabled }}>
      {(control) => (
        <input
          {...native}
          {...control}
          ref={inputRef}
          type={type}
          className={isCode ? 'input code' : 'input'}
          {...(isCode && { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' })}
        />
      )}
    </FieldFrame>
  );
}

type TypedProps = Omit<Props, 'type' | 'isCode' | 'isRequired'>;

/** A required email address. */
export const EmailInput = (props: TypedProps) => (
  <TextInput {...props} type="email" isRequired isCode />
);

/** A required password. */
export const PasswordInput = (props: TypedProps) => (
  <TextInput {...props} type="password" isRequired isCode />
);
