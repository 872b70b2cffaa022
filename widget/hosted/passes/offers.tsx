// The pass offers: storing ten passes after a check, and using one before it. Nothing is shown when
// this browser cannot store passes, or has no suitable pass.
import { useEffect, useState } from 'preact/hooks';
import { OfferEnd } from '../account/offer-end.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { isFramed } from '../requests/api.ts';
import { type PassRequirement, choosePass, type KeptPass } from './kept-pass.ts';
import type { PassProps } from './part.ts';
import { countText, type PassTexts } from './pass-texts.ts';
import { canKeep } from './pass-store.ts';
import { TakeByWindow, UseByWindow } from './by-window.tsx';
import { requiredPass, requestPasses, showPass } from './session-calls.ts';
import { takePasses } from './take-passes.ts';
import { listShowable, usePass } from './use-pass.ts';

type OfferProps = Pick<PassProps, 'view' | 'onView' | 'onDecide'> & { t: PassTexts };

export function Offer(props: OfferProps) {
  const asked = requiredPass(props.view);
  // A frame of another site has no access to this browser's passes.
  if (isFramed()) return asked ? <UseByWindow {...props} /> : <TakeByWindow {...props} />;
  return asked ? <Use {...props} asked={asked} /> : <Take {...props} />;
}

function Take({ view, t, onDecide }: OfferProps) {
  const { id, passes: offered, privacy } = view;
  const [isPossible, setPossible] = useState(false);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | KeptPass[]>('open');
  useEffect(() => {
    void canKeep().then(setPossible);
  }, []);
  if (typeof stage !== 'string')
    return <OfferEnd name="passes-kept" icon="check" text={countText(t, stage)} />;
  if (!isPossible || !offered) return null;
  const press = async () => {
    onDecide?.();
    setStage('busy');
    const taken = takePasses(offered, (body) => requestPasses(id, body));
    setStage(await taken.catch(() => 'failed' as const));
  };
  const age = Number.parseInt(offered.bracket, 10);
  return (
    <aside class="offer" aria-labelledby="take-text" data-offer="passes">
      <Icon name="check" />
      <p id="take-text">{t('passes.take_text', { age, service: privacy.operator })}</p>
      <Button
        look="soft"
        isBusy={stage === 'busy'}
        describedBy="take-fault"
        onPress={() => void press()}
      >
        {t('passes.take')}
      </Button>
      <p id="take-fault" class="offer-fault" role="alert">
        {stage === 'failed' && t('passes.take_failed')}
      </p>
    </aside>
  );
}

type UsePassProps = OfferProps & { asked: PassRequirement };

function Use({ view, t, asked, onView }: UsePassProps) {
  const [passes, setPasses] = useState<KeptPass[]>([]);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed'>('open');
  const read = () => listShowable().then(setPasses);
  useEffect(() => void read(), []);
  // A pass that is being presented no longer counts as available. The offer nevertheless stays on
  // the page until the response arrives, so that the button keeps its focus.
  if (stage === 'open' && !choosePass(passes, asked, Date.now())) return null;
  const press = async () => {
    setStage('busy');
    const passed = await usePass(asked, passes, (token) => showPass(view.id, token));
    if (passed) return onView?.(passed);
    await read();
    return setStage('failed');
  };
  return (
    <UseNote
      text={t('passes.use_text', { age: asked.minAge, site: view.site.name })}
      action={t('passes.use')}
      fault={stage === 'failed' ? t('passes.use_failed') : ''}
      isBusy={stage === 'busy'}
      onPress={() => void press()}
    />
  );
}

interface UseNoteProps {
  text: string;
  action: string;
  fault: string;
  isBusy: boolean;
  onPress: () => void;
}

const UseNote = ({ text, action, fault, isBusy, onPress }: UseNoteProps) => (
  <aside class="offer" aria-labelledby="use-text" data-offer="pass">
    <Icon name="check" />
    <p id="use-text">{text}</p>
    <Button isBusy={isBusy} describedBy="use-fault" onPress={onPress}>
      {action}
    </Button>
    <p id="use-fault" class="offer-fault" role="alert">
      {fault}
    </p>
  </aside>
);
