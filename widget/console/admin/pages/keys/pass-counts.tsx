// The numbers of age passes issued and spent, by month and bracket. Nothing else about passes is
// counted.
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Table } from '../../../ui/table.tsx';

export function PassCounts() {
  const t = useTexts();
  const client = useClient();
  const counts = useQuery({
    queryKey: ['passes'],
    queryFn: () => dataOf(client.GET('/admin/v1/passes')),
  });
  const formatCount = (count: number) =>
    count === 0 ? t('passes.few') : t('passes.at_least', { number: count });
  return (
    <Card title={t('passes.title')}>
      <p className="muted">{t('passes.text')}</p>
      <Loaded query={counts} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="key" title={t('passes.none')} text={t('passes.none_text')} />
          ) : (
            <Table
              rows={rows}
              keyOf={({ month, bracket }) => `${month} ${bracket}`}
              columns={[
                {
                  title: t('passes.month'),
                  place: 'head',
                  cell: ({ month }) => <bdi>{month}</bdi>,
                },
                { title: t('passes.bracket'), cell: ({ bracket }) => <bdi>{bracket}</bdi> },
                { title: t('passes.issued'), cell: (row) => formatCount(row.issued_at_least) },
                { title: t('passes.spent'), cell: (row) => formatCount(row.spent_at_least) },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
