// What stands around a field: its label, a hint, and what is wrong with it, said by us or by the browser.
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';

export interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** What the server said; it does not keep the form from being sent again. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

type Control = HTMLInputElement | HTMLTextAreaElement;
type Happened = SyntheticEvent<Control>;

interface FrameProps extends FieldProps {
  /** @param control attributes of the field */
  children: (control: ReturnType<typeof useControl>['control']) => ReactNode;
}

export function FieldFrame({ children, ...field }: FrameProps) {
  const { control, hint, fault } = useControl(field);
  const { label } = field;
  return (
    <div className="field">
      <label className="field-label" htmlFor={control.id}>
        {label}
      </label>
      {children(control)}
      {hint !== undefined && (
        <span className="field-hint" id={`${control.id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="field-error" id={`${control.id}-error`}>
          {fault}
        </span>
      )}
    </div>
  );
}

function useControl({ value, onChange, error, isRequired, isDisabled, ...field }: FieldProps) {
  const id = useId();
  /** Of the browser, in its own language: from the moment the field is left, or the form is sent. */
  const [complaint, setComplaint] = useState('');
  const fault = complaint === '' ? error : complaint;
  // What was asked for and not followed is said once.
  const hint = field.hint === fault ? undefined : field.hint;
  const listen = ({ currentTarget }: Happened) => setComplaint(currentTarget.validationMessage);
  const notes = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-error`]),
  ];
  const control = {
    id,
    value,
    required: isRequired,
    disabled: isDisabled,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
    onChange: (event: Happened) => {
      onChange(event.currentTarget.value);
      if (complaint !== '') listen(event);
    },
    onBlur: (event: Happened) => {
      if (event.currentTarget.value !== '') listen(event);
    },
    onInvalid: (event: Happened) => {
      // Said below the field instead of in a bubble, which also is what would take the focus there.
      event.preventDefault();
      listen(event);
      const { currentTarget } = event;
      if (currentTarget.form?.querySelector(FAULTY) === currentTarget) currentTarget.focus();
    },
  };
  return { control, hint, fault };
}

const FAULTY = 'input:invalid, textarea:invalid, select:invalid';
