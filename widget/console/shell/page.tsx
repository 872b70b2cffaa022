// A page below the shell: its title is the document's, and takes the focus when the page was reached by a link inside.
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { takesFocus } from './navigation-focus.ts';

interface Props {
  title: string;
  lead?: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, lead, actions, children }: Props) {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const appName = t('shell.console');
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
  useEffect(() => {
    if (takesFocus()) heading.current?.focus();
  }, []);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
