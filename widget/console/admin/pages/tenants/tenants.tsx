// All customers, newest first, with search, filters and pages, and the form for a new one.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireAdminTenant } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { Button } from '../../../ui/button.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { usePlans } from '../../queries.ts';
import { TENANT_STATES, TenantState } from '../../tenant-state.tsx';
import { NewTenantDialog } from './new-tenant-dialog.tsx';

export default function Tenants() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [address] = useSearchParams();
  const [isNew, setNew] = useState(false);
  const plans = usePlans();
  const filter = readFilter(address);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title={t('tenants.title')}
      lead={t('tenants.lead')}
      {...(mayDo(role, 'tenants.write') && {
        actions: (
          <Button look="primary" onPress={() => setNew(true)}>
            {t('tenants.new')}
          </Button>
        ),
      })}
    >
      <Filters
        search={{ name: 'search', label: t('tenants.search') }}
        choices={[
          {
            name: 'state',
            label: t('tenants.state'),
            options: TENANT_STATES.map((value) => ({ value, label: t(`tenant_state.${value}`) })),
          },
          {
            name: 'plan',
            label: t('tenants.plan'),
            options: (plans.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
      />
      <List
        queryKey={['tenants', filter]}
        load={(page) =>
          pageOf(client.GET('/admin/v1/tenants', { params: { query: { ...filter, ...page } } }))
        }
        columns={columnsOf(t)}
        keyOf={(row) => row.id}
        empty={{
          icon: 'house',
          title: t(isFiltered ? 'tenants.none' : 'tenants.empty'),
          text: t(isFiltered ? 'tenants.none_text' : 'tenants.empty_text'),
        }}
      />
      {isNew && <NewTenantDialog onClose={() => setNew(false)} />}
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireAdminTenant>[] => [
  {
    title: t('tenants.name'),
    place: 'head',
    cell: (row) => <bdi>{row.name}</bdi>,
    note: (row) => <bdi>{row.id}</bdi>,
    href: (row) => `/customers/${row.id}`,
  },
  {
    title: t('tenants.state'),
    place: 'plain',
    cell: (row) => <TenantState state={row.state} />,
  },
  {
    title: t('tenants.plan'),
    cell: ({ plan }) => (plan === null ? t('tenants.free') : <bdi>{plan.name}</bdi>),
  },
  { title: t('tenants.created'), cell: (row) => <Moment at={row.created_at} isExact /> },
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const search = address.get('search')?.trim();
  const state = readChoice(address, 'state', TENANT_STATES);
  const plan = address.get('plan');
  return {
    ...(search && { search }),
    ...(state && { state }),
    ...(plan && { plan_id: plan }),
    ...readDays(address),
  };
}
