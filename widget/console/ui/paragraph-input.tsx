// A field for one paragraph of plain text: pasted line breaks become spaces.
import { FieldFrame, type FieldProps } from './field-frame.tsx';

export function ParagraphInput(field: FieldProps) {
  return (
    <FieldFrame {...field} onChange={(text) => field.onChange(text.replaceAll(/\s*\n\s*/g, ' '))}>
      {(control) => <textarea {...control} className="input lines" rows={3} dir="auto" />}
    </FieldFrame>
  );
}
