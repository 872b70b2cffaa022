import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import type { WireAdminTenantDetail } from '../../../api/wire.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { TenantState } from '../../tenant-state.tsx';

export function TenantFacts({ tenant }: { tenant: WireAdminTenantDetail }) {
  const t = useTexts();
  const formats = useFormats();
  const { role } = useUser();
  const { counts } = tenant;
  return (
    <Card title={t('tenants.one')} aside={<TenantState state={tenant.state} />}>
      <Facts
        facts={[
          { label: t('tenant.id'), value: <Copied text={tenant.id} label={t('tenant.id')} /> },
          { label: t('tenants.plan'), value: tenant.plan?.name ?? t('tenants.free') },
          { label: t('residency.label'), value: t(`residency.${tenant.residency}`) },
          { label: t('tenants.created'), value: <Moment at={tenant.created_at} isExact /> },
          tenant.suspended_at !== undefined && {
            label: t('tenant.suspended_at'),
            value: <Moment at={tenant.suspended_at} isExact />,
          },
          { label: t('tenant.keys'), value: formats.number(counts.keys) },
          {
            label: t('tenant.clients'),
            value:
              counts.clients > 0 && mayDo(role, 'clients.read') ? (
                <Link href={`/clients?customer=${tenant.id}`}>
                  {formats.number(counts.clients)}
                </Link>
              ) : (
                formats.number(counts.clients)
              ),
          },
          { label: t('tenant.endpoints'), value: formats.number(counts.endpoints) },
          {
            label: t('trust.vouches'),
            value: (
              <Link href={`/trust?search=${tenant.id}`}>
                {t(tenant.ages_trusted ? 'trust.trusted' : 'trust.distrusted')}
              </Link>
            ),
          },
          {
            label: t('tenant.ages'),
            value: <Link href={`/ages?source=${tenant.id}`}>{t('tenant.see_ages')}</Link>,
          },
        ]}
      />
    </Card>
  );
}
