// The offer to continue on a phone: a quiet line, or a box when this device's camera cannot be
// used.
import type { Offer } from '../handoff/offering.ts';
import { useTexts } from '../i18n/context.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface HandoffOfferProps {
  offer: Offer;
  /** Whether this device is a phone, in which case a different phone is offered. */
  isPhone: boolean;
  /**
   * Whether the page is open in an in-app browser, in which case the phone's own browser is
   * offered.
   */
  isInApp: boolean;
  isBusy: boolean;
  onOffer: () => void;
}

/**
 * @param isBetter whether a phone would work better than this device's camera, in which case even a
 *   quiet offer is shown as a box, except in an in-app browser
 */
export function HandoffOffer({
  offer,
  isPhone,
  isInApp,
  isBusy,
  onOffer,
  isBetter = false,
}: HandoffOfferProps & { isBetter?: boolean }) {
  const t = useTexts();
  if (offer === 'none') return null;
  const action = t(isInApp ? 'elsewhere.offer' : isPhone ? 'handoff.offer_other' : 'handoff.offer');
  if ((offer === 'quiet' && !isBetter) || isInApp)
    return (
      <Button
        look={isInApp && offer === 'prominent' ? 'main' : 'plain'}
        icon="phone"
        isBusy={isBusy}
        onPress={onOffer}
      >
        {action}
      </Button>
    );
  return (
    <aside class="offer" aria-labelledby="offer-text">
      <Icon name="phone" />
      <p id="offer-text">{t(isBetter ? 'handoff.offer_help' : 'handoff.offer_text')}</p>
      <Button isBusy={isBusy} onPress={onOffer}>
        {action}
      </Button>
    </aside>
  );
}
