import type { WireAdminTenantDetail } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';

/** Usage in recent months, priced according to the current plan. */
export function UsageCard({ tenant }: { tenant: WireAdminTenantDetail }) {
  const t = useTexts();
  const formats = useFormats();
  const { currency, months } = tenant;
  return (
    <Card title={t('tenant.usage')}>
      <Table
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { title: t('tenant.month'), place: 'head', cell: ({ month }) => formats.month(month) },
          { title: t('tenant.completed'), cell: (row) => formats.number(row.completed) },
          {
            title: t('tenant.amount'),
            cell: (row) =>
              currency === null ? t('tenants.free') : formats.money(row.amount_minor, currency),
          },
        ]}
      />
    </Card>
  );
}
