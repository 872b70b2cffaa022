// After a passed check: the person may keep its result in their account, once.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AccountOffer } from '../../../src/routes/hosted/schemas.ts';
import { signInPath } from '../account-offer.ts';
import { keepVerifiedAge } from '../api.ts';
import { useTexts } from '../i18n/context.ts';
import { type AccountTexts, useAccountTexts } from '../i18n/use-account-texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function KeepOffer({
  id,
  offer,
  onDecide,
  onFault,
}: {
  id: string;
  offer: AccountOffer;
  /** The person pressed: the page no longer returns by itself. */
  onDecide: () => void;
  /** Reads the offer again: another device may have used it. */
  onFault: () => Promise<void>;
}) {
  const page = useTexts();
  const { service } = offer;
  const t = useAccountTexts(offer.can_keep);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | 'kept'>('open');
  if (!t) return null;
  if (stage === 'kept') return <Kept t={t} service={service} />;
  if (!offer.can_keep) return null;
  const press = async () => {
    onDecide();
    setStage('busy');
    try {
      await keepVerifiedAge(id);
      setStage('kept');
    } catch {
      await onFault();
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

/** Replaces the pressed button, and takes its focus. */
function Kept({ t, service }: { t: AccountTexts; service: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  // Before the browser draws: a key pressed meanwhile must not start at the top of the page.
  useLayoutEffect(() => ref.current?.focus(), []);
  return (
    <aside class="offer" aria-labelledby="kept-text" data-offer="kept">
      <Icon name="check" />
      <p id="kept-text" ref={ref} tabIndex={-1}>
        {t('account.kept', { service })}
      </p>
    </aside>
  );
}
