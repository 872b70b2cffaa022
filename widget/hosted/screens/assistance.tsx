// The assistance page: tells people who cannot turn their head or show their face what they can do,
// and lets them end the session.
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import { returnAddress } from '../site/return-address.ts';
import type { SessionView } from '../requests/wire.ts';

/** The quiet link that opens the assistance page. */
export function AssistanceLink({ onPress }: { onPress: () => void }) {
  return (
    <Button look="plain" onPress={onPress}>
      {useTexts()('assistance.link')}
    </Button>
  );
}

export function Assistance({
  view,
  isBusy,
  onEnd,
  onBack,
}: {
  view: SessionView;
  isBusy: boolean;
  onEnd: () => void;
  onBack: () => void;
}) {
  const t = useTexts();
  const site = view.site.name;
  return (
    <Notice icon="help" title={t('assistance.title')}>
      <p class="lead">{t('assistance.text', { site })}</p>
      <AlternativeLink view={view} />
      <p>{t('assistance.end_text', { site })}</p>
      <div class="actions">
        <Button isBusy={isBusy} onPress={onEnd}>
          {t('assistance.end', { site })}
        </Button>
        <Button look="soft" onPress={onBack}>
          {t('assistance.back')}
        </Button>
      </div>
    </Notice>
  );
}

/**
 * A link to the site's own page for people who need an alternative, or advice to contact the site.
 */
export function AlternativeLink({ view }: { view: SessionView }) {
  const t = useTexts();
  const site = view.site.name;
  const address = returnAddress(view.site.alternative_url ?? '');
  if (!address) return <p>{t('assistance.ask', { site })}</p>;
  return (
    <p>
      {/* The link opens a new tab, so that this tab can still end the session. */}
      <a class="text-link" href={address} target="_blank" rel="noopener noreferrer">
        {t('assistance.other_way', { site })}
      </a>
    </p>
  );
}
