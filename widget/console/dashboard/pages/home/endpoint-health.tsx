import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EndpointRows } from '../../endpoint-rows.tsx';

/** Whether events arrive at the endpoints. */
export function EndpointHealth() {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Card title={t('endpoints.title')}>
      <EndpointRows
        lines={2}
        way={<ButtonLink href="/webhooks">{t('webhooks.add')}</ButtonLink>}
        renderDetail={({ failing_since: since }) =>
          since !== undefined && (
            <span className="muted">{t('endpoints.since', { ago: formats.ago(since) })}</span>
          )
        }
      />
    </Card>
  );
}
