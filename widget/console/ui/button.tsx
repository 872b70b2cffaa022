import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { Link } from 'wouter';

type Look = 'primary' | 'soft' | 'plain' | 'danger';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  look?: Look;
  children: ReactNode;
  /** For a symbol alone. */
  square?: boolean;
}

/** While `isPending` it can have the focus, says so, and does nothing. */
export function Button({ look = 'soft', square = false, children, ...props }: Props) {
  return (
    <AriaButton {...props} className={`button ${look}${square ? ' square' : ''}`}>
      {props.isPending === true && <span className="spinner" aria-hidden="true" />}
      {children}
    </AriaButton>
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
