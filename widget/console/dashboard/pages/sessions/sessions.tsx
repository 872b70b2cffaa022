// Every session of the customer, newest first, with filters, pagination and an export.
import { useLocation } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireListedSession } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useFilter } from '../../../ui/use-filter.ts';
import { explainReason } from '../../explain-reason.ts';
import { requestColumn, userColumn } from '../../session-columns.tsx';
import { isSessionToken } from '../../session-token.ts';
import { FirstStep } from '../../first-step.tsx';
import { SessionStatus, STATUSES } from '../../session-status.tsx';
import { ExportButton } from './export-button.tsx';
import { readFilter, TYPES } from './session-filter.ts';

export default function Sessions() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const { role } = useUser();
  const [, navigate] = useLocation();
  const { filter, isFiltered } = useFilter(readFilter);
  const open = (text: string) => {
    const isToken = isSessionToken(text);
    if (isToken) navigate(`/sessions/${text}`);
    return isToken;
  };
  return (
    <Page
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={mayDo(role, 'sessions.export') && <ExportButton mode={mode} filter={filter} />}
    >
      <Filters
        search={{ name: 'user', label: t('sessions.search'), isCode: true, onFind: open }}
        choices={[
          {
            name: 'status',
            label: t('sessions.status'),
            options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          },
          {
            name: 'type',
            label: t('sessions.type'),
            options: TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          },
        ]}
      />
      <List
        queryKey={['sessions', mode, filter]}
        load={(page) =>
          pageOf(
            client.GET('/dashboard/v1/sessions', {
              params: { query: { ...filter, mode, ...page } },
            }),
          )
        }
        columns={columnsOf(t)}
        keyOf={(row) => row.token}
        empty={{
          icon: 'list',
          title: t(isFiltered ? 'sessions.none' : `newest.empty_${mode}`),
          text: t(isFiltered ? 'sessions.none_text' : 'newest.empty_text'),
          children: !isFiltered && <FirstStep />,
        }}
      />
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireListedSession>[] => [
  {
    title: t('sessions.created'),
    place: 'head',
    cell: (row) => <Moment at={row.created_at} isExact />,
    href: (row) => `/sessions/${row.token}`,
  },
  {
    title: t('sessions.status'),
    place: 'plain',
    cell: (row) => <SessionStatus status={row.status} />,
    note: ({ reason }) => (reason === undefined ? undefined : explainReason(reason, t)),
  },
  requestColumn(t),
  userColumn(t),
  { title: t('sessions.country'), cell: (row) => row.ip_country },
];
