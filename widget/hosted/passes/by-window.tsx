// The pass offers for a page in a frame: a window of this service presents a pass or stores ten,
// and the page learns from the session when that is done. The page does not know whether this
// browser has any passes.
import { useEffect, useState } from 'preact/hooks';
import { OfferEnd } from '../account/offer-end.tsx';
import { connectTo } from '../handoff/follower.ts';
import { SessionWatch } from '../handoff/session-watch.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { peekSession } from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';
import { makeWindow, showWindow } from './own-window.ts';
import type { PassProps } from './part.ts';
import type { PassTexts } from './pass-texts.ts';
import { announceWindow } from './session-calls.ts';

type Props = Pick<PassProps, 'view' | 'onView' | 'onDecide'> & { t: PassTexts };

export function UseByWindow({ view, t, onView }: Props) {
  const age = view.pass?.min_age ?? 0;
  return (
    <ByWindow
      t={t}
      id={view.id}
      name="pass-window"
      text={t('passes.frame_text', { age, site: view.site.name })}
      action={t('passes.use')}
      waiting={t('passes.window_waiting')}
      failed={t('passes.use_failed')}
      onChange={(now) => {
        if (now.step === 'done') onView?.(now);
      }}
    />
  );
}

export function TakeByWindow({ view, t, onDecide }: Props) {
  const [isKept, setKept] = useState(false);
  if (isKept) return <OfferEnd name="passes-kept" icon="check" text={t('passes.window_taken')} />;
  if (!view.passes) return null;
  const age = Number.parseInt(view.passes.bracket, 10);
  return (
    <ByWindow
      t={t}
      id={view.id}
      name="passes-window"
      text={t('passes.take_text', { age, service: view.privacy.operator })}
      action={t('passes.take')}
      waiting={t('passes.window_take_waiting')}
      failed={t('passes.take_failed')}
      onPress={onDecide}
      onChange={(now) => {
        if (!now.passes) setKept(true);
      }}
    />
  );
}

interface ByWindowProps {
  t: PassTexts;
  /** The id of the session. */
  id: string;
  name: string;
  text: string;
  action: string;
  waiting: string;
  failed: string;
  onPress?: (() => void) | undefined;
  /** Called with the current session while the page waits for the window. */
  onChange: (view: SessionView) => void;
}

function ByWindow({
  t,
  id,
  name,
  text,
  action,
  waiting,
  failed,
  onPress,
  onChange,
}: ByWindowProps) {
  const [own] = useState(() => makeWindow(id));
  const [stage, setStage] = useState<'open' | 'waiting' | 'blocked' | 'failed'>('open');
  const isOpen = stage === 'waiting' || stage === 'blocked';
  useEffect(() => (isOpen ? follow(id, onChange) : undefined), [isOpen]);
  const press = () => {
    onPress?.();
    setStage(showWindow(own) ? 'waiting' : 'blocked');
    own
      .secretHash()
      .then((hash) => announceWindow(id, hash))
      .catch(() => setStage('failed'));
  };
  return (
    <aside class="offer" aria-labelledby={`${name}-text`} data-offer={name} data-stage={stage}>
      <Icon name="check" />
      <p id={`${name}-text`}>{text}</p>
      <Button look="soft" describedBy={`${name}-state`} onPress={press}>
        {isOpen ? t('passes.window_again') : action}
      </Button>
      <p id={`${name}-state`} class="small" role="status">
        {stage === 'waiting' && waiting}
        {stage === 'failed' && failed}
        {stage === 'blocked' && (
          <>
            {t('passes.window_blocked')}{' '}
            <a href={own.address} target="_blank" rel="noopener noreferrer">
              {t('passes.window_link')}
            </a>
          </>
        )}
      </p>
    </aside>
  );
}

/**
 * Watches the session, because the window cannot send anything to this page.
 * @returns a function that stops watching
 */
function follow(id: string, onChange: (view: SessionView) => void): () => void {
  const watch = new SessionWatch({
    connect: () => connectTo(id),
    read: () => peekSession(id),
    isChanging: () => false,
    onView: onChange,
    // A failed read is harmless, because the session will be read again.
    onFault: () => undefined,
  });
  watch.start();
  return () => watch.stop();
}
