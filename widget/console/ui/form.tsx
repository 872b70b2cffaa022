// A form that is submitted by Enter or its button, by script and not by the browser.
import type { ReactNode } from 'react';

interface Props {
  onSubmit: () => void;
  children: ReactNode;
}

export const Form = ({ onSubmit, children }: Props) => (
  <form
    className="form"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
