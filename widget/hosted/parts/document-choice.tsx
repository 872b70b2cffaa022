// Lets the visitor choose between a document and an estimate before giving consent, if the session
// offers that choice (D-156).
import { useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { chooseWay, viewSession } from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export function DocumentChoice({
  view,
  onView,
}: {
  view: SessionView;
  onView: (view: SessionView) => void;
}) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const other = view.ways?.chosen === 'document' ? 'face' : 'document';
  const press = async () => {
    setBusy(true);
    // If the service refuses because the choice is already final, the page shows that choice.
    const chosen = await chooseWay(view.id, other).catch(() =>
      viewSession(view.id).catch(() => view),
    );
    setBusy(false);
    onView(chosen);
  };
  return (
    <aside class="offer" aria-labelledby="way-text" data-offer="way">
      <Icon name={other === 'document' ? 'card' : 'face'} />
      <p id="way-text">{t(`welcome.way_${other}`)}</p>
      <Button isBusy={isBusy} look="soft" onPress={() => void press()}>
        {t(`welcome.choose_${other}`)}
      </Button>
    </aside>
  );
}
