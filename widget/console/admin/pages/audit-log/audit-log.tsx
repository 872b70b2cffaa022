// The audit log of the operators' actions, newest entries first, with filters and pagination.
import { useSearchParams } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import type { WireAuditEntry } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useOperators } from '../../queries.ts';
import { ACTIONS, describeAction } from '../../describe-action.ts';
import { Actor } from './actor.tsx';
import { Target } from './target.tsx';

export default function AuditLog() {
  const t = useTexts();
  const client = useClient();
  const operators = useOperators();
  const [address] = useSearchParams();
  const filter = readFilter(address);
  const actions = {
    name: 'action',
    label: t('trail.action'),
    options: ACTIONS.map((value) => ({ value, label: describeAction(value, t) })),
  };
  // Roles that may not see operators' names cannot filter by them.
  const doers = operators.data && {
    name: 'operator',
    label: t('trail.who'),
    options: operators.data.rows.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  return (
    <Page title={t('trail.title')} lead={t('trail.lead')}>
      {filter.target_id !== undefined && (
        <p className="muted small">
          {t('trail.of_target')}{' '}
          <bdi className="code">
            {filter.target_type} {filter.target_id}
          </bdi>
        </p>
      )}
      <Filters choices={[actions, ...(doers ? [doers] : [])]} />
      <List
        queryKey={['trail', filter]}
        load={(page) =>
          pageOf(client.GET('/admin/v1/audit', { params: { query: { ...filter, ...page } } }))
        }
        columns={columnsOf(t)}
        keyOf={(row) => row.id}
        empty={{ icon: 'list', title: t('trail.none'), text: t('trail.none_text') }}
      />
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireAuditEntry>[] => [
  {
    title: t('trail.action'),
    place: 'head',
    cell: (row) => describeAction(row.action, t),
    href: (row) => `/audit/${row.id}`,
  },
  { title: t('trail.target'), cell: (row) => <Target entry={row} /> },
  { title: t('trail.who'), cell: (row) => <Actor id={row.admin_user_id} /> },
  { title: t('trail.when'), cell: (row) => <Moment at={row.created_at} isExact /> },
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const action = readChoice(address, 'action', ACTIONS);
  const operator = address.get('operator') ?? '';
  const [type, target] = [address.get('type'), address.get('target')];
  return {
    ...(action && { action }),
    ...(/^[1-9]\d{0,14}$/.test(operator) && { admin_user_id: Number(operator) }),
    ...(type && { target_type: type }),
    ...(type && target && { target_id: target }),
    ...readDays(address),
  };
}
