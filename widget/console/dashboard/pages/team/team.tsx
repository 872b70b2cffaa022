// The customer's team: members with their roles, and open invitations.
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireDashboardUser } from '../../../api/wire.ts';
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
import { ChangeDialog } from './change-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { DirectoryCard } from './directory-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { describeRole } from './describe-role.ts';

type Member = WireDashboardUser;

interface PendingAct {
  act: 'change' | 'remove' | 'sessions';
  member: Member;
}

export default function Team() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [isInviting, setInviting] = useState(false);
  const [selected, setSelected] = useState<PendingAct>();
  const [signedOut, setSignedOut] = useState<string>();
  const close = () => setSelected(undefined);
  const mayManage = mayDo(role, 'team.manage');
  const acts = actsColumn(
    t('keys.actions'),
    mayManage &&
      ((member: Member) =>
        (['change', 'remove'] as const).map((act) => ({
          label: t(`team.${act}`),
          name: t(`team.${act}_named`, { name: member.name }),
          onPress: () => setSelected({ act, member }),
        }))),
  );
  const invite = mayManage && (
    <Button look="primary" onPress={() => setInviting(true)}>
      {t('team.invite')}
    </Button>
  );
  return (
    <Page title={t('team.title')} lead={t('team.lead')} actions={invite}>
      {signedOut !== undefined && (
        <Note tone="good" isNews title={t('member_sessions.done', { name: signedOut })} />
      )}
      <List
        queryKey={['team']}
        load={(page) => pageOf(client.GET('/dashboard/v1/team', { params: { query: page } }))}
        columns={[...columnsOf(t), ...acts]}
        keyOf={(member) => member.id}
        empty={{ icon: 'person', title: t('team.title'), text: t('team.lead') }}
      />
      <Invitations mayManage={mayManage} />
      {mayDo(role, 'settings.read') && <SecondFactorCard />}
      {mayManage && <DirectoryCard />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {selected?.act === 'change' && (
        <ChangeDialog
          member={selected.member}
          onSessions={() => setSelected({ act: 'sessions', member: selected.member })}
          onClose={close}
        />
      )}
      {selected?.act === 'sessions' && (
        <SessionsDialog
          member={selected.member}
          onDone={() => setSignedOut(selected.member.name)}
          onClose={close}
        />
      )}
      {selected?.act === 'remove' && <RemoveDialog member={selected.member} onClose={close} />}
    </Page>
  );
}

const STATE_TEXTS = {
  invited: 'team.invited',
  active: 'team.active',
  suspended: 'team.inactive',
} as const;

const columnsOf = (t: ConsoleTexts): Column<Member>[] => [
  {
    title: t('team.member'),
    place: 'head',
    cell: (member) => <strong>{member.name}</strong>,
    note: (member) => <bdi>{member.email}</bdi>,
  },
  {
    title: t('team.state'),
    place: 'plain',
    cell: ({ state }) => (
      <Badge tone={state === 'active' ? 'good' : 'plain'}>{t(STATE_TEXTS[state])}</Badge>
    ),
    note: (member) => (member.active && !member.email_verified ? t('team.unconfirmed') : undefined),
  },
  {
    title: t('team.role'),
    cell: (member) => describeRole(member.role, t),
  },
  {
    title: t('team.factor'),
    cell: (member) => t(member.two_factor_enabled ? 'factor.on' : 'factor.off'),
  },
  {
    title: t('team.last_login'),
    cell: ({ last_login_at: at }) => (at === undefined ? undefined : <Moment at={at} />),
  },
];
