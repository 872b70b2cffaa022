import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Rows } from '../../../ui/list.tsx';
import { Empty, ErrorNote, News } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { hasPendingDeliveries, DELIVERY_POLL_MS } from '../../pending-deliveries.ts';
import { SOON_MS } from '../../queries.ts';
import { DeliveryEntry } from './delivery-entry.tsx';

const STATES = ['all', 'pending', 'delivered', 'dead'] as const;
const DAY_MS = 86_400_000;

interface Props {
  endpointId: string;
  mayReplay: boolean;
}

/** The deliveries to this endpoint, newest first, with every attempt. */
export function DeliveryList({ endpointId, mayReplay }: Props) {
  const t = useTexts();
  const client = useClient();
  const [state, setState] = useState<(typeof STATES)[number]>('all');
  const [page, setPage] = useState(1);
  return (
    <Card title={t('deliveries.title')}>
      <div className="inline-form">
        <Select
          label={t('keys.status')}
          value={state}
          onChange={(chosen) => {
            setState(chosen);
            setPage(1);
          }}
          options={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('filter.all') : t(`deliveries.${value}`),
          }))}
        />
        {mayReplay && state === 'dead' && <ReplayAll endpointId={endpointId} />}
      </div>
      <Rows
        queryKey={['deliveries', endpointId, state]}
        load={(paged) =>
          pageOf(
            client.GET('/dashboard/v1/webhooks/{id}/deliveries', {
              params: {
                path: { id: endpointId },
                query: { ...paged, ...(state !== 'all' && { state }) },
              },
            }),
          )
        }
        perPage={20}
        refetchInterval={(rows) => (hasPendingDeliveries(rows) ? DELIVERY_POLL_MS : SOON_MS)}
        page={page}
        onPage={setPage}
        lines={4}
        empty={<NoDeliveries isFiltered={state !== 'all'} />}
      >
        {(rows) => (
          <ul className="rows">
            {rows.map((row) => (
              <DeliveryEntry key={row.id} delivery={row} mayReplay={mayReplay} />
            ))}
          </ul>
        )}
      </Rows>
    </Card>
  );
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts();
  const what = isFiltered ? 'no_such' : 'none';
  return <Empty icon="hook" title={t(`deliveries.${what}`)} text={t(`deliveries.${what}_text`)} />;
}

/** Resends the deliveries that the service has given up on in the last week. */
function ReplayAll({ endpointId }: { endpointId: string }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [count, setCount] = useState<number>();
  const replay = useAction(async () => {
    const now = Date.now();
    const { data } = await client.POST('/dashboard/v1/webhooks/{id}/replay', {
      params: { path: { id: endpointId } },
      body: { from: new Date(now - 7 * DAY_MS).toISOString(), until: new Date(now).toISOString() },
    });
    setCount(data?.data.replayed);
    await answers.invalidateQueries({ queryKey: ['deliveries', endpointId] });
  });
  return (
    <>
      <Button isPending={replay.isRunning} onPress={replay.run}>
        {t('deliveries.replay_all')}
      </Button>
      {count !== undefined && <News tone="good">{t('deliveries.replayed', { count })}</News>}
      {replay.error !== undefined && (
        <ErrorNote error={replay.error} conflict={t('webhook.conflict_off')} />
      )}
    </>
  );
}
