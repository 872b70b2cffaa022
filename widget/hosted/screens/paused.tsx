// A rest in the middle of the movements: nothing is looked at, no attempt is used.
import { useRef } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';

export interface PauseActions {
  isRelaxed: boolean;
  onRelax: () => void;
}

export function Paused({ onResume, ...pace }: PauseActions & { onResume: () => void }) {
  const t = useTexts();
  return (
    <Notice standsAlone icon="pause" title={t('paused.title')}>
      <p class="lead">{t('paused.text')}</p>
      <div class="actions">
        <Button onPress={onResume}>{t('paused.resume')}</Button>
        <MoreTime {...pace} />
      </div>
    </Notice>
  );
}

/** Asks for slower movements; from then on says that they are. */
export function MoreTime({ isRelaxed, onRelax }: PauseActions) {
  const t = useTexts();
  const text = t('pace.relaxed');
  const said = useRef<HTMLParagraphElement>(null);
  const relax = () => {
    onRelax();
    // The pressed button makes way for words; whoever uses the keyboard goes on from there.
    setTimeout(() => said.current?.focus());
  };
  return (
    <>
      {isRelaxed ? (
        <p ref={said} class="small" tabIndex={-1}>
          {text}
        </p>
      ) : (
        <Button look="soft" onPress={relax}>
          {t('pace.more_time')}
        </Button>
      )}
      <Announcer text={isRelaxed ? text : ''} />
    </>
  );
}
