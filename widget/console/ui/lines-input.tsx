// Several texts without a language, one on each line: addresses, origins.
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** @param value as typed; `linesOf` (lines-of.ts) makes a list of it */
export function LinesInput(field: FieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <textarea
          {...control}
          className="input code lines"
          rows={Math.max(2, field.value.split('\n').length)}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
    </FieldFrame>
  );
}
