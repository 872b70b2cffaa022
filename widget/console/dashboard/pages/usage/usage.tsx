// Completed checks by month and their cost under the current plan.
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireUsage } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, Note } from '../../../ui/note.tsx';
import { Table, type Column } from '../../../ui/table.tsx';

type Usage = WireUsage;
type Month = Usage['months'][number];

export default function UsagePage() {
  const t = useTexts();
  const client = useClient();
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/usage', { params: { query: { months: 12 } } })),
  });
  return (
    <Page title={t('usage.title')} lead={t('usage.lead')}>
      <Loaded query={usage} lines={8}>
        {(data) => (
          <>
            <ThisMonth usage={data} />
            <Months usage={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ThisMonth({ usage: { plan, months } }: { usage: Usage }) {
  const t = useTexts();
  const { number, money } = useFormats();
  const [now, before] = months;
  if (now === undefined) return null;
  return (
    <Card title={plan === null ? t('usage.free') : t('usage.plan', { name: plan.name })}>
      {plan === null ? (
        <Note>
          <p>{t('usage.free_text')}</p>
        </Note>
      ) : (
        <p className="muted">
          {t('usage.price', {
            monthly: money(plan.monthly_minor, plan.currency),
            each: money(plan.verification_minor, plan.currency),
          })}
        </p>
      )}
      <dl className="figures">
        <Figure
          label={t('usage.this_month')}
          value={number(now.completed)}
          hint={t('usage.so_far')}
        />
        {before !== undefined && (
          <Figure label={t('usage.last_month')} value={number(before.completed)} />
        )}
        {plan !== null && (
          <Figure
            label={t('usage.amount')}
            value={money(now.amount_minor, plan.currency)}
            hint={t('usage.so_far')}
          />
        )}
      </dl>
    </Card>
  );
}

/**
 * A table of the months, newest first. Each number has a bar next to it, which is hidden from
 * screen readers.
 */
function Months({ usage: { plan, months } }: { usage: Usage }) {
  const t = useTexts();
  const formats = useFormats();
  const most = Math.max(1, ...months.map(({ completed }) => completed));
  if (months.every(({ completed }) => completed === 0))
    return (
      <Card title={t('usage.months')}>
        <Empty icon="list" title={t('usage.none')} text={t('usage.none_text')} />
      </Card>
    );
  return (
    <Card title={t('usage.months')}>
      <Table
        rows={months}
        columns={columnsOf(t, formats, most, plan?.currency)}
        keyOf={({ month }) => month}
      />
      <p className="small muted">{t('usage.counted')}</p>
    </Card>
  );
}

const columnsOf = (
  t: ConsoleTexts,
  { month: formatMonth, number, money }: ReturnType<typeof useFormats>,
  most: number,
  currency: string | undefined,
): Column<Month>[] => [
  {
    title: t('usage.month'),
    place: 'head',
    cell: ({ month }) => <strong>{formatMonth(month)}</strong>,
  },
  {
    title: t('usage.completed'),
    place: 'plain',
    cell: ({ completed }) => (
      <span className="measure">
        <span>{number(completed)}</span>
        <progress value={completed} max={most} aria-hidden="true" />
      </span>
    ),
  },
  ...(currency === undefined
    ? []
    : [
        {
          title: t('usage.amount'),
          cell: ({ amount_minor: amount }: Month) => money(amount, currency),
        },
      ]),
];
