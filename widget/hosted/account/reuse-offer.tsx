// The offer, before the check starts, to pass it with an age that the visitor's account has already
// proven.
import { useRef, useState } from 'preact/hooks';
import {
  answerByAccount,
  facePath,
  signInPath,
  useAccountOffer,
  wasAnswered,
} from './account-offer.ts';
import { codeOf } from '../requests/api.ts';
import { useTexts } from '../i18n/context.ts';
import { useAccountTexts } from './use-account-texts.ts';
import type { SessionView } from '../requests/wire.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { OfferEnd } from './offer-end.tsx';

export function ReuseOffer({
  view,
  onReuse,
}: {
  view: SessionView;
  onReuse: (view: SessionView) => void;
}) {
  const page = useTexts();
  const [offer, readAgain] = useAccountOffer(view);
  const t = useAccountTexts(offer?.can_reuse === true);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'account.failed' | 'account.too_often'>();
  const shown = useRef<HTMLElement>(null);
  if (!t || !offer) return null;
  if (!offer.can_reuse && fault)
    return <OfferEnd name="gone" icon="alert" text={t('account.reuse_gone')} />;
  if (!offer.can_reuse) return null;
  const press = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      onReuse(await answerByAccount(view.id));
    } catch (error) {
      // Once the visitor has started the check, the offer is no longer shown, and a failed attempt
      // to use it must not interrupt the check.
      if (!shown.current) return undefined;
      // The signed-in account may belong to another user of this browser, so the server may require
      // a new sign-in or the face of the account's owner.
      const code = codeOf(error);
      if (code === 'FRESH_SIGN_IN_REQUIRED')
        return location.assign(signInPath(view.id, { fresh: true }));
      if (code === 'FACE_REQUIRED') return location.assign(facePath(view.id));
      if (wasAnswered(error)) await readAgain();
      setBusy(false);
      return setFault(code === 'TOO_MANY_REQUESTS' ? 'account.too_often' : 'account.failed');
    }
  };
  const names = { site: view.site.name, service: offer.service };
  return (
    <aside ref={shown} class="offer" aria-labelledby="reuse-text" data-offer="reuse">
      <Icon name="person" />
      <p id="reuse-text">{t('account.reuse_text', names)}</p>
      <Button isBusy={isBusy} describedBy="reuse-fault" onPress={() => void press()}>
        {t('account.reuse')}
      </Button>
      <p id="reuse-fault" class="offer-fault" role="alert">
        {fault === 'account.failed' ? page(fault) : fault ? t(fault) : ''}
      </p>
    </aside>
  );
}
