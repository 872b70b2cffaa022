// A field for several values, one per line, such as addresses or origins rather than text in a
// natural language.
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** The field's value is the typed text; `linesOf` (lines-of.ts) turns it into a list. */
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
