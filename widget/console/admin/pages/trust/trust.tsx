// All customers, and whether their checks count at other sites. A customer whose checks turn out to
// be lax loses this trust and can regain it.
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireAdminTenant } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Badge } from '../../../ui/card.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Column } from '../../../ui/table.tsx';
import { TenantState } from '../../tenant-state.tsx';
import { TrustDialog, type TrustDone } from './trust-dialog.tsx';

type Tenant = WireAdminTenant;

const TRUST = ['trusted', 'distrusted'] as const;

export default function Trust() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [address] = useSearchParams();
  const [selected, setSelected] = useState<Tenant>();
  const [done, setDone] = useState<TrustDone>();
  const filter = readFilter(address);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={t('trust.title')} lead={t('trust.lead')}>
      {done !== undefined && (
        <Note tone="good" isNews title={t(`trust.done_${done.trust}`, { name: done.name })}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <Filters
        search={{ name: 'search', label: t('tenants.search') }}
        choices={[
          {
            name: 'trust',
            label: t('trust.vouches'),
            options: TRUST.map((value) => ({ value, label: t(`trust.${value}`) })),
          },
        ]}
      />
      <p className="muted small">{t('trust.text')}</p>
      <List
        queryKey={['tenants', 'trust', filter]}
        load={(page) =>
          pageOf(client.GET('/admin/v1/tenants', { params: { query: { ...filter, ...page } } }))
        }
        columns={columnsOf(t, mayDo(role, 'tenants.write') ? setSelected : undefined)}
        keyOf={(row) => row.id}
        empty={{
          icon: 'scale',
          title: t(isFiltered ? 'tenants.none' : 'tenants.empty'),
          text: t(isFiltered ? 'trust.none_text' : 'tenants.empty_text'),
        }}
      />
      {selected !== undefined && (
        <TrustDialog tenant={selected} onDone={setDone} onClose={() => setSelected(undefined)} />
      )}
    </Page>
  );
}

const columnsOf = (
  t: ConsoleTexts,
  onAsk: ((tenant: Tenant) => void) | undefined,
): Column<Tenant>[] => [
  {
    title: t('tenants.name'),
    place: 'head',
    cell: (row) => <bdi>{row.name}</bdi>,
    note: (row) => <bdi>{row.id}</bdi>,
    href: (row) => `/customers/${row.id}`,
  },
  { title: t('tenants.state'), place: 'plain', cell: (row) => <TenantState state={row.state} /> },
  {
    title: t('trust.vouches'),
    cell: (row) => (
      <Badge tone={row.ages_trusted ? 'good' : 'bad'}>
        {t(row.ages_trusted ? 'trust.trusted' : 'trust.distrusted')}
      </Badge>
    ),
  },
  { title: t('trust.takes'), cell: (row) => t(row.agate_id ? 'filter.yes' : 'filter.no') },
  {
    title: t('tenant.ages'),
    cell: (row) => (
      <Link href={`/ages?source=${row.id}`} className="table-over">
        {t('tenant.see_ages')}
      </Link>
    ),
  },
  ...actsColumn(
    t('operators.acts'),
    onAsk !== undefined &&
      ((row: Tenant) => {
        const [label, name] = row.ages_trusted
          ? (['trust.end', 'trust.end_one'] as const)
          : (['trust.restore', 'trust.restore_one'] as const);
        if (row.state === 'ended') return [];
        return [{ label: t(label), name: t(name, { name: row.name }), onPress: () => onAsk(row) }];
      }),
  ),
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const search = address.get('search')?.trim();
  const trust = readChoice(address, 'trust', TRUST);
  return {
    ...(search && { search }),
    ...(trust && { ages_trusted: trust === 'trusted' }),
    ...readDays(address),
  };
}
