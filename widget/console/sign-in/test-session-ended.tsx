import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';
import { SignInCard } from './sign-in-card.tsx';

/**
 * The page at the end of a test session that was started in the console. It can appear on any
 * device, because it needs no sign-in.
 */
export function TestSessionEnded() {
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
