// Offers another check, decided by a document, as soon as an estimate has judged the visitor too
// young.
import { useState } from 'preact/hooks';
import { codeOf, contestSession } from '../requests/api.ts';
import { useTexts } from '../i18n/context.ts';
import type { SessionView } from '../requests/wire.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function ContestOffer({ view }: { view: SessionView }) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'contest.refused' | 'account.failed'>();
  const press = async () => {
    setBusy(true);
    try {
      const { verify_url: url } = await contestSession(view.id);
      // The fragment identifies the surrounding page, if there is one. This page's history entry is
      // replaced, because the old link no longer works.
      location.replace(url + location.hash);
    } catch (error) {
      setBusy(false);
      setFault(codeOf(error) === 'CONFLICT' ? 'contest.refused' : 'account.failed');
    }
  };
  return (
    <aside class="offer" aria-labelledby="contest-text" data-offer="contest">
      <Icon name="card" />
      <p id="contest-text">{t('contest.text')}</p>
      <Button look="soft" isBusy={isBusy} describedBy="contest-fault" onPress={() => void press()}>
        {t('contest.action')}
      </Button>
      <p id="contest-fault" class="offer-fault" role="alert">
        {fault ? t(fault, { site: view.site.name }) : ''}
      </p>
    </aside>
  );
}
