import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WirePeriodComparison } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { DayChart } from '../../../ui/day-chart.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Select } from '../../../ui/select.tsx';

const PERIODS = ['7', '30', '90'] as const;
const BANDS = ['low', 'medium', 'high'] as const;
const COUNTS = ['created', 'success', 'failed', 'new_users', 'new_tenants'] as const;

/** Compares a period with the preceding period of the same length. */
export function Comparison() {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('30');
  const comparison = useQuery({
    queryKey: ['comparison', days],
    queryFn: () =>
      dataOf(
        client.GET('/admin/v1/analytics/comparison', { params: { query: { days: Number(days) } } }),
      ),
  });
  return (
    <Card
      title={t('today.verifications')}
      aside={
        <Select
          label={t('today.period')}
          value={days}
          onChange={setDays}
          options={PERIODS.map((value) => ({ value, label: t('today.days', { days: value }) }))}
        />
      }
    >
      <Loaded query={comparison} lines={6}>
        {({ current, previous, change_percent: change, series }) => (
          <>
            <Counts current={current} previous={previous} change={change} />
            <DayChart
              title={t('today.chart', { days })}
              series={[
                { name: 'good', label: t('today.success') },
                { name: 'bad', label: t('today.failed') },
                { name: 'rest', label: t('today.left') },
              ]}
              days={series.current.map(({ date, success, failed, canceled, expired }) => ({
                date,
                values: { good: success, bad: failed, rest: canceled + expired },
              }))}
            />
            <Bands current={current.risk} previous={previous.risk} />
            <p className="muted small">
              {t('today.corrected', {
                current: formats.number(current.corrected),
                before: formats.number(previous.corrected),
              })}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface CountsProps extends Pick<WirePeriodComparison, 'current' | 'previous'> {
  change: WirePeriodComparison['change_percent'];
}

function Counts({ current, previous, change }: CountsProps) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <dl className="figures">
      {COUNTS.map((name) => (
        <Figure
          key={name}
          label={t(`today.${name}`)}
          value={formats.number(current[name])}
          hint={t('today.before', {
            before: formats.number(previous[name]),
            change: formats.change(change[name] / 100),
          })}
        />
      ))}
    </dl>
  );
}

interface BandsProps {
  current: Record<(typeof BANDS)[number], number>;
  previous: Record<(typeof BANDS)[number], number>;
}

/** The share of verdicts in each risk band, compared with the preceding period. */
function Bands({ current, previous }: BandsProps) {
  const t = useTexts();
  const formats = useFormats();
  const shareIn = (counts: BandsProps['current'], band: (typeof BANDS)[number]): string => {
    const all = BANDS.reduce((sum, each) => sum + counts[each], 0);
    return all === 0 ? '–' : formats.percent(counts[band] / all);
  };
  return (
    <>
      <h3>{t('today.risk')}</h3>
      <dl className="figures">
        {BANDS.map((band) => (
          <Figure
            key={band}
            label={t(`today.risk_${band}`)}
            value={shareIn(current, band)}
            hint={t('today.risk_before', { before: shareIn(previous, band) })}
          />
        ))}
      </dl>
    </>
  );
}
