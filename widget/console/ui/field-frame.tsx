// The frame of a field: its label, a hint, and an error from the server or the browser.
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';

export interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** The server's error; it does not prevent the form from being submitted again. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

type Control = HTMLInputElement | HTMLTextAreaElement;
type Happened = SyntheticEvent<Control>;

interface FrameProps extends FieldProps {
  /** @param control the attributes of the field */
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
  /**
   * The browser's validation message, in the browser's language, shown once the field is left or
   * the form is submitted.
   */
  const [complaint, setComplaint] = useState('');
  const fault = complaint === '' ? error : complaint;
  // If the hint states the rule that the value violates, the error may be the same text. Then only
  // the error is shown.
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
      // The message appears below the field instead of in the browser's bubble. The bubble would
      // also have moved the focus, so this code moves it.
      event.preventDefault();
      listen(event);
      const { currentTarget } = event;
      if (currentTarget.form?.querySelector(FAULTY) === currentTarget) currentTarget.focus();
    },
  };
  return { control, hint, fault };
}

const FAULTY = 'input:invalid, textarea:invalid, select:invalid';
