import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  EVENT_TYPES,
  type EventType,
} from '../../../../../src/domain/integration/webhooks/event-types.ts';
import type { WireWebhook } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorNote, News } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';

/**
 * Sends an invented event of any type, marked as a test, so that a receiver can be tried without a
 * visitor.
 */
export function TestEvent({ endpoint }: { endpoint: WireWebhook }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [type, setType] = useState<EventType>('session.success');
  const [isSent, setSent] = useState(false);
  const send = useAction(async () => {
    setSent(false);
    await client.POST('/dashboard/v1/webhooks/{id}/test', {
      params: { path: { id: endpoint.id } },
      body: { type },
    });
    setSent(true);
    await answers.invalidateQueries({ queryKey: ['deliveries', endpoint.id] });
  });
  return (
    <Card title={t('webhook.test')}>
      <p className="muted">{t('webhook.test_text')}</p>
      <div className="inline-form">
        <Select
          label={t('webhook.event')}
          value={type}
          onChange={setType}
          options={EVENT_TYPES.map((value) => ({ value, label: t(`event.${value}`) }))}
        />
        <Button isPending={send.isRunning} onPress={send.run}>
          {t('webhook.send')}
        </Button>
      </div>
      {isSent && <News tone="good">{t('webhook.sent')}</News>}
      {send.error !== undefined && (
        <ErrorNote error={send.error} conflict={t('webhook.conflict_off')} />
      )}
    </Card>
  );
}
