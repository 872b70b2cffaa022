import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { DayChart } from '../../../ui/day-chart.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { useOverview } from '../../queries.ts';

export const DAYS = 30;

/** Live checks of the last thirty days, by the day on which they ended. */
export function Figures() {
  const t = useTexts();
  const formats = useFormats();
  const overview = useOverview(DAYS);
  return (
    <Card title={t('figures.title', { days: DAYS })} aside={<UtcNote />}>
      <Loaded query={overview} lines={6}>
        {({ totals, series, median_duration_seconds: median }) =>
          totals.created === 0 ? (
            <Empty icon="list" title={t('figures.empty')} text={t('figures.empty_text')} />
          ) : (
            <>
              <dl className="figures">
                <Figure label={t('figures.created')} value={formats.number(totals.created)} />
                <Figure
                  label={t('figures.success_rate')}
                  value={totals.success_rate === null ? '–' : formats.percent(totals.success_rate)}
                  hint={t('figures.success_hint', { count: totals.completed })}
                />
                <Figure
                  label={t('figures.median')}
                  value={median === null ? '–' : formats.seconds(median)}
                />
                <Figure
                  label={t('figures.left')}
                  value={formats.number(totals.canceled + totals.expired)}
                />
              </dl>
              <DayChart
                title={t('figures.chart', { days: DAYS })}
                series={[
                  { name: 'good', label: t('figures.success') },
                  { name: 'bad', label: t('figures.failed') },
                  { name: 'rest', label: t('figures.left') },
                ]}
                days={series.map(({ date, success, failed, canceled, expired }) => ({
                  date,
                  values: { good: success, bad: failed, rest: canceled + expired },
                }))}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function UtcNote() {
  const t = useTexts();
  return <span className="muted small">{t('figures.utc')}</span>;
}
