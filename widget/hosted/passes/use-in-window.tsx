// The offer of a page in a frame: a window of this service shows the pass, and the session says when it was taken. Whether this
// browser has any is not known here.
import { useEffect, useState } from 'preact/hooks';
import { connectTo } from '../handoff/follower.ts';
import { SessionWatch } from '../handoff/session-watch.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { peekSession } from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';
import { makeWindow, showWindow } from './own-window.ts';
import type { PassTexts } from './pass-texts.ts';
import { announceWindow } from './session-calls.ts';

interface UseInWindowProps {
  view: SessionView;
  t: PassTexts;
  minAge: number;
  onView: ((view: SessionView) => void) | undefined;
}

export function UseInWindow({ view, t, minAge, onView }: UseInWindowProps) {
  const [own] = useState(() => makeWindow(view.id));
  const [stage, setStage] = useState<'open' | 'waiting' | 'blocked' | 'failed'>('open');
  const isWaiting = stage === 'waiting' || stage === 'blocked';
  useEffect(() => (isWaiting ? followEnd(view.id, onView) : undefined), [isWaiting]);
  const press = () => {
    setStage(showWindow(own) ? 'waiting' : 'blocked');
    own
      .secretHash()
      .then((hash) => announceWindow(view.id, hash))
      .catch(() => setStage('failed'));
  };
  return (
    <aside class="offer" aria-labelledby="window-text" data-offer="pass-window" data-stage={stage}>
      <Icon name="check" />
      <p id="window-text">{t('passes.frame_text', { age: minAge, site: view.site.name })}</p>
      <Button look="soft" describedBy="window-state" onPress={press}>
        {t(isWaiting ? 'passes.window_again' : 'passes.use')}
      </Button>
      <p id="window-state" class="small" role="status">
        {stage === 'waiting' && t('passes.window_waiting')}
        {stage === 'blocked' && (
          <>
            {t('passes.window_blocked')}{' '}
            <a href={own.address} target="_blank" rel="noopener noreferrer">
              {t('passes.window_link')}
            </a>
          </>
        )}
        {stage === 'failed' && t('passes.use_failed')}
      </p>
    </aside>
  );
}

/** By the session itself: the window cannot say anything to this page. @returns stops it */
function followEnd(id: string, onView?: (view: SessionView) => void): () => void {
  const watch = new SessionWatch({
    connect: () => connectTo(id),
    read: () => peekSession(id),
    isChanging: () => false,
    onView: (view) => {
      if (view.step === 'done') onView?.(view);
    },
    // It is read again.
    onFault: () => undefined,
  });
  watch.start();
  return () => watch.stop();
}
