// A rest in the middle of the movements: nothing is looked at, no attempt is used.
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import { AssistanceLink } from './assistance.tsx';

export interface PauseActions {
  isRelaxed: boolean;
  onRelax: () => void;
  onAssistance: () => void;
}

export function Paused({ onResume, ...actions }: PauseActions & { onResume: () => void }) {
  const t = useTexts();
  return (
    <Notice icon="pause" title={t('paused.title')}>
      <p class="lead">{t('paused.text')}</p>
      <div class="actions">
        <Button onPress={onResume}>{t('paused.resume')}</Button>
        <MoreTime isRelaxed={actions.isRelaxed} onRelax={actions.onRelax} />
        <AssistanceLink onPress={actions.onAssistance} />
      </div>
    </Notice>
  );
}

/** Asks for slower movements; from then on says that they are. */
export function MoreTime({ isRelaxed, onRelax }: Pick<PauseActions, 'isRelaxed' | 'onRelax'>) {
  const t = useTexts();
  const text = t('pace.relaxed');
  return (
    <>
      {isRelaxed ? (
        <p class="small">{text}</p>
      ) : (
        <Button look="soft" onPress={onRelax}>
          {t('pace.more_time')}
        </Button>
      )}
      <Announcer text={isRelaxed ? text : ''} />
    </>
  );
}
