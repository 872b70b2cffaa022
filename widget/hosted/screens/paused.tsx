// The page shown while the visitor pauses a camera step: nothing is measured, and no attempt is
// used.
import { useLayoutEffect, useRef } from 'preact/hooks';
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
    <Notice isCentred icon="pause" title={t('paused.title')}>
      <p class="lead">{t('paused.text')}</p>
      <div class="actions">
        <Button onPress={onResume}>{t('paused.resume')}</Button>
        <MoreTime {...pace} />
      </div>
    </Notice>
  );
}

/** The button that requests more time for the movements, and the confirmation that replaces it. */
export function MoreTime({ isRelaxed, onRelax }: PauseActions) {
  const t = useTexts();
  const text = t('pace.relaxed');
  const confirmation = useRef<HTMLParagraphElement>(null);
  const before = useRef(isRelaxed);
  // The confirmation replaces the pressed button and takes its focus before the browser renders, so
  // that keyboard users continue from there.
  useLayoutEffect(() => {
    if (isRelaxed !== before.current) confirmation.current?.focus();
  }, [isRelaxed]);
  return (
    <>
      {isRelaxed ? (
        <p ref={confirmation} class="small" tabIndex={-1}>
          {text}
        </p>
      ) : (
        <Button look="soft" onPress={onRelax}>
          {t('pace.more_time')}
        </Button>
      )}
      <Announcer text={isRelaxed ? text : ''} />
    </>
  );
}
