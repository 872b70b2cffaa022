// The operators of the service, with their roles, second factors and last sign-ins. Superadmins
// create, change, sign out and remove operators.
import { useState } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import type { WireAdminUser } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/card.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Column } from '../../../ui/table.tsx';
import { ChangeOperatorDialog } from './change-operator-dialog.tsx';
import { NewOperatorDialog } from './new-operator-dialog.tsx';
import { SessionsDialog, type SessionsDone } from './sessions-dialog.tsx';

type Operator = WireAdminUser;

export default function Operators() {
  const t = useTexts();
  const client = useClient();
  const { email } = useUser();
  const [isNew, setNew] = useState(false);
  const [changed, setChanged] = useState<Operator>();
  const [shown, setShown] = useState<Operator>();
  const [done, setDone] = useState<SessionsDone>();
  return (
    <Page
      title={t('operators.title')}
      lead={t('operators.lead')}
      actions={
        <Button look="primary" onPress={() => setNew(true)}>
          {t('operators.new')}
        </Button>
      }
    >
      {done !== undefined && (
        <Note tone="good" isNews title={t('member_sessions.done', { name: done.name })}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <Note>
        <p>{t('operators.factor_text')}</p>
      </Note>
      <List
        queryKey={['operators', 'list']}
        load={(page) => pageOf(client.GET('/admin/v1/admins', { params: { query: page } }))}
        columns={columnsOf(t, email, { change: setChanged, show: setShown })}
        keyOf={(row) => row.id}
        empty={{ icon: 'shield', title: t('operators.none'), text: t('operators.lead') }}
      />
      {isNew && <NewOperatorDialog onClose={() => setNew(false)} />}
      {shown !== undefined && (
        <SessionsDialog operator={shown} onDone={setDone} onClose={() => setShown(undefined)} />
      )}
      {changed !== undefined && (
        <ChangeOperatorDialog operator={changed} onClose={() => setChanged(undefined)} />
      )}
    </Page>
  );
}

const columnsOf = (
  t: ConsoleTexts,
  own: string,
  on: Record<'change' | 'show', (operator: Operator) => void>,
): Column<Operator>[] => [
  {
    title: t('operators.name'),
    place: 'head',
    cell: (row) => <bdi>{row.name}</bdi>,
    note: (row) => <bdi>{row.email}</bdi>,
  },
  {
    title: t('operators.role'),
    place: 'plain',
    cell: (row) => describeRole(row.role, t),
    note: (row) => (row.active ? undefined : t('operators.inactive')),
  },
  {
    title: t('operators.factor'),
    cell: (row) => (
      <Badge tone={row.two_factor_enabled ? 'good' : 'plain'}>
        {t(row.two_factor_enabled ? 'factor.on' : 'factor.off')}
      </Badge>
    ),
  },
  {
    title: t('operators.last_login'),
    cell: (row) => row.last_login_at && <Moment at={row.last_login_at} />,
  },
  ...actsColumn(t('operators.acts'), (row: Operator) =>
    row.email === own
      ? []
      : [
          {
            label: t('operators.change'),
            name: t('operators.change_one', { name: row.name }),
            onPress: () => on.change(row),
          },
          {
            label: t('member_sessions.show'),
            name: t('member_sessions.show_named', { name: row.name }),
            onPress: () => on.show(row),
          },
        ],
  ),
];

/** @returns the role in words, or its API name if this console does not know the role */
function describeRole(role: string, t: ConsoleTexts): string {
  const known = (['superadmin', 'support', 'analyst'] as const).find((each) => each === role);
  return known === undefined ? role : t(`operator_role.${known}`);
}
