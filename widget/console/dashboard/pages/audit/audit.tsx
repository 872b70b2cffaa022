// The customer's audit log, newest entries first, with filters and pagination.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import type { WireTenantAuditEntry } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice, readDays } from '../../../ui/address.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useMembers } from '../../queries.ts';
import { Actor } from './actor.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ACTIONS, describeAction } from './describe-action.ts';

type Entry = WireTenantAuditEntry;

export default function Audit() {
  const t = useTexts();
  const client = useClient();
  const members = useMembers();
  const [address] = useSearchParams();
  const [shown, setShown] = useState<Entry>();
  const filter = readFilter(address);
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      <Filters
        choices={[
          {
            name: 'action',
            label: t('trail.action'),
            options: ACTIONS.map((value) => ({ value, label: describeAction(value, t) })),
          },
          {
            name: 'member',
            label: t('trail.who'),
            options: (members.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
      />
      <List
        queryKey={['audit', filter]}
        load={(page) =>
          pageOf(client.GET('/dashboard/v1/audit', { params: { query: { ...filter, ...page } } }))
        }
        columns={columnsOf(t, setShown)}
        keyOf={(row) => row.id}
        empty={{ icon: 'list', title: t('trail.none'), text: t('trail.none_text') }}
      />
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts, onShow: (entry: Entry) => void): Column<Entry>[] => [
  {
    title: t('trail.action'),
    place: 'head',
    cell: (row) => <strong>{describeAction(row.action, t)}</strong>,
  },
  {
    title: t('trail.target'),
    cell: (row) => (
      <bdi className="code">
        {row.target_type} {row.target_id}
      </bdi>
    ),
  },
  { title: t('trail.who'), cell: (row) => <Actor id={row.member_id} by={row.by} /> },
  { title: t('trail.when'), cell: (row) => <Moment at={row.created_at} isExact /> },
  ...actsColumn(t('keys.actions'), (row: Entry) => [
    {
      label: t('audit.show'),
      name: t('audit.show_named', { action: describeAction(row.action, t) }),
      onPress: () => onShow(row),
    },
  ]),
];

/** Reads the filter from the URL, and leaves out absent and invalid values. */
function readFilter(address: URLSearchParams) {
  const action = readChoice(address, 'action', ACTIONS);
  const member = address.get('member') ?? '';
  return {
    ...(action && { action }),
    ...(/^mem_[1-9]\d{0,14}$/.test(member) && { member_id: member }),
    ...readDays(address),
  };
}
