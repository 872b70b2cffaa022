import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';

type Look = 'primary' | 'soft' | 'plain' | 'danger';

type Native = ButtonHTMLAttributes<HTMLButtonElement>;

interface Props extends Pick<
  Native,
  'type' | 'autoFocus' | 'aria-label' | 'aria-keyshortcuts' | 'aria-expanded' | 'aria-disabled'
> {
  look?: Look;
  children: ReactNode;
  /** Whether the button shows only an icon. */
  square?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  onPress?: () => void;
}

/** While `isPending`, the button keeps focus, announces its state, and does nothing. */
export function Button(props: Props) {
  const { look = 'soft', square = false, isDisabled = false, isPending = false, ...rest } = props;
  const { type = 'button', onPress, children, ...native } = rest;
  return (
    <button
      {...native}
      // While a response is pending, pressing Enter in a field does not submit the form.
      type={isPending ? 'button' : type}
      className={`button ${look}${square ? ' square' : ''}`}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true })}
      onClick={({ currentTarget }) => {
        if (isPending) return;
        // Safari does not focus a pressed button, so a dialog would have nothing to return focus
        // to.
        currentTarget.focus();
        onPress?.();
      }}
    >
      {isPending && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

interface LinkProps {
  href: string;
  look?: Look;
  children: ReactNode;
}

/** A link, styled as a button, to a page of this console. */
export function ButtonLink({ look = 'soft', ...props }: LinkProps) {
  return <Link {...props} className={`button ${look}`} />;
}
