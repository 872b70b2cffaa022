// The window that a page in a frame has opened. It presents one pass for the page's check and then
// closes, or stores ten passes after the check.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { codeOf } from '../requests/api.ts';
import type { PassWindowView } from '../requests/wire.ts';
import { type PassRequirement, choosePass, type KeptPass } from './kept-pass.ts';
import { countText, type PassTexts } from './pass-texts.ts';
import { canKeep } from './pass-store.ts';
import {
  answerWindow,
  toPassRequirement,
  readWindow,
  requestPassesByWindow,
} from './session-calls.ts';
import { takePasses } from './take-passes.ts';
import { usePass } from './use-pass.ts';
import { useTitle } from './use-title.ts';

interface CheckWindowProps {
  t: PassTexts;
  token: string;
  /** The stored passes that may be presented. */
  passes: readonly KeptPass[];
  /** The service's name. */
  service: string;
}

/** How long to wait for the page to announce the window, which it does while the window loads. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

export function CheckWindow(props: CheckWindowProps) {
  const { t, token } = props;
  const [view, setView] = useState<PassWindowView | 'gone'>();
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    readPatiently(token).then(setView, () => setView('gone'));
  }, []);
  if (view === undefined) return null;
  if (hasLeft) return <End text={t('passes.window_left')} />;
  const shared = {
    ...props,
    onView: setView,
    onLeave: () => {
      setLeft(true);
      window.close();
    },
  };
  if (view === 'gone') return <End text={t('passes.window_over')} />;
  const asked = toPassRequirement(view.pass);
  if (asked) return <Show {...shared} site={view.site} asked={asked} />;
  if (view.passes) return <Keep {...shared} offered={view.passes} />;
  return <End text={t(view.state === 'over' ? 'passes.window_over' : 'passes.window_done')} />;
}

interface Shared extends CheckWindowProps {
  onView: (view: PassWindowView) => void;
  onLeave: () => void;
}

type ShowProps = Shared & { site: string; asked: PassRequirement };

function Show({ t, token, passes, service, site, asked, onView, onLeave }: ShowProps) {
  const [stage, setStage] = useState<'open' | 'busy' | 'failed'>('open');
  const press = async () => {
    setStage('busy');
    const now = await alone(async () => {
      const before = await readWindow(token);
      if (before.state !== 'open') return before;
      return usePass(asked, passes, (pass) => answerWindow(token, pass));
    }).catch(() => undefined);
    if (now === undefined) return setStage('failed');
    onView(now);
    if (now.state === 'answered') window.close();
    return undefined;
  };
  const fits = stage !== 'open' || choosePass(passes, asked, Date.now()) !== undefined;
  if (!fits)
    return (
      <>
        <p role="alert">{t('passes.give_none', { service })}</p>
        <div class="actions">
          <Button look="soft" onPress={onLeave}>
            {t('passes.back', { site })}
          </Button>
        </div>
      </>
    );
  return (
    <Choice
      t={t}
      text={t('passes.use_text', { age: asked.minAge, site })}
      action={t('passes.use')}
      isBusy={stage === 'busy'}
      fault={stage === 'failed' ? t('passes.window_failed') : ''}
      onPress={() => void press()}
      onLeave={onLeave}
    />
  );
}

type KeepProps = Shared & { offered: NonNullable<PassWindowView['passes']> };

function Keep({ t, token, service, offered, onLeave }: KeepProps) {
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | KeptPass[]>('open');
  useEffect(() => {
    void canKeep().then((isPossible) => setStage((now) => (isPossible ? now : 'failed')));
  }, []);
  if (typeof stage !== 'string')
    return <End text={`${countText(t, stage)} ${t('passes.window_done')}`} />;
  const press = async () => {
    setStage('busy');
    const taken = takePasses(offered, (body) => requestPassesByWindow(token, body));
    setStage(await taken.catch(() => 'failed' as const));
  };
  const age = Number.parseInt(offered.bracket, 10);
  return (
    <Choice
      t={t}
      text={t('passes.take_text', { age, service })}
      action={t('passes.take')}
      isBusy={stage === 'busy'}
      fault={stage === 'failed' ? t('passes.take_failed') : ''}
      onPress={() => void press()}
      onLeave={onLeave}
    />
  );
}

interface ChoiceProps {
  t: PassTexts;
  text: string;
  /** The label of the button, and the title of the window. */
  action: string;
  isBusy: boolean;
  fault: string;
  onPress: () => void;
  onLeave: () => void;
}

function Choice({ t, text, action, isBusy, fault, onPress, onLeave }: ChoiceProps) {
  useTitle(action);
  return (
    <>
      <p>{text}</p>
      <p id="window-fault" role="alert">
        {fault}
      </p>
      <div class="actions">
        <Button isBusy={isBusy} describedBy="window-fault" onPress={onPress}>
          {action}
        </Button>
        <Button look="soft" onPress={onLeave}>
          {t('passes.decline')}
        </Button>
      </div>
    </>
  );
}

const End = ({ text }: { text: string }) => (
  <p role="status" data-window-end="">
    {text}
  </p>
);

/** @throws ApiError NOT_FOUND when the page has not announced the window in time */
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

/** Runs `act` in only one window at a time, so that one check uses only one pass. */
const alone = <T,>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('agate-pass', act) : act();
