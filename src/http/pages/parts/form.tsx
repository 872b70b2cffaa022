// Form components: CSRF token, fields with error texts, buttons. Input is kept after an error,
// except passwords.
import type { Child } from 'hono/jsx';
import type { PageIconName } from './icon-paths.ts';
import { Icon } from './icon.tsx';
import { Alert } from './notice.tsx';
import { useTexts, useViewer } from './words.ts';

/** A form that posts to this service. `hidden` contains additional values. */
export function Form({
  action,
  hidden = {},
  layout = 'column',
  children,
}: {
  action: string;
  hidden?: Readonly<Record<string, string | undefined>>;
  layout?: 'column' | 'row';
  children: Child;
}) {
  const { formToken } = useViewer();
  const values = Object.entries({ ...hidden, form_token: formToken });
  return (
    <form class="form" data-layout={layout} method="post" action={action} data-form>
      {values.map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

interface FieldProps {
  name: string;
  /** Default: the name. Required when a page has several fields of the same name. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string | undefined;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  maxlength?: number;
  /** The input mode of fields that take only digits. */
  inputmode?: 'numeric';
  /**
   * Whether the field is for a code made of letters; if so, it is always left to right and has no
   * spell checking.
   */
  isCode?: boolean;
  /** Whether the field receives the focus when the page loads. */
  autofocus?: boolean;
}

export function Field(props: FieldProps) {
  const { name, id = name, label, type = 'text', hint, error, required = true } = props;
  const t = useTexts();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint !== undefined && hintId, error !== undefined && errorId]
    .filter((id) => id !== false)
    .join(' ');
  return (
    <div class="field" data-wrong={error !== undefined ? 'true' : undefined}>
      <label for={id}>
        {label}
        {!required && <span class="field-optional"> ({t('field.optional')})</span>}
      </label>
      <div class="field-box">
        <input
          id={id}
          name={name}
          type={type}
          autocomplete={props.autocomplete}
          value={type === 'password' ? undefined : props.value}
          required={required}
          maxlength={props.maxlength}
          inputmode={props.inputmode}
          autofocus={props.autofocus}
          aria-invalid={error !== undefined ? 'true' : undefined}
          aria-describedby={described === '' ? undefined : described}
          dir={type === 'text' && props.isCode !== true ? 'auto' : 'ltr'}
          autocapitalize={props.isCode ? 'characters' : type === 'text' ? undefined : 'none'}
          spellcheck={props.isCode ? false : undefined}
        />
        {type === 'password' && <Reveal field={id} />}
      </div>
      {hint !== undefined && (
        <p class="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The button that shows the password. It needs the script, so it stays hidden until the script
 * shows it.
 */
function Reveal({ field }: { field: string }) {
  const t = useTexts();
  return (
    <button
      type="button"
      class="reveal"
      hidden
      data-reveal={field}
      aria-pressed="false"
      aria-controls={field}
      data-hide={t('hide_password')}
      aria-label={t('show_password')}
    >
      <Icon name="eye" />
    </button>
  );
}

/**
 * The error summary of a form, with links to the fields. It receives the focus.
 * @param faults error texts by field
 */
export function FaultSummary({ faults }: { faults: Readonly<Record<string, string | undefined>> }) {
  const t = useTexts();
  const found = Object.entries(faults).filter(([, text]) => text !== undefined);
  if (found.length === 0) return null;
  return (
    <Alert tone="bad">
      <p class="alert-title">{t('form.check')}</p>
      <ul>
        {found.map(([field, text]) => (
          <li>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

export function Submit({
  look = 'main',
  icon,
  name,
  value,
  label,
  children,
}: {
  look?: 'main' | 'soft' | 'plain' | 'bad';
  icon?: PageIconName;
  name?: string;
  value?: string;
  /** The text for screen readers, when several buttons have the same text. */
  label?: string;
  children: Child;
}) {
  return (
    <button
      type="submit"
      class="button"
      data-look={look}
      name={name}
      value={value}
      aria-label={label}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

export function ButtonLink({
  href,
  look = 'main',
  icon,
  children,
}: {
  href: string;
  look?: 'main' | 'soft' | 'plain';
  icon?: PageIconName;
  children: Child;
}) {
  return (
    <a class="button" data-look={look} href={href}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}
