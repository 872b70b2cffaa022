// A form that is submitted with Enter or its button and handled by a script instead of the browser.
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
