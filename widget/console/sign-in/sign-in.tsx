// The sign-in, shown at every URL while nobody is signed in; afterwards the page at that URL
// appears.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { News } from '../ui/note.tsx';
import { SIGN_UP } from './addresses.ts';
import { CodeStep } from './code-step.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { ForgotStep } from './forgot-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { SignUpStep } from './sign-up-step.tsx';

type Step = { name: 'password' | 'forgot' } | { name: 'code'; challenge: string };

export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const t = useTexts();
  const { name } = useConsole();
  const [location] = useLocation();
  const [step, setStep] = useState<Step>({ name: 'password' });
  if (name === 'dashboard' && location === SIGN_UP)
    return (
      <SignInCard title={t('signup.title')}>
        <SignUpStep />
      </SignInCard>
    );
  return (
    <SignInCard title={t('signin.title')}>
      {hasEnded && step.name === 'password' && <News tone="info">{t('signin.ended')}</News>}
      <StepForm step={step} onStep={setStep} />
    </SignInCard>
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
