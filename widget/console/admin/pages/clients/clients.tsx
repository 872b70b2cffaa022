// The OAuth clients of all customers, newest first, with search, filters and pages.
import { pageOf } from '../../../api/client.ts';
import type { WireAdminOAuthClient } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { Badge } from '../../../ui/card.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useFilter } from '../../../ui/use-filter.ts';

const KINDS = ['confidential', 'public'] as const;
const PKCE = ['required', 'optional'] as const;

export default function Clients() {
  const t = useTexts();
  const client = useClient();
  const { filter, isFiltered } = useFilter(readFilter);
  return (
    <Page title={t('oauth.title')} lead={t('oauth.lead')}>
      <Filters
        search={{ name: 'search', label: t('oauth.search') }}
        choices={[
          {
            name: 'kind',
            label: t('oauth.kind'),
            options: KINDS.map((value) => ({ value, label: t(`oauth.${value}`) })),
          },
          {
            name: 'pkce',
            label: t('oauth.pkce'),
            options: PKCE.map((value) => ({ value, label: t(`oauth.pkce_${value}`) })),
          },
        ]}
      />
      <List
        queryKey={['clients', filter]}
        load={(page) =>
          pageOf(
            client.GET('/admin/v1/oauth-clients', { params: { query: { ...filter, ...page } } }),
          )
        }
        columns={columnsOf(t)}
        keyOf={(row) => row.client_id}
        empty={{
          icon: 'door',
          title: t(isFiltered ? 'oauth.none' : 'oauth.empty'),
          text: t(isFiltered ? 'oauth.none_text' : 'oauth.empty_text'),
        }}
      />
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireAdminOAuthClient>[] => [
  {
    title: t('oauth.name'),
    place: 'head',
    cell: (row) => <bdi>{row.name}</bdi>,
    note: (row) => <bdi>{row.client_id}</bdi>,
    href: (row) => `/clients/${row.client_id}`,
  },
  { title: t('tenants.one'), cell: (row) => <bdi>{row.tenant_name}</bdi> },
  {
    title: t('oauth.kind'),
    cell: (row) => t(row.public ? 'oauth.public' : 'oauth.confidential'),
  },
  {
    title: t('oauth.pkce'),
    cell: (row) =>
      row.pkce_optional ? (
        <Badge tone="warn">{t('oauth.pkce_optional')}</Badge>
      ) : (
        t('oauth.pkce_required')
      ),
  },
  { title: t('oauth.created'), cell: (row) => <Moment at={row.created_at} isExact /> },
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const search = address.get('search')?.trim();
  const tenant = address.get('customer');
  const kind = readChoice(address, 'kind', KINDS);
  const pkce = readChoice(address, 'pkce', PKCE);
  return {
    ...(search && { search }),
    ...(tenant && { tenant_id: tenant }),
    ...(kind && { public: kind === 'public' }),
    ...(pkce && { pkce_optional: pkce === 'optional' }),
    ...readDays(address),
  };
}
