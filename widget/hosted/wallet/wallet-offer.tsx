// The offer, shown before the check, to use a wallet instead of the camera. It is omitted when this
// browser cannot reach a wallet or the session accepts no more answers.
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { viewSession } from '../requests/api.ts';
import { type Kept } from './kept-offer.ts';
import type { WalletProps } from './part.ts';
import { ProblemNote } from './problem-note.tsx';
import { useWalletTexts } from './wallet-texts.ts';
import { waysHere } from './ways.ts';

export function WalletOffer({
  view,
  kept,
  place,
  onView,
  ...words
}: WalletProps & { kept: Kept; place: Element }) {
  const t = useWalletTexts(words, place);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { wallet } = view;
  const [way] = waysHere();
  if (!t) return null;
  if (!wallet?.answers_left || way === undefined) return <ProblemNote t={t} view={view} />;
  const press = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await kept.offer(view, way);
      onView(await viewSession(view.id));
    } catch {
      setBusy(false);
      setFailed(true);
    }
  };
  const names = { site: view.site.name, gate: wallet.gate };
  return (
    <>
      <ProblemNote t={t} view={view} />
      <aside class="offer" aria-labelledby="wallet-text" data-offer="wallet">
        <Icon name="card" />
        <p id="wallet-text">{t('offer.text', names)}</p>
        <Button look="soft" isBusy={isBusy} describedBy="wallet-fault" onPress={() => void press()}>
          {t('offer.use')}
        </Button>
        <p id="wallet-fault" class="offer-fault" role="alert">
          {hasFailed ? t('failed') : ''}
        </p>
      </aside>
    </>
  );
}
