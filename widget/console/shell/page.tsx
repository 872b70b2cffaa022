// A page in the shell. Its title becomes the document's title, and its heading takes focus if the
// user came from another page of the console.
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { Icon } from '../ui/icon.tsx';
import { useConsoleTitle } from './console-title.ts';
import { takesFocus } from './navigation-focus.ts';

/** The URL of the docs about the current page. */
export const PageDocs = createContext<string | undefined>(undefined);

interface Props {
  title: string;
  lead?: string;
  /** Content next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, lead, actions, children }: Props) {
  const t = useTexts();
  const docs = useContext(PageDocs);
  const heading = useRef<HTMLHeadingElement>(null);
  const appName = useConsoleTitle();
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
          <div className="page-title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {docs !== undefined && (
              <a href={docs}>
                <Icon name="help" />
                {t('shell.docs')}
              </a>
            )}
          </div>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
