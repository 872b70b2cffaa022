// The customer's webhook endpoints, which receive the events.
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EndpointRows } from '../../endpoint-rows.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';

export default function Webhooks() {
  const t = useTexts();
  const { role } = useUser();
  const [isMaking, setMaking] = useState(false);
  const add = mayDo(role, 'webhooks.write') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page title={t('webhooks.title')} lead={t('webhooks.lead')} actions={add}>
      <Card>
        <EndpointRows
          lines={3}
          renderDetail={({ mode, events }) => (
            <span className="muted small">
              {t(`webhooks.mode_${mode}`)}
              {' · '}
              {t('webhooks.events_count', { count: events.length })}
            </span>
          )}
        />
      </Card>
      {isMaking && <NewEndpointDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
