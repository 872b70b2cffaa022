// The offers of passes: taking ten after a check, and answering with one before it. Nothing is shown where this browser cannot
// keep any, or has none that fits.
import { useEffect, useState } from 'preact/hooks';
import { OfferEnd } from '../account/offer-end.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { choosePass, type KeptPass } from './kept-pass.ts';
import type { PassOffer, TakeOffer, UseOffer, WindowOffer } from './part.ts';
import { countText, type PassTexts } from './pass-texts.ts';
import { canKeep, dropPass, holdPass, listPasses } from './pass-store.ts';
import { takePasses } from './take-passes.ts';

type Shown<Offer> = { offer: Offer; t: PassTexts };

export function Offer({ offer, t }: Shown<PassOffer>) {
  switch (offer.kind) {
    case 'take':
      return <Take offer={offer} t={t} />;
    case 'use':
      return <Use offer={offer} t={t} />;
    case 'window':
      return <OpenWindow offer={offer} t={t} />;
  }
}

function Take({ offer, t }: Shown<TakeOffer>) {
  const [isPossible, setPossible] = useState(false);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | KeptPass[]>('open');
  useEffect(() => void canKeep().then(setPossible), []);
  if (!isPossible) return null;
  if (typeof stage !== 'string')
    return <OfferEnd name="passes-kept" icon="check" text={countText(t, stage)} />;
  const press = async () => {
    offer.onDecide();
    setStage('busy');
    setStage(await takePasses(offer.offered, offer.request).catch(() => 'failed' as const));
  };
  const age = Number.parseInt(offer.offered.bracket, 10);
  return (
    <aside class="offer" aria-labelledby="take-text" data-offer="passes">
      <Icon name="check" />
      <p id="take-text">{t('passes.take_text', { age, service: offer.service })}</p>
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

function Use({ offer, t }: Shown<UseOffer>) {
  const [passes, setPasses] = useState<KeptPass[]>([]);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed'>('open');
  const read = () => listPasses().then(setPasses);
  useEffect(() => void read(), []);
  if (stage !== 'failed' && !choosePass(passes, offer.demand, Date.now())) return null;
  const press = async () => {
    setStage('busy');
    const shown = await usePass(offer);
    if (shown) return offer.onUse(shown);
    await read();
    return setStage('failed');
  };
  return (
    <aside class="offer" aria-labelledby="use-text" data-offer="pass">
      <Icon name="check" />
      <p id="use-text">{t('passes.use_text', { age: offer.demand.minAge, site: offer.site })}</p>
      <Button isBusy={stage === 'busy'} describedBy="use-fault" onPress={() => void press()}>
        {t('passes.use')}
      </Button>
      <p id="use-fault" class="offer-fault" role="alert">
        {stage === 'failed' && t('passes.use_failed')}
      </p>
    </aside>
  );
}

/** A pass that was refused is gone, as is one that was taken; one that got no answer is free again after a minute. */
async function usePass({ demand, show }: UseOffer) {
  const pass = await holdPass(demand);
  if (!pass) return undefined;
  try {
    const view = await show(pass.token);
    await dropPass(pass);
    return view;
  } catch (error) {
    if (isRefused(error)) await dropPass(pass);
    return undefined;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'PASS_SPENT' || error.code === 'PASS_INVALID');

function OpenWindow({ offer, t }: Shown<WindowOffer>) {
  const [stage, setStage] = useState<'open' | 'busy' | 'opened' | 'failed'>('open');
  const press = async () => {
    setStage('busy');
    const opened = await openPassWindow(offer.request).catch(() => false);
    setStage(opened ? 'opened' : 'failed');
  };
  return (
    <aside class="offer" aria-labelledby="use-text" data-offer="pass-window">
      <Icon name="check" />
      <p id="use-text">
        {t(stage === 'opened' ? 'passes.window' : 'passes.use_text', {
          age: offer.demand.minAge,
          site: offer.site,
        })}
      </p>
      <Button
        look="soft"
        isBusy={stage === 'busy'}
        describedBy="use-fault"
        onPress={() => void press()}
      >
        {t('passes.use')}
      </Button>
      <p id="use-fault" class="offer-fault" role="alert">
        {stage === 'failed' && t('passes.use_failed')}
      </p>
    </aside>
  );
}

/** Opened in the press itself, or browsers refuse it; its address follows. */
async function openPassWindow(request: () => Promise<string>): Promise<boolean> {
  const opened = window.open('about:blank', 'agate-passes', 'popup,width=480,height=640');
  if (!opened) return false;
  try {
    opened.location.replace(await request());
    return true;
  } catch (error) {
    opened.close();
    throw error;
  }
}
