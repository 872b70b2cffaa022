import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** The end page of test sessions that were started in the console, on any device. */
export function Tried() {
  const t = useTexts();
  return (
    <SignInCard title={t('tried.title')}>
      <h1>{t('tried.title')}</h1>
      <p>{t('tried.text')}</p>
      <p className="muted">{t('tried.close')}</p>
      <ButtonLink href="/">{t('tried.console')}</ButtonLink>
    </SignInCard>
  );
}
