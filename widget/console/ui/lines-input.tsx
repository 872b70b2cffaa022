// Several texts without a language, one on each line: addresses, origins.
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';

interface Props {
  label: string;
  hint?: string;
  /** As typed; `linesOf` makes a list of it. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
}

export function LinesInput({ label, hint, error, ...field }: Props) {
  const rows = Math.max(2, field.value.split('\n').length);
  return (
    <TextField
      {...field}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior={error === undefined ? 'native' : 'aria'}
    >
      <Label className="field-label">{label}</Label>
      <TextArea
        className="input code lines"
        rows={rows}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
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

/** @returns the lines that have something, without what surrounds them */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
