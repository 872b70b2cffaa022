// The operators' first page: how much is verified, today and in the last thirty days.
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useClient } from '../../session/context.ts';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts/context.ts';
import { useFormats } from '../../texts/format.ts';
import { Card, Figure } from '../../ui/card.tsx';
import { DayChart } from '../../ui/day-chart.tsx';
import { Loaded } from '../../ui/loaded.tsx';

const DAYS = 30;

export default function Today() {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const figures = useQuery({
    queryKey: ['verifications', DAYS],
    queryFn: () =>
      dataOf(
        client.GET('/admin/v1/analytics/verifications', { params: { query: { days: DAYS } } }),
      ),
  });
  return (
    <Page title={t('today.title')} lead={t('today.lead')}>
      <Card title={t('today.verifications', { days: DAYS })}>
        <Loaded query={figures} lines={6}>
          {({ totals, series }) => (
            <>
              <dl className="figures">
                <Figure label={t('today.created')} value={formats.number(totals.created)} />
                <Figure label={t('today.success')} value={formats.number(totals.success)} />
                <Figure label={t('today.failed')} value={formats.number(totals.failed)} />
                <Figure
                  label={t('today.left')}
                  value={formats.number(totals.canceled + totals.expired)}
                />
              </dl>
              <DayChart
                title={t('today.chart', { days: DAYS })}
                series={[
                  { name: 'good', label: t('today.success') },
                  { name: 'bad', label: t('today.failed') },
                  { name: 'rest', label: t('today.left') },
                ]}
                days={series.map(({ date, success, failed, canceled, expired }) => ({
                  date,
                  values: { good: success, bad: failed, rest: canceled + expired },
                }))}
              />
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
