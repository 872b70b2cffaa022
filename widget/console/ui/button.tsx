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
  /** For a symbol alone. */
  square?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  onPress?: () => void;
}

/** While `isPending` it can have the focus, says so, and does nothing. */
export function Button(props: Props) {
  const { look = 'soft', square = false, isDisabled = false, isPending = false, ...rest } = props;
  const { type = 'button', onPress, children, ...native } = rest;
  return (
    <button
      {...native}
      // Enter in a field sends nothing while an answer is awaited.
      type={isPending ? 'button' : type}
      className={`button ${look}${square ? ' square' : ''}`}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true })}
      onClick={({ currentTarget }) => {
        if (isPending) return;
        // Safari does not, and then a dialog has nothing to give the focus back to.
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

/** A link that looks like a button: to a page of this console. */
export function ButtonLink({ look = 'soft', ...props }: LinkProps) {
  return <Link {...props} className={`button ${look}`} />;
}
