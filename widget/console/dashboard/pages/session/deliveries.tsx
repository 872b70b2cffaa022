import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import type { WireSessionFile } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, ErrorNote } from '../../../ui/note.tsx';
import { DeliveryState } from '../../delivery-state.tsx';

type Row = WireSessionFile['deliveries'][number];

/** The deliveries of this session's events to the customer's endpoints. Each can be sent again. */
export function Deliveries({ rows }: { rows: readonly Row[] }) {
  const t = useTexts();
  return (
    <Card title={t('deliveries.title')}>
      {rows.length === 0 ? (
        <Empty icon="hook" title={t('deliveries.none')} text={t('deliveries.none_text')} />
      ) : (
        <ul className="rows">
          {rows.map((row) => (
            <Delivery key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Delivery({ row }: { row: Row }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { role } = useUser();
  const replay = useMutation({
    mutationFn: () =>
      client.POST('/dashboard/v1/deliveries/{id}/replay', { params: { path: { id: row.id } } }),
    onSuccess: () => answers.invalidateQueries({ queryKey: ['session'] }),
  });
  return (
    <li className="row">
      <DeliveryState state={row.state} />
      <span className="row-text">
        <code dir="ltr">{row.event_type}</code>{' '}
        <span className="muted small">{t('deliveries.attempts', { count: row.attempts })}</span>
      </span>
      {mayDo(role, 'webhooks.write') && (
        <Button isPending={replay.isPending} onPress={() => replay.mutate()}>
          {t('deliveries.replay')}
        </Button>
      )}
      {replay.error !== null && (
        <ErrorNote error={replay.error} conflict={t('webhook.conflict_off')} />
      )}
    </li>
  );
}
