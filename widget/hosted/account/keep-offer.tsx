// The offer to keep the result of a passed check in the visitor's account. A result can be kept in
// only one account.
import { useState } from 'preact/hooks';
import { signInPath, wasAnswered } from './account-offer.ts';
import { keepVerifiedAge } from '../requests/api.ts';
import { useTexts } from '../i18n/context.ts';
import { useAccountTexts } from './use-account-texts.ts';
import type { AccountOffer } from '../requests/wire.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { OfferEnd } from './offer-end.tsx';

export function KeepOffer({
  id,
  offer,
  onDecide,
  onFault,
}: {
  id: string;
  offer: AccountOffer;
  /** Called when the button is pressed. The page then stops its automatic return to the site. */
  onDecide: () => void;
  /** Reloads the offer after a failure, because another device may have used the offer. */
  onFault: () => Promise<void>;
}) {
  const page = useTexts();
  const { service } = offer;
  const t = useAccountTexts(offer.can_keep);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | 'kept'>('open');
  if (!t) return null;
  if (stage === 'kept')
    return <OfferEnd name="kept" icon="check" text={t('account.kept', { service })} />;
  if (!offer.can_keep && stage === 'failed')
    return <OfferEnd name="gone" icon="alert" text={t('account.keep_gone', { service })} />;
  if (!offer.can_keep) return null;
  const press = async () => {
    onDecide();
    setStage('busy');
    try {
      await keepVerifiedAge(id);
      setStage('kept');
    } catch (error) {
      if (wasAnswered(error)) await onFault();
      setStage('failed');
    }
  };
  return (
    <aside class="offer" aria-labelledby="keep-text" data-offer="keep">
      <Icon name="person" />
      <p id="keep-text">{t('account.keep_text', { service })}</p>
      {offer.signed_in ? (
        <Button
          look="soft"
          isBusy={stage === 'busy'}
          describedBy="keep-fault"
          onPress={() => void press()}
        >
          {t('account.keep')}
        </Button>
      ) : (
        <a class="button" data-look="soft" href={signInPath(id)}>
          <span>{t('account.keep_signed_out')}</span>
        </a>
      )}
      <p id="keep-fault" class="offer-fault" role="alert">
        {stage === 'failed' && page('account.failed')}
      </p>
    </aside>
  );
}
