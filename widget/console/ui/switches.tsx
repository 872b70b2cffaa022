interface Option<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
}

interface Props<Name extends string> {
  title: string;
  hint?: string;
  options: readonly Option<Name>[];
  chosen: readonly Name[];
  isDisabled?: boolean;
  /** Whether the options are next to each other, for short labels. */
  isInline?: boolean;
  /** The error message for the choice. */
  fault?: string | undefined;
  onChange: (chosen: Name[]) => void;
}

/** A group of checkboxes; any number can be chosen. Each can have a hint. */
export function Switches<Name extends string>(props: Props<Name>) {
  const { title, hint, options, chosen, isDisabled, isInline = false, fault, onChange } = props;
  const toggle = (name: Name, isOn: boolean) =>
    onChange(
      options
        .map((option) => option.name)
        .filter((each) => (each === name ? isOn : chosen.includes(each))),
    );
  return (
    <fieldset className={isInline ? 'checks inline' : 'checks'} disabled={isDisabled}>
      <legend className="field-label">{title}</legend>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {options.map((option) => (
        <label key={option.name} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(option.name)}
            onChange={({ target }) => toggle(option.name, target.checked)}
          />
          <span>
            {option.label}
            {option.hint !== undefined && <span className="table-note">{option.hint}</span>}
          </span>
        </label>
      ))}
      {fault !== undefined && (
        <p className="field-error" role="status">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
