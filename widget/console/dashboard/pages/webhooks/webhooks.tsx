// The customer's endpoints: where events go.
import { useState } from 'react';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { EndpointState } from '../../endpoint-state.tsx';
import { useWebhooks } from '../../queries.ts';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';

export default function Webhooks() {
  const t = useTexts();
  const { role } = useUser();
  const webhooks = useWebhooks();
  const [isMaking, setMaking] = useState(false);
  const add = mayDo(role, 'webhooks.write') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page title={t('webhooks.title')} lead={t('webhooks.lead')} actions={add}>
      <Card>
        <Loaded query={webhooks} lines={3}>
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
                    <span className="muted small">
                      {t(`webhooks.mode_${endpoint.mode}`)}
                      {' · '}
                      {t('webhooks.events_count', { count: endpoint.events.length })}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {isMaking && <NewEndpointDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
