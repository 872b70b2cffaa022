// All people with an account, newest first, with search, filters and pages.
import { pageOf } from '../../../api/client.ts';
import type { WireAccount } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useFilter } from '../../../ui/use-filter.ts';
import { ACCOUNT_STATUSES, AccountStatus } from '../../account-status.tsx';

export default function People() {
  const t = useTexts();
  const client = useClient();
  const { filter, isFiltered } = useFilter(readFilter);
  return (
    <Page title={t('people.title')} lead={t('people.lead')}>
      <Filters
        search={{ name: 'search', label: t('people.search') }}
        choices={[
          {
            name: 'status',
            label: t('people.status'),
            options: ACCOUNT_STATUSES.map((value) => ({
              value,
              label: t(`account_status.${value}`),
            })),
          },
          {
            name: 'confirmed',
            label: t('people.confirmed'),
            options: [
              { value: 'true', label: t('filter.yes') },
              { value: 'false', label: t('filter.no') },
            ],
          },
        ]}
      />
      <List
        queryKey={['people', filter]}
        load={(page) =>
          pageOf(client.GET('/admin/v1/accounts', { params: { query: { ...filter, ...page } } }))
        }
        columns={columnsOf(t)}
        keyOf={(row) => row.id}
        empty={{
          icon: 'person',
          title: t(isFiltered ? 'people.none' : 'people.empty'),
          text: t(isFiltered ? 'people.none_text' : 'people.empty_text'),
        }}
      />
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireAccount>[] => [
  {
    title: t('people.person'),
    place: 'head',
    cell: (row) => <bdi>{row.email ?? row.display_name ?? row.subject}</bdi>,
    note: ({ email, display_name: name }) =>
      email === undefined || name === undefined ? undefined : <bdi>{name}</bdi>,
    href: (row) => `/people/${row.id}`,
  },
  {
    title: t('people.status'),
    place: 'plain',
    cell: (row) => <AccountStatus status={row.status} />,
    note: (row) =>
      row.email !== undefined && !row.email_verified ? t('people.unconfirmed') : undefined,
  },
  { title: t('people.language'), cell: (row) => row.locale },
  { title: t('people.created'), cell: (row) => <Moment at={row.created_at} isExact /> },
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const search = address.get('search')?.trim();
  const status = readChoice(address, 'status', ACCOUNT_STATUSES);
  const confirmed = readChoice(address, 'confirmed', ['true', 'false']);
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(confirmed && { verified: confirmed === 'true' }),
    ...readDays(address),
  };
}
