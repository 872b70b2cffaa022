import type { WireLaw } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { asksOf, describeSession } from './describe-law.ts';

/** The law of each place, and how it changes the usual check. */
export function Places({ places }: Pick<WireLaw, 'places'>) {
  const t = useTexts();
  return (
    <Card title={t('law.places')}>
      <Table
        rows={places}
        keyOf={({ jurisdiction }) => jurisdiction}
        columns={[
          {
            title: t('law.place_column'),
            cell: ({ name }) => <strong>{name}</strong>,
            note: ({ jurisdiction }) => jurisdiction,
            place: 'head',
          },
          {
            title: t('law.age'),
            cell: ({ asks }) => (asks.min_age === undefined ? undefined : String(asks.min_age)),
          },
          {
            title: t('law.asks'),
            place: 'text',
            cell: ({ asks: { min_age: _age, ...asks } }) => asksOf(asks, t).join(' '),
          },
          {
            title: t('law.check'),
            place: 'text',
            cell: ({ session }) =>
              session === undefined ? t('law.not_met') : describeSession(session, t),
          },
        ]}
      />
    </Card>
  );
}
