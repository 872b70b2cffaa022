// What whoever is not signed in sees, at every address: afterwards the page of that address is there.
import { useEffect, useRef, useState } from 'react';
import { useConsole } from '../session/context.ts';
import { LanguageChoice } from '../shell/choices.tsx';
import { useTexts } from '../texts/context.ts';
import { Note } from '../ui/note.tsx';
import { CodeStep } from './code-step.tsx';
import { ForgotStep } from './forgot-step.tsx';
import { PasswordStep } from './password-step.tsx';

type Step = { name: 'password' | 'forgot' } | { name: 'code'; challenge: string };

export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const t = useTexts();
  const { name } = useConsole();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const title = t(name === 'admin' ? 'signin.title_admin' : 'signin.title_dashboard');
  useEffect(() => {
    document.title = `${t('signin.title')} · ${title}`;
  }, [t, title]);
  return (
    <div className="door">
      <main className="door-card">
        <p className="brand">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          {title}
        </p>
        {hasEnded && step.name === 'password' && (
          <Note tone="info" isNews>
            <p>{t('signin.ended')}</p>
          </Note>
        )}
        <StepForm step={step} onStep={setStep} />
      </main>
      <footer className="door-foot">
        <LanguageChoice />
        <a href="/docs">{t('signin.docs')}</a>
        <a href="/status">{t('signin.status')}</a>
      </footer>
    </div>
  );
}

function StepForm({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const back = () => onStep({ name: 'password' });
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  switch (step.name) {
    case 'password':
      return (
        <PasswordStep
          takesFocus={!isFirst.current}
          onChallenge={(challenge) => onStep({ name: 'code', challenge })}
          onForgot={() => onStep({ name: 'forgot' })}
        />
      );
    case 'code':
      return <CodeStep challenge={step.challenge} onBack={back} />;
    case 'forgot':
      return <ForgotStep onBack={back} />;
  }
}
