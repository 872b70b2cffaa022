// The phone's first screen of a hand-off: whose computer is this? It stops a code shown by a stranger.
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import { PairingCode } from '../parts/pairing-code.tsx';
import { formatAgo } from '../time/format.ts';

export function Join({
  view,
  handoff,
  isBusy,
  onConfirm,
  onRefuse,
}: {
  view: SessionView;
  handoff: NonNullable<SessionView['handoff']>;
  isBusy: boolean;
  onConfirm: () => void;
  onRefuse: () => void;
}) {
  const t = useTexts();
  const facts = [
    [t('join.site'), `${view.site.name} (${view.site.host})`],
    [t('join.computer'), handoff.computer || t('join.computer_unknown')],
    [t('join.begun'), formatAgo(t.locale, handoff.offered_ms_ago)],
  ] as const;
  return (
    <Notice icon="computer" title={t('join.title')}>
      <p class="lead">{t('join.text')}</p>
      <dl class="about">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <PairingCode code={handoff.code} label={t('join.code_label')} />
      <p class="warning">{t('join.warning')}</p>
      <div class="actions">
        <Button isBusy={isBusy} onPress={onConfirm}>
          {t('join.yes')}
        </Button>
        <Button look="soft" onPress={onRefuse}>
          {t('join.no')}
        </Button>
      </div>
    </Notice>
  );
}
