import { Link } from 'wouter';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { EndpointState } from '../../endpoint-state.tsx';
import { useWebhooks } from '../../queries.ts';

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
              {rows.map((endpoint) => (
                <li key={endpoint.id} className="row">
                  <EndpointState endpoint={endpoint} />
                  <Link href={`/webhooks/${endpoint.id}`} className="row-text">
                    <bdi>{endpoint.url}</bdi>
                  </Link>
                  {endpoint.failing_since !== undefined && (
                    <span className="muted">
                      {t('endpoints.since', { ago: formats.ago(endpoint.failing_since) })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
