// The window that a page in a frame has opened: shows one pass for its check, once, and closes.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { codeOf } from '../requests/api.ts';
import { choosePass, type KeptPass } from './kept-pass.ts';
import type { PassWindowView } from '../requests/wire.ts';
import type { PassTexts } from './pass-texts.ts';
import { answerWindow, askedOf, readWindow } from './session-calls.ts';
import { usePass } from './use-pass.ts';

interface CheckWindowProps {
  t: PassTexts;
  token: string;
  /** Those that may be shown. */
  passes: readonly KeptPass[];
}

/** The page announces the window while it loads. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

export function CheckWindow({ t, token, passes }: CheckWindowProps) {
  const [view, setView] = useState<PassWindowView | 'gone'>();
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | 'left'>('open');
  useEffect(() => {
    readPatiently(token).then(setView, () => setView('gone'));
  }, []);
  if (view === undefined) return null;
  const asked = view === 'gone' ? undefined : askedOf(view.pass);
  if (view === 'gone' || asked === undefined)
    return <End text={t(view !== 'gone' && view.state === 'answered' ? DONE : OVER)} />;
  if (stage === 'left') return <End text={t('passes.window_left')} />;
  const leave = () => {
    setStage('left');
    window.close();
  };
  const press = async () => {
    setStage('busy');
    const now = await alone(async () => {
      const before = await readWindow(token);
      if (before.state !== 'open') return before;
      return usePass(asked, passes, (pass) => answerWindow(token, pass));
    }).catch(() => undefined);
    if (now === undefined) return setStage('failed');
    setView(now);
    if (now.state === 'answered') window.close();
    return undefined;
  };
  const { site } = view;
  const fits = stage === 'failed' || choosePass(passes, asked, Date.now()) !== undefined;
  return (
    <>
      <p>{t('passes.use_text', { age: asked.minAge, site })}</p>
      <div class="actions">
        {fits && (
          <Button isBusy={stage === 'busy'} describedBy="window-fault" onPress={() => void press()}>
            {t('passes.use')}
          </Button>
        )}
        <Button look="soft" onPress={leave}>
          {t('passes.decline')}
        </Button>
      </div>
      <p id="window-fault" role="alert">
        {!fits && t('passes.give_none')}
        {stage === 'failed' && t('passes.window_failed')}
      </p>
    </>
  );
}

const DONE = 'passes.window_done';
const OVER = 'passes.window_over';

const End = ({ text }: { text: string }) => (
  <p role="status" data-window-end="">
    {text}
  </p>
);

/** @throws ApiError NOT_FOUND once the page has had time to announce it */
async function readPatiently(token: string): Promise<PassWindowView> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await readWindow(token);
    } catch (error) {
      const isEarly = ['NOT_FOUND', 'NETWORK'].includes(codeOf(error));
      if (!isEarly || Date.now() > untilMs) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  }
}

/** Of two windows one waits for the other, so that one check takes one pass. */
const alone = <T,>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('agate-pass', act) : act();
