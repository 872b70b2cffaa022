import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Badge, Card, type BadgeTone } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { useWebhooks } from '../../queries.ts';

const TONES = {
  enabled: 'good',
  failing: 'bad',
  disabled: 'bad',
  pending: 'warn',
  paused: 'plain',
} as const satisfies Record<string, BadgeTone>;

/** Whether events arrive where they should. */
export function EndpointHealth() {
  const t = useTexts();
  const formats = useFormats();
  const webhooks = useWebhooks();
  return (
    <Card title={t('endpoints.title')}>
      <Loaded query={webhooks} lines={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="hook" title={t('endpoints.empty')} text={t('endpoints.empty_text')} />
          ) : (
            <ul className="rows">
              {rows.map(({ id, url, state, failing_since: since }) => {
                const health = state === 'enabled' && since !== undefined ? 'failing' : state;
                return (
                  <li key={id} className="row">
                    <Badge tone={TONES[health]}>{t(`endpoints.${health}`)}</Badge>
                    <span className="row-text code" dir="ltr">
                      {url}
                    </span>
                    {since !== undefined && (
                      <span className="muted">
                        {t('endpoints.since', { ago: formats.ago(since) })}
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
