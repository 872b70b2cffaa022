// Before the check: the person's account can pass it, by an age that it has shown before.
import { useState } from 'preact/hooks';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import { facePath, signInPath, useAccountOffer } from '../account-offer.ts';
import { codeOf, reuseVerifiedAge } from '../api.ts';
import { useTexts } from '../i18n/context.ts';
import { useAccountTexts } from '../i18n/use-account-texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

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
  if (!t || offer?.can_reuse !== true) return null;
  const press = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      onReuse(await reuseVerifiedAge(view.id));
    } catch (error) {
      // Somebody else may have found this browser signed in.
      const code = codeOf(error);
      if (code === 'FRESH_SIGN_IN_REQUIRED')
        return location.assign(signInPath(view.id, { fresh: true }));
      if (code === 'FACE_REQUIRED') return location.assign(facePath(view.id));
      await readAgain();
      setBusy(false);
      setFault(code === 'TOO_MANY_REQUESTS' ? 'account.too_often' : 'account.failed');
    }
  };
  const names = { site: view.site.name, service: offer.service };
  return (
    <aside class="offer" aria-labelledby="reuse-text" data-offer="reuse">
      <Icon name="person" />
      <p id="reuse-text">{t('account.reuse_text', names)}</p>
      <Button isBusy={isBusy} describedBy="reuse-fault" onPress={() => void press()}>
        {t('account.reuse')}
      </Button>
      <p id="reuse-fault" class="offer-fault" role="alert">
        {fault === 'account.failed' ? page(fault) : fault && t(fault)}
      </p>
    </aside>
  );
}
