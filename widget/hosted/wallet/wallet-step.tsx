// The wallet step: the choice of a credential and of a way to request it, and the wait for the
// answer. Visitors can end the wait as long as the service is not yet checking an answer.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import type { Kept } from './kept-offer.ts';
import type { SessionView } from '../requests/wire.ts';
import type { WalletProps } from './part.ts';
import { ProblemNote } from './problem-note.tsx';
import { Waiting } from './waiting.tsx';
import { WalletRun } from './wallet-run.ts';
import { type WalletTexts, useWalletTexts } from './wallet-texts.ts';
import { type Way, waysHere } from './ways.ts';

interface StepProps extends WalletProps {
  kept: Kept;
  place: Element;
}

export function WalletStep({ place, ...props }: StepProps) {
  const t = useWalletTexts(props, place);
  return t ? <Step t={t} {...props} /> : null;
}

function Step({ t, view, kept, onView }: Omit<StepProps, 'place'> & { t: WalletTexts }) {
  const run = useRun(view, kept, onView);
  const ways = waysHere();
  const names = { site: view.site.name, gate: view.wallet?.gate ?? 0 };
  const { asked } = run;
  // Each wait has its own heading, which takes focus because the button that started the wait is
  // gone.
  return (
    <Notice key={asked?.way ?? 'choice'} icon="card" title={t('title')}>
      <p class="lead">{t('lead', names)}</p>
      {!asked && <ProblemNote t={t} view={view} />}
      {asked ? (
        <Waiting
          t={t}
          asked={asked}
          isTest={view.test}
          onAgain={() => void run.ask(asked.way as Way)}
        />
      ) : (
        <Choice t={t} view={view} kept={kept} ways={ways} run={run} />
      )}
      <p class="wallet-fault" role="alert">
        {run.fault ? t(run.fault) : ''}
      </p>
      {(asked || !view.wallet?.alone) && asked?.way !== 'checking' && (
        <Button look="plain" onPress={() => void run.leave()}>
          {t(view.wallet?.alone ? 'stop' : 'leave')}
        </Button>
      )}
    </Notice>
  );
}

/** Returns the wallet run of this step, which stops when the step is left. */
function useRun(view: SessionView, kept: Kept, onView: StepProps['onView']): WalletRun {
  const [, draw] = useState(0);
  const onChange = () => draw((n) => n + 1);
  const [run] = useState(() => new WalletRun(view, kept, { onChange, onView }));
  run.follow(view);
  useEffect(() => {
    run.begin();
    return () => run.stop();
  }, []);
  return run;
}

const START = {
  browser: 'browser.start',
  same_device: 'app.start',
  other_device: 'code.start',
} as const satisfies Record<Way, string>;

interface ChoiceProps extends Pick<StepProps, 'view' | 'kept'> {
  t: WalletTexts;
  ways: readonly Way[];
  run: WalletRun;
}

function Choice({ t, view, kept, ways, run }: ChoiceProps) {
  const credentials = view.wallet?.credentials ?? [];
  const chosen = kept.credentialOf(view);
  if (ways.length === 0) return <p role="status">{t('none_here')}</p>;
  return (
    <>
      {credentials.length > 1 && (
        <fieldset class="wallet-kinds">
          <legend>{t('credential.label')}</legend>
          {credentials.map((one) => (
            <label key={one} class="wallet-kind">
              <input
                type="radio"
                name="wallet-credential"
                value={one}
                checked={one === chosen}
                onChange={() => {
                  kept.choose(one);
                  void run.prepare();
                }}
              />
              <span>{t(`credential.${one}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        {ways.map((way, index) => (
          <Button
            key={way}
            look={index === 0 ? 'main' : 'soft'}
            isBusy={run.isBusy}
            onPress={() => void run.ask(way)}
          >
            {t(START[way])}
          </Button>
        ))}
      </div>
    </>
  );
}
