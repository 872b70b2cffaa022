import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DoorCard } from './door-card.tsx';

/** Where test sessions of the console end, on a phone too. */
export function Tried() {
  const t = useTexts();
  return (
    <DoorCard title={t('tried.title')}>
      <h1>{t('tried.title')}</h1>
      <p>{t('tried.text')}</p>
      <p className="muted">{t('tried.close')}</p>
      <ButtonLink href="/">{t('tried.console')}</ButtonLink>
    </DoorCard>
  );
}
