// What is sent with Enter and its button, by the script and not by the browser.
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
