import { useEffect, type ReactNode } from 'react';
import { LanguageChoice } from '../shell/choices.tsx';
import { useConsoleTitle } from '../shell/console-title.ts';
import { useTexts } from '../texts/context.ts';

/**
 * The card of every sign-in step.
 * @param title the document's title, before the console's name
 */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts();
  const console = useConsoleTitle();
  useEffect(() => {
    document.title = `${title} · ${console}`;
  }, [title, console]);
  return (
    <div className="door">
      <main className="door-card">
        <p className="brand">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          {console}
        </p>
        {children}
      </main>
      <footer className="door-foot">
        <LanguageChoice />
        <a href="/docs">{t('signin.docs')}</a>
        <a href="/status">{t('signin.status')}</a>
      </footer>
    </div>
  );
}
