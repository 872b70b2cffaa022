import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ACCOUNT_STATUSES } from '../../account-status.tsx';

/** Totals of the installation, and this month's revenue. */
export function Platform() {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const { role } = useUser();
  const platform = useQuery({
    queryKey: ['platform'],
    queryFn: () => dataOf(client.GET('/admin/v1/analytics/overview')),
  });
  return (
    <Card
      title={t('platform.title')}
      aside={mayDo(role, 'accounts.read') && <Link href="/people">{t('platform.all_people')}</Link>}
    >
      <Loaded query={platform} lines={4}>
        {({ tenants, users, verifications, revenue }) => (
          <dl className="figures">
            <Figure label={t('platform.tenants')} value={formats.number(tenants.total)} />
            <Figure
              label={t('platform.verifications')}
              value={formats.number(verifications.total)}
            />
            <Figure label={t('platform.people')} value={formats.number(users.total)} />
            {ACCOUNT_STATUSES.map((status) => (
              <Figure
                key={status}
                label={t(`account_status.${status}`)}
                value={formats.number(users.by_status[status])}
              />
            ))}
            <Figure
              label={t('platform.revenue')}
              value={
                revenue.by_currency.length === 0
                  ? '–'
                  : revenue.by_currency
                      .map(({ currency, amount_minor: amount }) => formats.money(amount, currency))
                      .join(' · ')
              }
              hint={revenue.month}
            />
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
