import { useEffect, type ReactNode } from 'react';
import { useConsole } from '../session/context.ts';
import { LanguageChoice } from '../shell/choices.tsx';
import { useTexts } from '../texts/context.ts';

/** What is in front of the console. @param title of the document, before the console's name */
export function DoorCard({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts();
  const { name } = useConsole();
  const console = t(name === 'admin' ? 'signin.title_admin' : 'signin.title_dashboard');
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
